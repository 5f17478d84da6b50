package arr

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/cmplx"
	"os"
	"slices"
	"strings"
	"testing"

	"halocline/phy/ray"
)

func open(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func read(t testing.TB, name string) *File {
	t.Helper()
	f, err := Read(name, open(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// field reads the pressures of duct.shd, by source, depth and range. Its records have as many words of 4 bytes as
// the first word says; the pressures are in those from the eleventh on, one record for each source and depth
// (doc of the Acoustics Toolbox, shade files).
func field(t *testing.T, f *File) []complex128 {
	t.Helper()
	data := open(t, "duct.shd")
	length := 4 * int(binary.LittleEndian.Uint32(data))
	var all []complex128
	for i := range len(f.Sources) * len(f.Depths) {
		record := data[(10+i)*length:]
		for j := range f.Ranges {
			all = append(all, complex(single(record[8*j:]), single(record[8*j+4:])))
		}
	}
	return all
}

// pressure is the coherent sum of arrivals at a frequency, with the time factor exp(-i w t).
func pressure(arrivals []ray.Arrival, hz float64) (p complex128) {
	for _, a := range arrivals {
		p += cmplx.Rect(a.Amplitude*math.Pow(10, -a.Absorption/20), 2*math.Pi*hz*a.Delay+a.Phase)
	}
	return p
}

// The pressure of a shade file is that of the rays with the other sign and the time factor exp(+i w t). What is left is
// what Bellhop joins before it writes, and the digits of a delay.
func TestSumIsTheFieldOfTheSameRun(t *testing.T) {
	for _, name := range []string{"duct.arr", "duct-binary.arr"} {
		f := read(t, name)
		for i, want := range field(t, f) {
			ratio := -pressure(f.Arrivals[i], f.Frequency) / cmplx.Conj(want)
			if db := 20 * math.Log10(cmplx.Abs(ratio)); math.Abs(db) > 0.1 {
				t.Errorf("%s, receiver %d: the sum is %.3f dB above the field", name, i, db)
			}
			if angle := cmplx.Phase(ratio); math.Abs(angle) > 0.02 {
				t.Errorf("%s, receiver %d: the sum is %.4f rad off the field", name, i, angle)
			}
		}
	}
}

// Both forms are of one run: text has 9 digits and binary 24 bits. At 20 kHz, half a unit of the last digit of a delay turns what is
// joined by 1e-5 of its amplitude.
func TestTextAndBinaryAreTheSame(t *testing.T) {
	text, bin := read(t, "duct.arr"), read(t, "duct-binary.arr")
	close := func(a, b float64) bool { return math.Abs(a-b) <= 2e-5*math.Abs(a) }
	for i := range text.Arrivals {
		if len(text.Arrivals[i]) != len(bin.Arrivals[i]) {
			t.Fatalf("receiver %d has %d arrivals in text and %d in binary", i, len(text.Arrivals[i]), len(bin.Arrivals[i]))
		}
		for j, a := range text.Arrivals[i] {
			b := bin.Arrivals[i][j]
			if !close(a.Amplitude, b.Amplitude) || !close(a.Delay, b.Delay) || !close(a.Leave, b.Leave) || !close(a.Absorption, b.Absorption) || a.Bottom != b.Bottom {
				t.Errorf("receiver %d, arrival %d: %+v in text, %+v in binary", i, j, a, b)
			}
		}
	}
	if !slices.Equal(bin.Ranges, []float64{300, 600, 1200}) || !slices.Equal(bin.Sources, []float64{10, 35}) || !slices.Equal(bin.Depths, []float64{8, 30, 50}) {
		t.Errorf("the binary grid is %v, %v, %v", bin.Sources, bin.Depths, bin.Ranges)
	}
}

// one is a file of one arrival: 90 degrees of phase at exp(+i w t), 10 microseconds of imaginary delay at 1 kHz, downward at
// 30 degrees at the source and upward at the receiver.
const one = "'2D'\n 1000.0\n 1 10.0\n 1 20.0\n 1 500.0\n 1\n 1\n 0.5 90.0 0.25 -1.0E-05 30.0 -30.0 2 1\n"

func TestColumns(t *testing.T) {
	f, err := Read("one.arr", []byte(one))
	if err != nil {
		t.Fatal(err)
	}
	got := f.At(0, 0, 0)[0]
	// exp(w Im) is 20/ln(10) * 2 pi 1000 * 1e-5 = 0.545751 dB of absorption.
	want := ray.Arrival{Delay: 0.25, Amplitude: 0.5, Phase: -math.Pi / 2, Absorption: 0.545751, Leave: -0.5, Arrive: 0.5, Surface: 2, Bottom: 1, Doppler: 1}
	got.Leave, got.Arrive = math.Round(got.Leave*1e9)/1e9, math.Round(got.Arrive*1e9)/1e9
	got.Absorption = math.Round(got.Absorption*1e6) / 1e6
	if got != want || f.Frequency != 1000 {
		t.Errorf("%+v at %g Hz, want %+v", got, f.Frequency, want)
	}
}

// A file is the same with lines broken elsewhere, with the header of old files, and in the binary forms of old and new files.
func TestFormsAreTheSame(t *testing.T) {
	want := "{Frequency:1000 Sources:[10] Depths:[20] Ranges:[500] Arrivals:[[{Delay:0.25 Amplitude:0.5 "
	for name, data := range map[string]string{
		"plain":      one,
		"broken":     strings.ReplaceAll(one, " -30.0", "\r\n-30.0"),
		"one line":   strings.Join(strings.Fields(one), " "),
		"no quotes":  strings.ReplaceAll(one, "'", ""),
		"old header": strings.Replace(one, "'2D'\n 1000.0\n 1 10.0\n 1 20.0\n 1 500.0\n", "1000.0 1 1 1\n10.0\n20.0\n500.0\n", 1),
		"turned":     strings.Replace(one, "0.5 90.0", "-0.5 -90.0", 1),
		"origin":     strings.Replace(one, "1 500.0\n 1\n", "2 0.0 500.0\n1\n1\n1e8 0 0 0 90 90 0 0\n", 1),
		"binary 8":   binaryOne(float64(500)),
		"binary 4":   binaryOne(float32(500)),
	} {
		f, err := Read(name, []byte(data))
		if err != nil {
			t.Error(err)
		} else if got := fmt.Sprintf("%+v", *f); !strings.HasPrefix(got, want) || math.Abs(math.Sin(f.Arrivals[0][0].Phase)+1) > 1e-12 {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// record makes a record of Fortran.
func record(values ...any) string {
	var b bytes.Buffer
	for _, v := range values {
		_ = binary.Write(&b, binary.LittleEndian, v)
	}
	length := binary.LittleEndian.AppendUint32(nil, uint32(b.Len()))
	return string(length) + b.String() + string(length)
}

// binaryOne makes the binary form of one.
func binaryOne(distance any) string {
	return record([]byte("'2D'")) + record(float32(1000)) + record(int32(1), float32(10)) + record(int32(1), float32(20)) +
		record(int32(1), distance) + record(int32(1)) + record(int32(1)) +
		record([]float32{0.5, 90, 0.25, -1e-5, 30, -30, 2, 1})
}

func TestWriteAndRead(t *testing.T) {
	f := read(t, "duct.arr")
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	again, err := Read("again.arr", b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	for i := range f.Arrivals {
		for j, a := range f.Arrivals[i] {
			// Degrees and back cost the last bits.
			b := again.Arrivals[i][j]
			for _, d := range []float64{a.Phase - b.Phase, a.Absorption - b.Absorption, a.Leave - b.Leave, a.Arrive - b.Arrive} {
				if math.Abs(d) > 1e-13 {
					t.Errorf("receiver %d, arrival %d: %+v, was %+v", i, j, b, a)
				}
			}
			b.Phase, b.Absorption, b.Leave, b.Arrive = a.Phase, a.Absorption, a.Leave, a.Arrive
			if a != b {
				t.Errorf("receiver %d, arrival %d: %+v, was %+v", i, j, b, a)
			}
		}
	}
}

// A beam on each side of a ray has a part of its amplitude.
func TestJoin(t *testing.T) {
	const hz = 25e3
	half := ray.Arrival{Delay: 1, Amplitude: 0.5, Phase: 2, Leave: 0.10, Bottom: 1}
	changed := func(change func(*ray.Arrival)) ray.Arrival {
		a := half
		change(&a)
		return a
	}
	for _, c := range []struct {
		name  string
		other ray.Arrival
		n     int
	}{
		{"both halves", changed(func(a *ray.Arrival) { a.Leave = 0.11 }), 1},
		{"microseconds", changed(func(a *ray.Arrival) { a.Delay += 5e-6 }), 1},
		{"a turn", changed(func(a *ray.Arrival) { a.Phase += 2 * math.Pi }), 1},
		{"later", changed(func(a *ray.Arrival) { a.Delay += 11e-6 }), 2},
		{"steeper", changed(func(a *ray.Arrival) { a.Leave = 0.12 }), 2},
		{"beyond a caustic", changed(func(a *ray.Arrival) { a.Phase += math.Pi / 2 }), 2},
		{"more reflections", changed(func(a *ray.Arrival) { a.Surface = 1 }), 2},
	} {
		before := pressure([]ray.Arrival{half, c.other}, hz)
		joined := join([]ray.Arrival{c.other, half}, hz)
		if len(joined) != c.n {
			t.Errorf("%s: %d arrivals, want %d", c.name, len(joined), c.n)
		}
		if d := cmplx.Abs(pressure(joined, hz) - before); d > 1e-10 {
			t.Errorf("%s: the sum moved by %g", c.name, d)
		}
	}
	// The sum of both halves is a whole: as powers they were 3 dB less. One of three times the amplitude counts three times.
	other := ray.Arrival{Delay: 1, Amplitude: 1.5, Phase: 2, Leave: 0.11, Arrive: 0.4, Absorption: 4, Bottom: 1}
	whole := join([]ray.Arrival{half, other}, hz)[0]
	for i, d := range []float64{whole.Amplitude - 2, whole.Leave - 0.1075, whole.Arrive - 0.3, whole.Absorption - 3, whole.Delay - 1, whole.Phase - 2} {
		if math.Abs(d) > 1e-12 {
			t.Errorf("number %d is off by %g: %+v", i, d, whole)
		}
	}
}
