package arr

import (
	"runtime"
	"strings"
	"testing"
)

// What is wrong is said with the name, the place, what was expected and what to do.
func TestFaults(t *testing.T) {
	in := func(old, new string) string { return strings.Replace(one, old, new, 1) }
	bin := binaryOne(float32(500))
	for _, c := range []struct{ name, data, want string }{
		{"empty", "", "x.arr: the file is empty; have Bellhop write it again"},
		{"blank", " \n\n", "x.arr: the file is empty"},
		{"3-D", in("2D", "3D"), "x.arr:1: the file is one of Bellhop3D ('3D'), expected '2D'; run Bellhop in two dimensions"},
		{"3-D binary", strings.Replace(bin, "2D", "3D", 1), "x.arr: byte 0: the file is one of Bellhop3D"},
		{"another text", "time,delay,re,im\n", "x.arr:1: the mark '2D' or the frequency is \"time,delay,re,im\", expected a number"},
		{"another binary", "\x10\x00\x00\x00" + strings.Repeat("a", 16) + "\x10\x00\x00\x00", "x.arr: byte 0: the first record has 16 bytes and is not '2D'"},
		{"big-endian", "\x00\x00\x00\x04'2D'\x00\x00\x00\x04", "x.arr: byte 0: the mark '2D' is a record of 67108864 bytes, but 4 are left"},
		{"no frequency", in("1000.0", "0"), "x.arr:2: the frequency is 0 Hz, expected one above 0"},
		{"no number", in("0.25", "fast"), "x.arr:8: the delay is \"fast\", expected a number"},
		{"no finite number", in("0.25", "NaN"), "x.arr:8: the delay is \"NaN\""},
		{"no source", in(" 1 10.0\n", " 0\n"), "x.arr:5: the number of source depths is 0, expected at least 1"},
		{"half a source", in(" 1 10.0\n", " 1.5 10.0\n"), "x.arr:3: the number of source depths is 1.5, expected a whole number"},
		{"negative depth", in("20.0", "-20.0"), "-20 m is number 1 of the receiver depths, expected 0 or more"},
		{"ranges in disorder", in("1 500.0", "2 500.0 400.0"), "400 m is number 2 of the ranges, expected 0 or more and more than the one before; sort them"},
		{"only the origin", in("500.0", "0.0"), "the only range is 0, expected one above 0"},
		{"cut off", one[:strings.Index(one, "-30.0")], "x.arr:8: the file ends here, expected the angle at the receiver; it is cut off: have"},
		{"cut in the header", one[:12], "x.arr:2: the file ends here, expected the number of source depths; it is cut off"},
		{"binary cut off", bin[:len(bin)-1], "the number of arrivals is 1, but 39 bytes follow, too few for them; the file is cut off"},
		{"binary cut in a record", bin[:30], "x.arr: byte 24: the file ends here, expected the source depths"},
		{"marker", bin[:len(bin)-4] + "\x21\x00\x00\x00", "the arrival is a record of 32 bytes by its beginning and 33 by its end"},
		{"many sources", in(" 1 10.0\n", " 2000000000 10.0\n"), "x.arr:3: the number of source depths is 2000000000, but"},
		{"many arrivals", in(" 1\n 1\n", " 1\n 2000000000\n"), "x.arr:7: the number of arrivals is 2000000000, but"},
		{"too many arrivals", in(" 1\n 1\n", " 1\n 20000000000\n"), "expected a whole number from 0 to 2147483647"},
		{"many receivers", in("1 20.0", "28 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27"), "x.arr:5: 45 bytes follow the header, too few for its 28 receivers"},
		{"binary count", strings.Replace(bin, record(int32(1)), record(int32(-1)), 1), "the greatest number of arrivals is -1, expected 0 or more"},
		{"binary many arrivals", strings.Replace(bin, record(int32(1))+record(int32(1)), record(int32(1))+record(int32(2e9)), 1), "the number of arrivals is 2000000000, but 40 bytes follow"},
		{"binary many sources", strings.Replace(bin, record(int32(1), float32(10)), record(int32(1e9), float32(10)), 1), "the source depths are a record of 8 bytes with the number 1000000000"},
		{"before it was sent", in("0.25", "-0.25"), "the delay is -0.25 s, expected 0 or more"},
		{"water that gives", in("-1.0E-05", "1.0E-05"), "the imaginary part of the delay is 1e-05 s, expected 0 or less"},
		{"angle", in("30.0", "300.0"), "the angles are 300 and -30, expected degrees"},
		{"half a reflection", in("2 1\n", "2.5 1\n"), "the numbers of reflections are 2.5 and 1, expected whole numbers"},
		{"more", one + "1 2 3", "x.arr:8: 6 bytes follow the last arrival, expected none"},
	} {
		_, err := Read("x.arr", []byte(c.data))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "x.arr:") || !strings.Contains(err.Error(), "; ") {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// A count of thousands of millions costs no more memory than the file has.
func TestCountsThatLieCostNothing(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, data := range []string{
		strings.Replace(one, " 1 10.0\n", " 2000000000 10.0\n", 1),
		strings.Replace(one, " 1\n 1\n", " 1\n 2000000000\n", 1),
		strings.Replace(binaryOne(500.0), record(int32(1))+record(int32(1)), record(int32(1))+record(int32(2e9)), 1),
	} {
		if _, err := Read("x.arr", []byte(data)); err == nil {
			t.Error("no error")
		}
	}
	runtime.ReadMemStats(&after)
	if spent := after.TotalAlloc - before.TotalAlloc; spent > 1<<20 {
		t.Errorf("%d bytes for three files of %d", spent, len(one))
	}
}

// A file that is cut anywhere is refused, and no byte that is wrong makes a panic.
func TestCutsAndWrongBytes(t *testing.T) {
	for _, name := range []string{"duct.arr", "duct-binary.arr"} {
		data := open(t, name)
		whole := len(strings.TrimRight(string(data), "\n "))
		for n := 0; n < whole; n += 7 {
			if _, err := Read(name, data[:n]); err == nil {
				t.Errorf("%s: %d of %d bytes are taken for all", name, n, whole)
			}
		}
		for i := range min(400, len(data)) {
			for _, b := range []byte{0, '-', '9', 0xff} {
				was := data[i]
				data[i] = b
				_, _ = Read(name, data)
				data[i] = was
			}
		}
	}
}
