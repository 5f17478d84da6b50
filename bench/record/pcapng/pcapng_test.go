package pcapng_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"halocline/bench/record/columns"
	"halocline/bench/record/pcapng"
	"halocline/bench/record/recorder"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// captured writes the capture of a run.
func captured(t *testing.T, name string, also trace.Tracer) (*bytes.Buffer, *measure.Outcome, trace.Names) {
	t.Helper()
	plan, err := scenarios.Standard().Load(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	var data bytes.Buffer
	w := pcapng.New(&data)
	taken := recorder.New(plan, w)
	out, err := measure.Run(t.Context(), plan, measure.Options{Tracer: trace.Tee(taken, also), Built: taken.Attach, Computer: taken.Computer})
	if err != nil {
		t.Fatal(err)
	}
	taken.Close(sim.Time(sim.Seconds(out.Reached)))
	if err := w.Close(&taken.Head); err != nil {
		t.Fatal(err)
	}
	return &data, out, plan.Names()
}

// tshark returns what tshark prints of fields of the packets of a file.
func tshark(t *testing.T, file string, fields ...string) []string {
	t.Helper()
	args := []string{"-r", file, "-T", "fields"}
	for _, f := range fields {
		args = append(args, "-e", f)
	}
	c := exec.CommandContext(t.Context(), "tshark", args...)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil || strings.Contains(errs.String(), "cut short") {
		t.Fatalf("tshark: %v\n%s", err, errs.String())
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

// counter counts what a trace tells of radios.
type counter map[string]int64

// Emit implements trace.Tracer.
func (c counter) Emit(r trace.Record) {
	switch r.Kind {
	case trace.TxStart:
		c[fmt.Sprint(r.Node, " sent")]++
	case trace.RxOK:
		c[fmt.Sprint(r.Node, " received")]++
	case trace.RxLost, trace.RxMissed:
		c[fmt.Sprint(r.Node, " ", r.Cause)]++
	}
}

// The numbers of packets that tshark finds are those that the run counted, by cause and direction, and those of the trace by node too.
func TestTshark(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	if _, err := exec.LookPath("tshark"); err != nil {
		t.Skip("tshark is not there; the Debian package of this name has it")
	}
	for _, name := range []string{"aloha20", "docking", "fleet", "survey"} {
		t.Run(name, func(t *testing.T) {
			want := counter{}
			data, out, names := captured(t, name, want)
			file := filepath.Join(t.TempDir(), "run.pcapng")
			if err := os.WriteFile(file, data.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			got, causes, last := counter{}, map[string]int64{}, 0.0
			for _, line := range tshark(t, file, "frame.comment", "frame.packet_flags_direction", "frame.interface_name", "frame.time_epoch") {
				f := strings.Split(line, "\t")
				cause := strings.TrimPrefix(strings.TrimPrefix(f[0], "lost: "), "missed: ")
				if f[0] == "in flight at the end" {
					continue
				}
				if cause == "" {
					cause = map[string]string{"0x00000001": "received", "0x00000002": "sent"}[f[1]]
				}
				node, _, _ := strings.Cut(f[2], "/")
				got[fmt.Sprint(slices.Index(names.Nodes, node), " ", cause)]++
				causes[cause]++
				at, err := strconv.ParseFloat(f[3], 64)
				if err != nil || at < last {
					t.Fatalf("%s s comes behind %g s (%v)", f[3], last, err)
				}
				last = at
			}
			if !maps.Equal(got, want) || len(want) < 4 {
				t.Errorf("tshark finds %v, and the trace has %v", got, want)
			}
			frames := out.Summary.Total.Frames
			counted := map[string]int64{"sent": frames.Sent, "received": frames.Received}
			for cause := trace.NoCause + 1; cause.OfLoss(); cause++ {
				counted[cause.String()] = frames.Lost[cause] + frames.Missed[cause]
			}
			maps.DeleteFunc(counted, func(_ string, n int64) bool { return n == 0 })
			if !maps.Equal(causes, counted) {
				t.Errorf("tshark finds %v, and the run counted %v", causes, counted)
			}
			t.Log(causes)
		})
	}
}

// The bytes of a capture of one frame are those that the standard and the manual ask for, worked by hand.
func TestBytes(t *testing.T) {
	tables := recorder.NewTables()
	var data bytes.Buffer
	w := pcapng.New(&data)
	head := &recorder.Head{Grid: 1e9, Causes: []string{"none", "collision"}, Nodes: []recorder.Node{{Name: "a"}, {Name: "bc"}}, Links: []recorder.Link{{Name: "l"}}}
	w.Inform(head)
	sends := columns.New(tables.Sends, 1)
	sends.Row()
	for i, v := range map[int]int64{recorder.SendAt: 5_000_000_001, recorder.SendLink: 0, recorder.SendNumber: 7, recorder.SendNode: 0, recorder.SendDest: 1, recorder.SendAirtime: 256, recorder.SendBits: 12, recorder.SendKind: 3, recorder.SendPacket: 9, recorder.SendBand: 0} {
		sends.Int(i, v)
	}
	for i, v := range map[int]float64{recorder.SendPower: 100, recorder.SendX: 0, recorder.SendY: 0, recorder.SendZ: 0} {
		sends.Short(i, v)
	}
	w.Put(sends)
	arrivals := columns.New(tables.Arrivals, 1)
	arrivals.Row()
	for i, c := range tables.Arrivals.Columns {
		switch c.Type {
		case columns.Number:
			arrivals.Float(i, 0)
		case columns.Short:
			arrivals.Short(i, map[int]float64{recorder.ArrivalPower: 0.01, recorder.ArrivalSINR: 10, recorder.ArrivalDoppler: 0.5}[i])
		default:
			arrivals.Int(i, map[int]int64{recorder.ArrivalEnded: 5_000_002_000, recorder.ArrivalNumber: 7, recorder.ArrivalNode: 1, recorder.ArrivalDelay: 258, recorder.ArrivalFate: recorder.Missed, recorder.ArrivalCause: 1}[i])
		}
	}
	w.Put(arrivals)
	if err := w.Close(head); err != nil {
		t.Fatal(err)
	}
	// 5,000,000,001 ns is 1 * 2^32 + 705,032,705 = 0x2A05F201; 5,000,002,000 - 2^32 = 705,034,704 = 0x2A05F9D0. 12 bits are two bytes: the
	// length is 54 = 0x36. 100 is 20 dB = 0x41A00000, 0.01 -20 dB = 0xC1A00000, 10 is 10 dB = 0x41200000, and 0.5 is 0x3F000000.
	want := "0a0d0d0a" + "30000000" + "4d3c2b1a" + "0100" + "0000" + "ffffffffffffffff" + "0400" + "0900" + hex("halocline") + "000000" + "00000000" + "30000000" +
		"01000000" + "28000000" + "9300" + "0000" + "00000000" + "0200" + "0300" + hex("a/l") + "00" + "0900" + "0100" + "09000000" + "00000000" + "28000000" +
		"06000000" + "60000000" + "00000000" + "01000000" + "01f2052a" + "34000000" + "36000000" +
		"01000003" + "0000" + "0000" + "00000000" + "00000001" + "ffffffff" + "00000007" + "00000009" + "0000000c" + "0000000000000100" + "41a00000" + "7fc00000" + "00000000" +
		"0200" + "0400" + "02000000" + "00000000" + "60000000" +
		"01000000" + "28000000" + "9300" + "0000" + "00000000" + "0200" + "0400" + hex("bc/l") + "0900" + "0100" + "09000000" + "00000000" + "28000000" +
		"06000000" + "78000000" + "01000000" + "01000000" + "d0f9052a" + "34000000" + "36000000" +
		"01040103" + "0000" + "0000" + "00000000" + "00000001" + "00000001" + "00000007" + "00000009" + "0000000c" + "0000000000000102" + "c1a00000" + "41200000" + "3f000000" +
		"0100" + "1100" + hex("missed: collision") + "000000" + "0200" + "0400" + "01000000" + "00000000" + "78000000"
	if got := fmt.Sprintf("%x", data.Bytes()); got != want {
		t.Errorf("the capture is\n%s, not\n%s", got, want)
	}
}

// hex writes a text as hexadecimal numbers.
func hex(text string) string { return fmt.Sprintf("%x", text) }

// noRoom is a disk without room.
type noRoom struct{}

func (noRoom) Write([]byte) (int, error) { return 0, errors.New("no room") }

// A capture that cannot be written is an error in the end.
func TestNoRoom(t *testing.T) {
	if err := pcapng.New(noRoom{}).Close(&recorder.Head{}); err == nil || err.Error() != "no room" {
		t.Error(err)
	}
}
