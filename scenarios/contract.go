package scenarios

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"halocline/phy"
	"halocline/plant/program"
	"halocline/plant/sensor"
	"halocline/sim/metric"
	"halocline/sim/trace"
)

// What a model of any module has to keep beyond its types is checked here, once, when a run is built: so it is a
// fault at the key that chose the model, and not a panic of ours later or a number that means nothing.

// errNothing says that a method of a model returns nil without an error.
func errNothing(method string) error {
	return fmt.Errorf("this model's %s returns nil and no error; have it return one of them", method)
}

// checkTiming returns why an instrument cannot be asked when its configuration says.
func checkTiming(t sensor.Timing) error {
	if t.Interval() <= 0 || t.Due(0) < 0 || t.Latency < 0 {
		return fmt.Errorf("this model's Schedule returns a period of %v, a start at %v and a latency of %v; give a period above 0, and neither a start nor a latency below", t.Interval(), t.Start, t.Latency)
	}
	return nil
}

// checkQuantities returns why the readings of an instrument could not be told apart.
func checkQuantities(s sensor.Sensor) error {
	seen := map[string]bool{}
	for _, q := range s.Quantities() {
		if q.Name == "" || seen[q.Column()] {
			return fmt.Errorf("this model's Quantities have %q, which is no name or that of another one; give each a name of its own", q.Column())
		}
		seen[q.Column()] = true
	}
	if len(seen) == 0 {
		return errors.New("this model's Quantities are none; an instrument reads one number at least")
	}
	return nil
}

// checkNoise returns why the noise of a channel is none.
func checkNoise(c phy.Channel) error {
	if n := c.Noise(); !(n >= 0) || math.IsInf(n, 1) {
		return fmt.Errorf("this model's Noise is %g; a power is a finite number from 0 on", n)
	}
	return nil
}

// checkPorts returns why values could not come in through the ports of a program.
func checkPorts(r program.Running) error {
	ported, ok := r.(program.Ported)
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	for _, p := range ported.Ports() {
		switch {
		case p.Name == "" || seen[p.Name]:
			return fmt.Errorf("Ports of this program has %q, which is no name or that of another one; give each a name of its own", p.Name)
		case (p.In == nil) == (p.Take == nil):
			return fmt.Errorf("port %q of this program has no function In or Take, or both; give it one of them", p.Name)
		}
		seen[p.Name] = true
	}
	return nil
}

// checkDefs returns why metrics could not be told apart, or not be tabulated.
func checkDefs(defs []metric.Def) error {
	for i, d := range defs {
		same := func(other metric.Def) bool { return other.Name == d.Name }
		switch {
		case checkName(d.Name) != nil:
			return fmt.Errorf("metric %d is named %q; a name is made of letters, digits, - and _", i, d.Name)
		case slices.ContainsFunc(defs[:i], same):
			return fmt.Errorf("two metrics are named %s; give one of them another name", d.Name)
		case !slices.Contains(metric.Kinds(), d.Kind):
			return fmt.Errorf("metric %s is of kind %q; take one of %v", d.Name, d.Kind, metric.Kinds())
		case !slices.Contains([]metric.Better{"", metric.Higher, metric.Lower}, d.Better):
			return fmt.Errorf("the Better of metric %s is %q; it is %s, %s or empty", d.Name, d.Better, metric.Higher, metric.Lower)
		case d.Doc == "" || strings.HasSuffix(d.Doc, ".") || strings.Contains(d.Doc, "\n"):
			return fmt.Errorf("the Doc of metric %s is %q; say what it is for halocline explain, in a line without a full stop", d.Name, d.Doc)
		}
	}
	return nil
}

// checkMetrics returns why the metrics of a model that is put on a shelf would be taken for those of others: a node or
// a link has one metric of a name, whichever of its models measures it.
func (l *Library) checkMetrics(on Shelf, model any) error {
	config, ok := model.(metric.Config)
	if !ok {
		return nil
	}
	if err := checkDefs(config.Metrics()); err != nil {
		return err
	}
	ofNode, thing, taken := strings.HasPrefix(on.Key, "nodes"), "link", LinkMetrics().Defs()
	if ofNode {
		thing, taken = "vehicle or battery", append(contactMetrics().Defs(), batteryMetrics().Defs()...)
	}
	for d := range shared(config.Metrics(), taken) {
		return fmt.Errorf("metric %s: every %s has one of that name; give this one another name", d.Name, thing)
	}
	for _, shelf := range l.shelves {
		if strings.HasPrefix(shelf.Key, "nodes") != ofNode {
			continue
		}
		meet := shelf.of != on.of || strings.HasSuffix(shelf.Key, "[]") // a link has one protocol, a node one program and many instruments
		for _, name := range slices.Sorted(maps.Keys(shelf.Models)) {
			other, ok := shelf.Models[name]().(metric.Config)
			if !ok {
				continue
			}
			for d, known := range shared(config.Metrics(), other.Metrics()) {
				if d.Kind != known.Kind || d.Unit != known.Unit {
					return fmt.Errorf("metric %s is a %s in %q, and that of %s a %s in %q; give it another name", d.Name, d.Kind, d.Unit, name, known.Kind, known.Unit)
				}
				if meet && reflect.TypeOf(model) != reflect.TypeOf(other) {
					return fmt.Errorf("metric %s: one that has this model may have %s of the %s too, with a metric of that name; give this one another name", d.Name, name, shelf.Title)
				}
			}
		}
	}
	return nil
}

// shared goes through pairs of metrics that have one name.
func shared(a, b []metric.Def) iter.Seq2[metric.Def, metric.Def] {
	return func(yield func(metric.Def, metric.Def) bool) {
		for _, d := range a {
			for _, e := range b {
				if d.Name == e.Name && !yield(d, e) {
					return
				}
			}
		}
	}
}

// checkSource returns why nobody gives the values of what a model declares. Those of a program may be known to others.
func checkSource(config, built any) error {
	declares, ok := config.(metric.Config)
	if _, gives := built.(metric.Source); gives || !ok {
		return nil
	}
	others := append(trace.LoopMetrics().Defs(), program.RadioEnergy())
	for _, d := range declares.Metrics() {
		if !slices.ContainsFunc(others, func(o metric.Def) bool { return o.Name == d.Name }) {
			return fmt.Errorf("this model's Metrics declare %s, and what it builds has no method Values that gives it; see metric.Source", d.Name)
		}
	}
	return nil
}
