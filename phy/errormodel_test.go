package phy

import (
	"errors"
	"io"
	"io/fs"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"

	"halocline/sim"
)

// Values of the formulas as printed, from Python's math.erfc and math.exp. One
// more is published: Roddy, Satellite Communications, ch. 10, works out 3.9e-6
// for BPSK and QPSK at Eb/N0 = 10 (linear).
func TestBitError(t *testing.T) {
	for _, c := range []struct{ db, psk, fsk, dpsk float64 }{
		{0, 0.07864960352514257, 0.3032653298563167, 0.18393972058572117},
		{4, 0.012500818040737556, 0.1424035434814758, 0.04055753839216114},
		{8, 0.00019090777407599314, 0.021323747889132938, 0.0009094044480786029},
		{12, 9.00601035062875e-09, 0.00018089150200558809, 6.544347099567535e-08},
	} {
		g := math.Pow(10, c.db/10)
		within(t, "bpsk", BPSK.BitError(g), c.psk, 1e-12*c.psk)
		within(t, "qpsk", QPSK.BitError(g), c.psk, 1e-12*c.psk)
		within(t, "fsk", FSK.BitError(g), c.fsk, 1e-12*c.fsk)
		within(t, "dpsk", DPSK.BitError(g), c.dpsk, 1e-12*c.dpsk)
	}
	within(t, "Roddy", BPSK.BitError(10), 3.9e-6, 0.05e-6)

	// Without a signal a bit is a coin.
	for m := BPSK; m <= DPSK; m++ {
		if p := m.BitError(0); p != 0.5 {
			t.Errorf("modulation %d without a signal: %v", m, p)
		}
	}
}

// 512 bits at 1000 bit/s in 4000 Hz: g = 4 SINR. 1-(1-BER)^512 and (1-BER)^512 from
// Python with 40 decimal digits.
func TestFrameErrorOfModulations(t *testing.T) {
	for _, c := range []struct {
		modulation       Modulation
		db, per, success float64
	}{
		{BPSK, -6, 1, 8.019312596339780360518e-19},
		{BPSK, 0, 0.6984751182358556891897748, 0.3015248817641443108},
		{BPSK, 3, 0.01640776665853407678710063, 0.9835922333414659233},
		{BPSK, 6, 4.2667946800564833792326e-06, 0.9999957332053199435},
		{QPSK, 3, 0.01640776665853407678710063, 0.9835922333414659233},
		{FSK, 0, 1, 2.631648262962711138e-16},
		{FSK, 3, 0.9913954057921991761134177, 0.00860459420780082387},
		{FSK, 6, 0.08533700035115265320922009, 0.9146629996488473468},
		{DPSK, 0, 0.9909988699386837299527440, 0.009001130061316270047},
		{DPSK, 6, 3.10744417684847859749691e-05, 0.9999689255582315152},
	} {
		m := buildErrors(t, &BitErrors{Modulation: c.modulation}, ErrorEnv{Bandwidth: 4000, BitRate: 1000})
		sinr := math.Pow(10, c.db/10)
		within(t, "frame error", FrameError(m, sinr, 512), c.per, 1e-9*c.per)
		within(t, "success", m.Success(sinr, 512), c.success, 1e-9*c.success)
	}
}

// DPSK at g = 100 has a bit error probability of exp(-100)/2 = 1.86e-44, so 512
// bits fail with 9.5238e-42; 1 - (1-p)^512 in plain arithmetic would be 0.
func TestFrameErrorKeepsItsDigits(t *testing.T) {
	m := buildErrors(t, &BitErrors{Modulation: DPSK}, ErrorEnv{Bandwidth: 1, BitRate: 1})
	want := 256 * math.Exp(-100)
	within(t, "frame error", FrameError(m, 100, 512), want, 1e-12*want)
}

func TestThreshold(t *testing.T) {
	m := buildErrors(t, &ThresholdErrors{SINR: 10}, ErrorEnv{})
	for _, c := range []struct{ sinr, bits, want float64 }{
		{10, 512, 1}, // the threshold itself is received
		{math.Nextafter(10, 0), 512, 0},
		{math.Inf(1), 512, 1},
		{0, 512, 0},
		{0, 0, 1},
	} {
		if got := m.Success(c.sinr, c.bits); got != c.want {
			t.Errorf("%v bits at %v: %v", c.bits, c.sinr, got)
		}
		if got := FrameError(m, c.sinr, c.bits); got != 1-c.want {
			t.Errorf("%v bits at %v: error %v", c.bits, c.sinr, got)
		}
	}
}

