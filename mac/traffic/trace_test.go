package traffic

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"halocline/mac"
	"halocline/sim"
)

const header = "time_s,from,to,bits\n"

func TestReadTrace(t *testing.T) {
	text := header +
		"0.5,auv,dock,512\n" +
		"\n" + // no row
		"0.25,dock,everybody,1\r\n" +
		"0.5,\"auv 2\",dock,1000000000\n" +
		"1e-9,auv,auv,8" // nor a line end
	got, err := readTrace(strings.NewReader(text), "t.csv")
	if err != nil {
		t.Fatal(err)
	}
	want := []Row{
		{At: 500_000_000, From: "auv", To: "dock", Bits: 512},
		{At: 250_000_000, From: "dock", To: "everybody", Bits: 1},
		{At: 500_000_000, From: "auv 2", To: "dock", Bits: 1e9},
		{At: 1, From: "auv", To: "auv", Bits: 8},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v\nnot %+v", got, want)
	}
}

func TestReadTraceWithoutRows(t *testing.T) {
	for _, text := range []string{header, strings.TrimSpace(header)} {
		if got, err := readTrace(strings.NewReader(text), "t.csv"); len(got) != 0 || err != nil {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

// Times are exact, where 0.1 s or 4503599.627370497 s are not numbers of float64.
func TestTraceTimes(t *testing.T) {
	for text, want := range map[string]sim.Time{
		"0":                     0,
		"-0":                    0,
		"0.1":                   100_000_000,
		"0.123456789":           123_456_789,
		"1.0000000010":          1_000_000_001,
		"4503599.627370497":     4_503_599_627_370_497,
		"9223372036.854775807":  9_223_372_036_854_775_807,
		"1.5e3":                 1_500_000_000_000,
		"25E-9":                 25,
		".5":                    500_000_000,
		"5.":                    5_000_000_000,
		"+1":                    1_000_000_000,
		"010":                   10_000_000_000,
		"0.0000000010000000000": 1,
	} {
		got, err := readTrace(strings.NewReader(header+text+",a,b,1\n"), "t.csv")
		if err != nil || got[0].At != want {
			t.Errorf("%s: %v, %v, not %d ns", text, got, err, want)
		}
	}
}

func TestTraceFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "t.csv:1: the file is empty; write the header time_s,from,to,bits"},
		{"\n\n", "t.csv:1: the file is empty; write the header time_s,from,to,bits"},
		{"time,from,to,bits\n", `t.csv:1: the header is time,from,to,bits; write time_s,from,to,bits`},
		{"time_s,to,from,bits\n", `t.csv:1: the header is time_s,to,from,bits; write time_s,from,to,bits`},
		{"1,a,b,512\n", `t.csv:1: the header is 1,a,b,512; write time_s,from,to,bits`},
		{"time_s,from,to\n", "t.csv:1: each row has the four fields time_s,from,to,bits, with commas between them"},
		{header + "1,a,b,1\n2,a,b\n", "t.csv:3: each row has the four fields time_s,from,to,bits, with commas between them"},
		{header + "1,a,b,1,c\n", "t.csv:2: each row has the four fields time_s,from,to,bits, with commas between them"},
		{header + "1,\"a,b,1\n", `t.csv:2: extraneous or missing " in quoted-field; leave quotes out`},
		{header + "1,a\"b,c,1\n", `t.csv:2: bare " in non-quoted-field; leave quotes out`},

		{header + "soon,a,b,1\n", `t.csv:2: the time "soon" is not a number of seconds; write one such as 1.5`},
		{header + ",a,b,1\n", `t.csv:2: the time "" is not a number of seconds; write one such as 1.5`},
		{header + " 1,a,b,1\n", `t.csv:2: the time " 1" is not a number of seconds; write one such as 1.5`},
		{header + "1s,a,b,1\n", `t.csv:2: the time "1s" is not a number of seconds; write one such as 1.5`},
		{header + "NaN,a,b,1\n", `t.csv:2: the time "NaN" is not a number of seconds; write one such as 1.5`},
		{header + "Inf,a,b,1\n", `t.csv:2: the time "Inf" is not a number of seconds; write one such as 1.5`},
		{header + "1/2,a,b,1\n", `t.csv:2: the time "1/2" is not a number of seconds; write one such as 1.5`},
		{header + "0x10,a,b,1\n", `t.csv:2: the time "0x10" is not a number of seconds; write one such as 1.5`},
		{header + "0b1,a,b,1\n", `t.csv:2: the time "0b1" is not a number of seconds; write one such as 1.5`},
		{header + "0o7,a,b,1\n", `t.csv:2: the time "0o7" is not a number of seconds; write one such as 1.5`},
		{header + "1p3,a,b,1\n", `t.csv:2: the time "1p3" is not a number of seconds; write one such as 1.5`},
		{header + "1_000,a,b,1\n", `t.csv:2: the time "1_000" is not a number of seconds; write one such as 1.5`},
		{header + "1e9999999,a,b,1\n", `t.csv:2: the time "1e9999999" is not a number of seconds; write one such as 1.5`},
		{header + "-0.1,a,b,1\n", `t.csv:2: the time "-0.1" is not a whole number of nanoseconds from the start of the run; write at least 0 and at most nine decimals`},
		{header + "1e-10,a,b,1\n", `t.csv:2: the time "1e-10" is not a whole number of nanoseconds from the start of the run; write at least 0 and at most nine decimals`},
		{
			header + "9223372036.854775808,a,b,1\n",
			`t.csv:2: the time "9223372036.854775808" is not a whole number of nanoseconds from the start of the run; write at least 0 and at most nine decimals`,
		},

		{header + "1,a,b,0\n", `t.csv:2: the size "0" is not a whole number of bits from 1 to 1000000000`},
		{header + "1,a,b,-8\n", `t.csv:2: the size "-8" is not a whole number of bits from 1 to 1000000000`},
		{header + "1,a,b,1.5\n", `t.csv:2: the size "1.5" is not a whole number of bits from 1 to 1000000000`},
		{header + "1,a,b, 8\n", `t.csv:2: the size " 8" is not a whole number of bits from 1 to 1000000000`},
		{header + "1,a,b,\n", `t.csv:2: the size "" is not a whole number of bits from 1 to 1000000000`},
		{header + "1,a,b,1000000001\n", `t.csv:2: the size "1000000001" is not a whole number of bits from 1 to 1000000000`},
		{
			header + "1,a,b,99999999999999999999\n",
			`t.csv:2: the size "99999999999999999999" is not a whole number of bits from 1 to 1000000000`,
		},
		{header + "\n\n1,\"a\nb\",c,1\nx,a,b,1\n", `t.csv:6: the time "x" is not a number of seconds; write one such as 1.5`},
	} {
		got, err := readTrace(strings.NewReader(c.text), "t.csv")
		if err == nil || err.Error() != c.want || got != nil {
			t.Errorf("%q: %v, %v, not %s", c.text, got, err, c.want)
		}
	}
}

