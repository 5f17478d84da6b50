package study

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"halocline/scenarios"
	"halocline/sim/simtest"
)

// A study that nobody waits for any more is not read to its end, wherever its cells are
// gone through: 4096 for the condition of the study, and the 2048 that meet it twice for
// that of the table, to evaluate it and to tell its cells apart. With a look at every
// 1024th and one at the end these are 4 + 2 + 2 + 1.
func TestLoadStops(t *testing.T) {
	const looks = 9
	file := filepath.Join(t.TempDir(), "big.yaml")
	text := `name: big
base: two-nodes
vars:
  a: {from: 1, to: 64, step: 1}
  b: {from: 1, to: 64, step: 1}
where: ["a > 32"]
let: {duration: "a * b * 1s"}
tables:
  - {name: t, rows: a, columns: b, metric: packets.delivery_ratio, where: "a > 48"}
`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	whole := simtest.NewFewLooks(t.Context(), 0)
	if s, err := Load(whole, scenarios.Standard(), file); err != nil || s.Count() != 2048 || whole.Looks != looks {
		t.Fatalf("%v, %d looks, want %d", err, whole.Looks, looks)
	}
	for last := 1; last <= looks; last++ {
		ctx := simtest.NewFewLooks(t.Context(), last)
		s, err := Load(ctx, scenarios.Standard(), file)
		if s != nil || err != simtest.ErrEnough {
			t.Errorf("look %d: %v, %v", last, s, err)
		}
		if ctx.Looks > last+4 { // the two loops of the table look once, Open, and context.Cause
			t.Errorf("done at look %d, and there were %d", last, ctx.Looks)
		}
	}
	done, end := context.WithCancelCause(t.Context())
	end(simtest.ErrEnough)
	if s, err := Load(done, scenarios.Standard(), file); s != nil || err != simtest.ErrEnough {
		t.Errorf("done before: %v, %v", s, err)
	}
}