const sampleTable = `# measured in a tank
sinr_db,per
0, 1
4, 0.9
# the knee
6, 0.1

10, 0
`

// Between rows the table is linear in dB: a quarter of the way from 4 to 6 dB 0.7
// of the frames fail, half way 0.5. Beyond the ends nothing changes.
func TestTable(t *testing.T) {
	m := buildErrors(t, &TableErrors{File: "tank.csv", Bits: 100}, filesOf(sampleTable))
	for _, c := range []struct{ db, per float64 }{
		{-30, 1}, {0, 1}, {2, 0.95}, {4, 0.9}, {4.5, 0.7}, {5, 0.5}, {6, 0.1}, {8, 0.05}, {10, 0}, {15, 0},
	} {
		within(t, "frame error", FrameError(m, math.Pow(10, c.db/10), 100), c.per, 1e-12)
	}
	if m.Success(0, 100) != 0 || m.Success(math.Inf(1), 100) != 1 {
		t.Error("without signal and without noise the ends of the table hold")
	}

	// Half of 100 bits succeed with sqrt(0.5), twice as many with 0.25; no bits
	// always do.
	five := math.Pow(10, 0.5)
	within(t, "50 bits", m.Success(five, 50), math.Sqrt2/2, 1e-12)
	within(t, "200 bits", m.Success(five, 200), 0.25, 1e-12)
	if m.Success(0, 0) != 1 {
		t.Error("no bits can fail")
	}
}

// Pieces at the same ratio, of any length, are together as good as the whole.
func TestPiecesMultiply(t *testing.T) {
	env := filesOf(sampleTable)
	env.Bandwidth, env.BitRate = 2000, 1000
	for name, fresh := range ErrorModels() {
		config := fresh()
		if c, ok := config.(*TableErrors); ok {
			c.File = "tank.csv"
		}
		m := buildErrors(t, config, env)
		if m == nil { // none
			continue
		}
		for _, db := range []float64{-3, 2, 5, 9, 20} {
			sinr := math.Pow(10, db/10)
			pieces := m.Success(sinr, 0.25) * m.Success(sinr, 0) * m.Success(sinr, 300) * m.Success(sinr, 211.75)
			whole := m.Success(sinr, 512)
			within(t, name, pieces, whole, 1e-12*whole)
		}
		if n := testing.AllocsPerRun(100, func() { m.Success(3, 100) }); n != 0 {
			t.Errorf("%s: %v allocations a piece", name, n)
		}
	}
}

// Without errors the frame that the radio stays with is intact in spite of one as strong that begins a fifth of a second later, and
// the other is not received. With capture off both are lost.
func TestNoErrors(t *testing.T) {
	for capture, want := range map[Capture][]uint64{FirstLock: {1}, CaptureOff: nil} {
		k := sim.New(nil)
		m := NewMedium(k, &tank{noise: 1, far: 1, Ideal: Ideal{Speed: 1500}}, nil, 0)
		modem := plainModem()
		modem.Power, modem.Capture, modem.Errors = 100, capture, buildErrors(t, &NoErrors{}, ErrorEnv{})
		first, _ := join(m, Fixed{}, modem)
		second, _ := join(m, Fixed{X: 30}, modem)
		_, heard := join(m, Fixed{X: 15}, modem)
		sendAt(t, first, 1e9, Frame{Bits: 1000, Pkt: 1})
		sendAt(t, second, 1.2e9, Frame{Bits: 1000, Pkt: 2})
		run(t, k)
		var got []uint64
		for _, r := range heard.received {
			got = append(got, r.frame.Pkt)
		}
		if !slices.Equal(got, want) {
			t.Errorf("capture %v: received %v, want %v", capture, got, want)
		}
	}
}

// A better ratio never makes a frame worse, and at 30 dB every model receives it.
func TestMoreSignalIsNoWorse(t *testing.T) {
	env := filesOf(sampleTable)
	env.Bandwidth, env.BitRate = 1000, 1000
	for name, fresh := range ErrorModels() {
		config := fresh()
		if c, ok := config.(*TableErrors); ok {
			c.File = "tank.csv"
		}
		m := buildErrors(t, config, env)
		if m == nil { // none
			continue
		}
		last := 0.0
		for db := -20.0; db <= 30; db += 0.25 {
			p := m.Success(math.Pow(10, db/10), 512)
			if !(p >= last && p <= 1) {
				t.Errorf("%s: %v at %v dB after %v", name, p, db, last)
			}
			last = p
		}
		if last != 1 {
			t.Errorf("%s: %v at 30 dB", name, last)
		}
	}
}

