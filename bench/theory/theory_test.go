package theory

import "testing"

// TestRows holds every row against its theory.
func TestRows(t *testing.T) {
	for _, row := range Rows() {
		t.Run(row.Protocol+"/"+row.Setup+"/"+row.Quantity, func(t *testing.T) {
			r, err := row.Run(t.Context(), 1)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("theory %.6g, simulated %.6g +- %.2g, off by %+.2f %%, %s", r.Theory, r.Mean, r.StdErr, 100*r.Deviation, r.Verdict)
			if r.Verdict == Differs {
				t.Errorf("simulation and theory differ")
			}
		})
	}
}