// An error of the reader itself is passed on.
func TestTraceUnreadable(t *testing.T) {
	broken := errors.New("disk on fire")
	for _, text := range []string{"", header, header + "1,a,b,1\n"} {
		r := io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))
		if _, err := readTrace(r, "t.csv"); !errors.Is(err, broken) || err.Error() != "t.csv: disk on fire" {
			t.Errorf("after %q: %v", text, err)
		}
	}
}

// A replay makes its packets in order of time and, where times are equal, of the
// list; it leaves the list alone, and goes on where a packet is refused.
func TestReplay(t *testing.T) {
	list := []Due{
		{At: 3, To: 1, Bits: 10},
		{At: 1, To: mac.Everybody, Bits: 20},
		{At: 3, To: 2, Bits: 30},
		{At: 0, To: 1, Bits: 40},
		{At: 3, To: 1, Bits: 50},
		{At: 9, To: 1, Bits: 60},
	}
	k := sim.New(nil)
	out := &log{kernel: k}
	NewReplay(Env{Kernel: k, Out: out}, list)
	if err := k.Run(context.Background(), 8); err != nil {
		t.Fatal(err)
	}
	want := []sent{{0, 1, 40}, {1, mac.Everybody, 20}, {3, 1, 10}, {3, 2, 30}, {3, 1, 50}}
	if !slices.Equal(out.sent, want) {
		t.Errorf("%v, not %v", out.sent, want)
	}
	NewReplay(Env{Kernel: k, Out: out}, nil)
	if k.Pending() != 1 {
		t.Errorf("%d events are pending, not the last packet alone", k.Pending())
	}
}

// The order of the list holds for any number of packets of one time.
func TestReplayManyAtOnce(t *testing.T) {
	var list []Due
	for i := range 1000 {
		list = append(list, Due{At: sim.Time(i % 2), Bits: int32(i)})
	}
	k := sim.New(nil)
	out := &log{kernel: k}
	NewReplay(Env{Kernel: k, Out: out}, list)
	if err := k.Run(context.Background(), 1); err != nil {
		t.Fatal(err)
	}
	for i, s := range out.sent {
		if want := 2*(i%500) + i/500; s.bits != want {
			t.Fatalf("packet %d of the list comes as number %d", s.bits, i)
		}
	}
	if len(out.sent) != 1000 {
		t.Errorf("%d packets", len(out.sent))
	}
}

func TestTraceHasNoSource(t *testing.T) {
	defer func() {
		if got, want := recover(), "traffic: a Trace is started by its Replays"; got != want {
			t.Errorf("panics with %v, not %q", got, want)
		}
	}()
	new(Trace).Start(Env{})
}

// readTrace returns the rows of a file. A text without quotes is read alike on the quick way.
func readTrace(r io.Reader, name string) ([]Row, error) {
	var rows, quick []Row
	var text bytes.Buffer
	err := ReadTrace(io.TeeReader(r, &text), name, func(row Row) error {
		rows = append(rows, row)
		return nil
	})
	if said := fmt.Sprint(err); !bytes.Contains(text.Bytes(), []byte(`"`)) && !strings.Contains(said, "disk on fire") {
		other := readPlain(text.Bytes(), name, func(row Row) error {
			quick = append(quick, row)
			return nil
		})
		if fmt.Sprint(other) != said || err == nil && !slices.Equal(quick, rows) {
			return nil, fmt.Errorf("%v and %v, and on the quick way %v and %w", rows, err, quick, other)
		}
	}
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// Times are read alike on the quick way and on the exact one.
func TestPlainTime(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "1.5": 15e8, "0.000000001": 1, "999999999.999999999": 999999999999999999, "007.250": 725e7, "3.": 3e9,
	} {
		if got, ok := plainTime(text); !ok || int64(got) != want {
			t.Errorf("%s: %d, %v, want %d", text, got, ok, want)
		}
		if exact, ok := new(big.Rat).SetString(text); ok && exact.Mul(exact, big.NewRat(1e9, 1)).Num().Int64() != want {
			t.Errorf("%s: %v", text, exact)
		}
	}
	for _, text := range []string{"", ".5", "1e3", "-1", "1.0000000001", "1000000000", "1/2", "0x1", "1_0", " 1"} {
		if got, ok := plainTime(text); ok {
			t.Errorf("%q: %v", text, got)
		}
	}
}
