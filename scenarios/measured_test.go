package scenarios

import (
	"fmt"
	"strings"
	"testing"

	"halocline/mac"
	"halocline/phy"
	"halocline/plant/program"
	"halocline/plant/sensor"
	"halocline/sim/metric"
)

// Models of another module with a count each.
type (
	countingProtocol struct {
		oddProtocol
		name string
	}
	countingChannel struct{ oddChannel }
	countingSensor  struct{ oddSensor }
)

func aCount(name string) []metric.Def {
	return []metric.Def{{Name: name, Kind: metric.Count, Doc: "a count of mine"}}
}

func (c *countingProtocol) Metrics() []metric.Def { return aCount(c.name) }
func (*countingChannel) Metrics() []metric.Def    { return aCount("answers") }
func (*countingSensor) Metrics() []metric.Def     { return aCount("answers") }

// A link has metrics of its own, and one protocol and one channel, a node many instruments beside its program: no two metrics of
// one thing have one name.
func TestMetricsOfOneThing(t *testing.T) {
	l := Standard()
	for i, row := range []struct {
		err  error
		want string
	}{
		{Put(l, "a", func() mac.Config { return &countingProtocol{name: "answers"} }), "<nil>"},
		{Put(l, "b", func() phy.ChannelConfig { return &countingChannel{} }), `model "b": metric answers: one that has this model may have a of the access protocols too, with a metric of that name`},
		{Put(l, "c", func() program.Program { return &measuring{defs: aCount("answers")} }), "<nil>"},
		{Put(l, "d", func() sensor.Config { return &countingSensor{} }), `model "d": metric answers: one that has this model may have c of the programs too`},
	} {
		if got := fmt.Sprint(row.err); !strings.HasPrefix(got, row.want) {
			t.Errorf("%d: %s, want %q", i, got, row.want)
		}
	}
	for _, name := range []string{"offered", "sent", "utilisation", "energy"} {
		err := Put(l, "odd", func() mac.Config { return &countingProtocol{name: name} })
		if want := fmt.Sprintf(`model "odd": metric %s: every link has one of that name; give this one another name`, name); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