func TestTableFaults(t *testing.T) {
	for _, c := range []struct{ text, fault string }{
		{"", "t.csv: a table needs the header sinr_db,per and at least two rows"},
		{"sinr_db,per\n1,0\n", "t.csv: a table needs"},
		{"1,0.5\n2,0.4\n", "t.csv:1: header is \"1,0.5\", must be sinr_db,per or ebn0_db,per"},
		{"# c\nsinr_db,per\n1,0.5\n2\n", "t.csv:4: wrong number of fields"},
		{"sinr_db,per\n1,0.5\nx,0.4\n", "t.csv:3: sinr_db is \"x\", must be a number"},
		{"sinr_db,per\n1,0.5\nInf,0.4\n", "t.csv:3: sinr_db is \"Inf\""},
		{"sinr_db,per\n1,0.5\nNaN,0.4\n", "t.csv:3: sinr_db is \"NaN\""},
		{"sinr_db,per\n1,0.5\n1,0.4\n", "t.csv:3: sinr_db is 1 after 1, must increase"},
		{"sinr_db,per\n1,1.1\n2,0\n", "t.csv:2: per is \"1.1\", must be a number from 0 to 1"},
		{"sinr_db,per\n1,-0.1\n2,0\n", "t.csv:2: per is \"-0.1\""},
		{"sinr_db,per\n1,NaN\n2,0\n", "t.csv:2: per is \"NaN\""},
		{"sinr_db,per\n1,2\n2,x\n3,0\n", "t.csv:2: per is \"2\", must be a number from 0 to 1\nt.csv:3: per is \"x\""},
	} {
		_, err := ReadErrorTable("t.csv", strings.NewReader(c.text), 512)
		checkFault(t, c.text, err, c.fault)
	}
	_, err := ReadErrorTable("t.csv", iotest.ErrReader(io.ErrUnexpectedEOF), 512)
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a broken file gives %v", err)
	}
	_, err = ReadErrorTable("t.csv", strings.NewReader(sampleTable), 0)
	checkFault(t, "no bits", err, "t.csv: a table for frames of 0 bit")
}

func TestErrorModelFaults(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		config ErrorModelConfig
		fault  string
	}{
		{&ThresholdErrors{SINR: -60}, ""},
		{&ThresholdErrors{SINR: 61}, "sinr is 61 dB, allowed are -60 to 60 dB"},
		{&ThresholdErrors{SINR: nan}, "sinr is NaN"},
		{&BitErrors{Modulation: DPSK + 1}, "unknown modulation 4"},
		{&TableErrors{Bits: 512}, `key "file" is missing`},
		{&TableErrors{File: "a"}, "bits is 0 bit, allowed are 1 to 1e+09 bit"},
		{&TableErrors{File: "a", Bits: nan}, "bits is NaN"},
		{&TableErrors{File: "a", Bits: 512}, ""},
	} {
		checkFault(t, c.config, c.config.Validate(), c.fault)
	}
	for _, env := range []ErrorEnv{{}, {Bandwidth: 1}, {BitRate: 1}, {Bandwidth: -1, BitRate: -1}, {Bandwidth: nan, BitRate: 1}, {Bandwidth: math.Inf(1), BitRate: 1}} {
		_, err := (&BitErrors{}).Build(env)
		checkFault(t, env, err, "bit errors need a bandwidth and a bit rate above zero")
	}
	_, err := (&TableErrors{File: "a", Bits: 512}).Build(ErrorEnv{})
	checkFault(t, "no files", err, "a: files cannot be read here")
	if _, err = (&TableErrors{File: "a", Bits: 512}).Build(filesOf("")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file gives %v", err)
	}
}

func TestImpossiblePiecesPanic(t *testing.T) {
	m := buildErrors(t, &ThresholdErrors{SINR: 8}, ErrorEnv{})
	for _, c := range [][2]float64{{-1, 1}, {math.NaN(), 1}, {1, -1}, {1, math.NaN()}, {1, math.Inf(1)}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v: no panic", c)
				}
			}()
			m.Success(c[0], c[1])
		}()
	}
}

// filesOf opens one file, tank.csv, with the given text.
func filesOf(text string) ErrorEnv {
	files := fstest.MapFS{"tank.csv": {Data: []byte(text)}}
	return ErrorEnv{Open: files.ReadFile}
}

func buildErrors(t *testing.T, c ErrorModelConfig, env ErrorEnv) ErrorModel {
	t.Helper()
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	m, err := c.Build(env)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
