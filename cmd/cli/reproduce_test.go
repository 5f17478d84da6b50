package cli

import (
	"strings"
	"testing"
)

// The names people type, and what the program says to those it does not know.
func TestReproduceNames(t *testing.T) {
	for args, want := range map[string]string{
		"period":          "contract-period: ",
		"contract-period": "contract-period: ",
		"range":           "thetis-range: ",
	} {
		halocline(t, "", "reproduce", args).expect(t, args, 0, want, "")
	}
	for args, want := range map[string]string{
		"erdemir-fig59": `did you mean "erdemir-fig5.9"?`,
		"fig59":         `did you mean "fig5.9"?`,
		"tdma-fram":     `did you mean "tdma-frame"?`,
		"tabel5.1":      `did you mean "table5.1"?`,
		"mac-teory":     `did you mean "mac-theory"?`,
		"somewhere":     "known: all, ",
	} {
		halocline(t, "", "reproduce", args).expect(t, args, 2, "", want)
	}
}

// Both names of one reproduction give it once.
func TestReproduceOnce(t *testing.T) {
	r := halocline(t, "", "reproduce", "period", "contract-period")
	if n := strings.Count(r.out, "contract-period: "); r.code != 0 || n != 1 {
		t.Errorf("%d times, code %d, %s", n, r.code, r.err)
	}
}

// The summary is a line for each result; the five claims of contract-period all hold.
func TestReproduceSummary(t *testing.T) {
	r := halocline(t, "", "reproduce", "period", "range", "--summary")
	r.expect(t, "summary", 0, "widest\n", "")
	lines := strings.Split(strings.TrimSpace(r.out), "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[2], "thetis-range ") || strings.Contains(r.out, "assumed") {
		t.Errorf("not a line for each of two results:\n%s", r.out)
	}
	if words := strings.Fields(lines[3]); words[0] != "contract-period" || strings.Join(words[len(words)-8:len(words)-4], " ") != "5 5 0 0" {
		t.Errorf("%q", lines[3])
	}
	halocline(t, "", "reproduce", "period", "--summary", "--json").expect(t, "summary and JSON", 2, "", "json summary")
}
