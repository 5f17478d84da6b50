package cli

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

// Work that looks at no context is left alone when its context is done, and otherwise gives
// what it gives.
func TestHeed(t *testing.T) {
	why := errors.New("signal")
	ctx, cancel := context.WithCancelCause(t.Context())
	if n, err := command.Until(ctx, func() (int, error) { return 3, why }); n != 3 || !errors.Is(err, why) {
		t.Errorf("%d, %v", n, err)
	}
	forever := make(chan int)
	t.Cleanup(func() { close(forever) })
	begun := func() (int, error) {
		cancel(why)
		return <-forever, nil
	}
	if _, err := command.Until(ctx, begun); !errors.Is(err, why) || command.ExitCode(err) != command.Failed {
		t.Errorf("under way: %v, exit code %d", err, command.ExitCode(err))
	}
	never := func() (int, error) {
		t.Error("work was begun when the context was done")
		return 0, nil
	}
	if _, err := command.Until(ctx, never); !errors.Is(err, why) {
		t.Error(err)
	}
}

// Ctrl-C is obeyed wherever a result file is opened and read: it is said once, and the exit
// code says that this was no fault of the file.
func TestResultsInterrupted(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Chdir(t.TempDir())
	write(t, ".", "s.yaml", "name: s\nbase: two-nodes\nset: {duration: 60s}\nsweep: {\"traffic[0].period\": [5s, 10s]}\n"+
		"tables: [{name: delay, rows: period, metric: packets.delay_mean}, {name: sent, rows: period, metric: packets.offered}]\nfigures: [{name: delays, kind: lines, x: period, y: packets.delay_mean}]\n")
	if code, text := said(t, "sweep", "s.yaml", "-o", "r.db"); code != command.OK {
		t.Fatal(text)
	}
	for args, places := range map[string]int{ // the file, the paper, and each table and figure
		"table r.db":         4,
		"plot r.db -o d.svg": 3,
		"report r.db -o out": 5,
	} {
		for look := 1; ; look++ {
			var out, diagnostics bytes.Buffer
			code := Run(simtest.NewFewLooks(t.Context(), look), scenarios.Standard(), strings.Fields(args), command.Streams{Out: &out, Err: &diagnostics})
			if code == command.OK {
				if look <= places {
					t.Errorf("%s: it was made at look %d, and there are %d places to stop at", args, look, places)
				}
				break
			}
			if code != command.Failed || diagnostics.String() != "halocline: "+simtest.ErrEnough.Error()+"\n" {
				t.Errorf("%s, look %d: exit code %d, %q, %q", args, look, code, diagnostics.String(), out.String())
			}
			if look > 100 {
				t.Fatalf("%s: it cannot be made", args)
			}
		}
	}
}
