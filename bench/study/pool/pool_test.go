package pool

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
)

// Every number is worked on once, with more and with fewer workers than numbers,
// and with none at all.
func TestEach(t *testing.T) {
	for _, workers := range []int{0, 1, 2, 7, 200} {
		for _, n := range []int{0, 1, 100} {
			seen := make([]atomic.Int32, n)
			err := Each(t.Context(), workers, n, func(_ context.Context, i int) error {
				seen[i].Add(1)
				return nil
			})
			if err != nil {
				t.Errorf("%d workers, %d pieces: %v", workers, n, err)
			}
			for i := range seen {
				if c := seen[i].Load(); c != 1 {
					t.Errorf("%d workers: piece %d of %d was worked on %d times", workers, i, n, c)
				}
			}
		}
	}
}

// After an error no new piece begins, and the first error by number is told.
func TestErrorEnds(t *testing.T) {
	bad := errors.New("bad")
	var begun atomic.Int32
	err := Each(t.Context(), 1, 100, func(_ context.Context, i int) error {
		begun.Add(1)
		if i >= 10 {
			return bad
		}
		return nil
	})
	if !errors.Is(err, bad) || begun.Load() != 11 {
		t.Errorf("%v after %d pieces, want bad after 11", err, begun.Load())
	}
}

// What the first error interrupts is no error of its own, even with a lower number.
func TestErrorOfTheInterrupted(t *testing.T) {
	bad := errors.New("bad")
	err := Each(t.Context(), 2, 2, func(ctx context.Context, i int) error {
		if i == 1 {
			return bad
		}
		<-ctx.Done()
		return ctx.Err()
	})
	if !errors.Is(err, bad) {
		t.Errorf("%v, want bad", err)
	}
}

// A context that is done ends the work, and its cause is told.
func TestContextEnds(t *testing.T) {
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	err := Each(ctx, 2, 100, func(ctx context.Context, i int) error {
		switch {
		case i == 5:
			cancel(why)
		case i > 5: // the other worker does not end the work before this one does
			<-ctx.Done()
		}
		return nil
	})
	if !errors.Is(err, why) {
		t.Errorf("%v, want %v", err, why)
	}
}

// A panic of the work is one of the caller, who can recover from it and has the stack.
func TestPanics(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	fail := func(i int) error {
		if i == 3 {
			panic("out of order")
		}
		return nil
	}
	for name, work := range map[string]func(){
		"each":  func() { Each(ctx, 2, 10, func(_ context.Context, i int) error { return fail(i) }) },
		"until": func() { Until(ctx, func() (int, error) { return 0, fail(3) }) },
		"both": func() {
			Until(ctx, func() (int, error) {
				return 0, Each(ctx, 2, 10, func(_ context.Context, i int) error { return fail(i) })
			})
		},
	} {
		func() {
			defer func() {
				p := Recovered(recover())
				if p.Text != "out of order" || !strings.HasPrefix(p.At, "halocline/bench/study/pool/pool_test.go:") || p.Own || !strings.Contains(string(p.Stack), "TestPanics") {
					t.Errorf("%s: %q at %s, %s", name, p.Text, p.At, p.Stack)
				}
			}()
			work()
			t.Errorf("%s went on", name)
		}()
	}
}

// The place of a panic is the innermost one in the module of the program, whatever of others it called.
func TestPlaceOfPanic(t *testing.T) {
	_, _, line, _ := runtime.Caller(0)
	mine := fmt.Sprintf("halocline/bench/study/pool/pool_test.go:%d", line+14) // of the call of Repeat below
	for module, want := range map[string]struct {
		at  string
		own bool
	}{"halocline/bench/study/pool": {mine, true}, "halocline/bench": {mine, true}, "halocline/be": {"strings/", false}, "halocline": {mine, false}} {
		func() {
			defer func() {
				recover()
				calls := make([]uintptr, 100)
				if at, own := place(runtime.CallersFrames(calls[:runtime.Callers(0, calls)]), module); own != want.own || !strings.HasPrefix(at, want.at) {
					t.Errorf("%s: %s, %v, want %s", module, at, own, want.at)
				}
			}()
			_ = strings.Repeat("x", line-2*line)
		}()
	}
}
