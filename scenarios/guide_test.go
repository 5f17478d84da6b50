package scenarios

import (
	"math"
	"strings"
	"testing"

	"halocline/plant/ncs"
	"halocline/sim/trace"
)

// lit is cove with light as a third link, which guides within 3 m.
var lit = strings.NewReplacer(
	"nodes:", "  light: {channel: {type: ideal, speed: 2.25e8m/s}, modem: plain, mac: aloha}\nnodes:",
	"rf: {link: radio}}}\n  - {name: auv", "rf: {link: radio}, links: {lamp: {link: light, within: 3m, period: 20ms}}}}\n  - {name: auv",
	"rf: {link: radio}}}\n", "rf: {link: radio}, links: {light: {period: 20ms}}}}\n",
).Replace

// handed notes how far a vehicle is from the origin when the first update is offered on a link, and the last.
type handed struct {
	where       func(r *trace.Record) float64 // m
	first, last [3]float64
	sent        [3]int
}

func (h *handed) Emit(r trace.Record) {
	if r.Kind != trace.Offered || r.Node != 0 {
		return
	}
	if h.last[r.Link] = h.where(&r); h.sent[r.Link] == 0 {
		h.first[r.Link] = h.last[r.Link]
	}
	h.sent[r.Link]++
}

// A link that is neither sound nor radio guides a vehicle by its name in the scenario alone. Of those that cover the
// distance the one of the least range has it: radio from 10 m on, light from 3 m on, and each until the next one does,
// to the way of a period at less than 0.5 m/s: 0.37 m by sound, 0.02 m by radio.
func TestAThirdLinkGuides(t *testing.T) {
	h := &handed{}
	s, err := parse(t, lit(cove)).Build(nil, h)
	if err != nil {
		t.Fatal(err)
	}
	h.where = func(r *trace.Record) float64 { return s.nodes[1].body.Position(r.At).Dist(s.nodes[0].at.Position(0)) }
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if v := reports[ncs.VoyageSummary](s)[0]; v.Outcome != ncs.OutcomeDocked {
		t.Fatal(v.Outcome)
	}
	const sound, radio, light = 0, 1, 2
	for _, row := range []struct{ got, most, off float64 }{
		{h.first[sound], math.Hypot(11, 1), 1e-9},
		{h.first[radio], 10, 0.37},
		{h.last[radio], 3 + 0.02, 0.02},
		{h.first[light], 3, 0.02},
		{h.last[light], 0.5, 0.02},
	} {
		if row.got > row.most || row.got < row.most-row.off {
			t.Errorf("%+v of %+v", row, h)
		}
	}
	if last := h.last[sound]; last < 10 || h.sent[light] < 100 {
		t.Errorf("sound until %g m; %d updates by light", last, h.sent[light])
	}
}

// What a third link lacks is a fault at its key.
func TestFaultsOfAThirdLink(t *testing.T) {
	for _, row := range []struct{ from, to, want string }{
		{"{lamp: {link: light, within: 3m", "{lamp: {link: light, within: 0m", "more than 0m"},
		{"{lamp: {link: light,", "{lamp: {", `unknown link "lamp"`},
		{"{lamp: {link: light,", "{lamp: {link: radio,", `"radio" is taken already`},
		{"links: {light: {period: 20ms}}", "links: {radio: {period: 20ms}}", `"radio" is taken already`},
		{", links: {lamp: {link: light, within: 3m, period: 20ms}}", "", `the station sends no updates on link "light"; give its program an entry links.light too`},
	} {
		text := strings.Replace(lit(cove), row.from, row.to, 1)
		if text == lit(cove) {
			t.Fatalf("%q is not in the text", row.from)
		}
		plan, err := Standard().Parse("a.yaml", text, nil)
		if err == nil {
			_, err = plan.Check()
		}
		if err == nil || !strings.Contains(err.Error(), row.want) || !strings.HasPrefix(err.Error(), "a.yaml:1") {
			t.Errorf("%q: %v", row.to, err)
		}
	}
}
