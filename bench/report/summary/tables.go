package summary

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"halocline/bench/report/text"
	"halocline/bench/study/measure"
	"halocline/bench/study/results"
	"halocline/plant/ncs"
	"halocline/plant/program/mission"
	"halocline/sim/trace"
)

// maxRows and maxFlows are how many nodes and flows the summary shows one by
// one.
const (
	maxRows  = 40
	maxFlows = 20
)

// outcome is what is written, with the description of its scenario.
type outcome struct {
	*measure.Outcome
	description string
}

// Write writes an outcome for people.
func Write(w io.Writer, of *measure.Outcome, description string) error {
	o := outcome{of, description}
	fmt.Fprintln(w, strings.TrimSuffix(o.Scenario+": "+o.description, ": "))
	reached := fmt.Sprintf("%g s", o.Reached)
	if !o.Complete {
		reached += fmt.Sprintf(" of %g s", o.Duration)
	}
	reached += " simulated"
	if o.Warmup > 0 {
		reached += fmt.Sprintf(" and counted from %g s on", o.Warmup)
	}
	fmt.Fprintf(w, "seed %d, %s, %d events, fingerprint %s\n", o.Seed, reached, o.Events, o.Fingerprint)
	for _, c := range o.Changes {
		fmt.Fprintf(w, "from %g s on %s = %s\n", c.At, c.Key, c.Value)
	}
	for _, f := range o.Failures {
		what := "failed"
		if f.Works {
			what = "works again"
		}
		fmt.Fprintf(w, "at %g s %s of %s %s\n", f.At, f.Part, f.Node, what)
	}
	tables := []func(io.Writer) error{o.nodeTable, o.flowTable, o.fateTable, o.linkTable, o.measures}
	switch {
	case len(o.Radios) == 0:
		tables = nil
	case o.Summary.Total.Packets.Offered == 0:
		tables = []func(io.Writer) error{o.nodeTable, o.linkTable}
	}
	if len(measure.Reports[ncs.SurveySummary](o.Outcome)) > 0 {
		tables = append([]func(io.Writer) error{o.surveyTable}, tables...)
	}
	if len(measure.Reports[ncs.VoyageSummary](o.Outcome)) > 0 {
		tables = append([]func(io.Writer) error{o.voyageTable, o.loopTable}, tables...)
	}
	if len(measure.Reports[mission.Summary](o.Outcome)) > 0 {
		tables = append([]func(io.Writer) error{o.missionTable}, tables...)
	}
	if len(o.own()) > 0 {
		tables = append([]func(io.Writer) error{o.ownTable}, tables...)
	}
	for _, table := range tables {
		fmt.Fprintln(w)
		if err := table(w); err != nil {
			return err
		}
	}
	if !o.Complete {
		fmt.Fprintf(w, "\nnot complete: %s\n", o.Reason)
	}
	return nil
}

// voyageTable shows how the vehicles came to their berths.
func (o *outcome) voyageTable(w io.Writer) error {
	header := heads(voyageColumns())
	voyages := measure.Reports[ncs.VoyageSummary](o.Outcome)
	reckon := slices.ContainsFunc(voyages, func(v ncs.VoyageSummary) bool { return !math.IsNaN(float64(v.EstimateRMS)) })
	if !reckon {
		header = header[:len(header)-1]
	}
	t := text.NewMixedTable(w, func(column int) bool { return column < 2 }, header...)
	for _, v := range voyages {
		row := []string{
			v.Node, v.Outcome, hundredths(v.TimeToSwitch), hundredths(v.TimeToDock), fmt.Sprintf("%.3f", v.Final),
			fmt.Sprintf("%.1f", v.IAE), fmt.Sprintf("%.3f", v.Overshoot), thousandths(v.Motive / 1000),
		}
		if reckon {
			row = append(row, thousandths(v.EstimateRMS))
		}
		t.Append(row)
	}
	if err := t.Render(); err != nil {
		return err
	}
	writeNavigation(w, voyages, func(v *ncs.VoyageSummary) (node, by string) { return v.Node, v.Navigation })
	return nil
}

// writeNavigation says how vehicles find out where they are: for all of them at once, where it is the same.
func writeNavigation[T any](w io.Writer, all []T, of func(*T) (node, by string)) {
	var kinds []string
	nodes := map[string][]string{}
	for i := range all {
		node, by := of(&all[i])
		if nodes[by] == nil {
			kinds = append(kinds, by)
		}
		nodes[by] = append(nodes[by], node)
	}
	if len(kinds) > 1 {
		for i, by := range kinds {
			kinds[i] = by + " (" + strings.Join(nodes[by], ", ") + ")"
		}
	}
	fmt.Fprintln(w, "navigation: "+strings.Join(kinds, "; "))
}

// surveyTable shows how the vehicles came along their paths.
func (o *outcome) surveyTable(w io.Writer) error {
	header, surveys := heads(surveyColumns()), measure.Reports[ncs.SurveySummary](o.Outcome)
	estimated := slices.ContainsFunc(surveys, func(v ncs.SurveySummary) bool { return !math.IsNaN(float64(v.EstimateRMS)) })
	if !estimated {
		header = header[:len(header)-1]
	}
	t := text.NewTable(w, header...)
	for _, v := range surveys {
		row := []string{
			v.Node, hundredths(v.Finish), fmt.Sprintf("%.1f", v.Length), fmt.Sprintf("%.1f", v.Covered), fmt.Sprintf("%.1f", v.Way),
			hundredths(v.CrossTrack), hundredths(v.DepthError),
		}
		if estimated {
			row = append(row, hundredths(v.EstimateRMS))
		}
		t.Append(row)
	}
	if err := t.Render(); err != nil {
		return err
	}
	writeNavigation(w, surveys, func(v *ncs.SurveySummary) (node, by string) { return v.Node, v.Navigation })
	return nil
}

// hundredths writes a measure to two decimals.
func hundredths(m trace.Measure) string { return decimals(m, 2) }

// thousandths writes a measure to three decimals.
func thousandths(m trace.Measure) string { return decimals(m, 3) }

// decimals writes a measure; a dash where there is none.
func decimals(m trace.Measure, n int) string {
	if math.IsNaN(float64(m)) {
		return "-"
	}
	return strconv.FormatFloat(float64(m), 'f', n, 64)
}

// loopTable shows what the controllers had to act on.
func (o *outcome) loopTable(w io.Writer) error {
	t := text.NewTable(w, heads(loopColumns())...)
	for _, l := range o.Loops {
		t.Append([]string{
			l.Node, count(l.Offered), count(l.Used), count(l.Outdated), count(l.NotDelivered),
			seconds(l.DelayMean), seconds(l.DelayP95), seconds(l.AgeMean), seconds(l.AgePeak), seconds(l.PeriodAvg), seconds(l.Jitter),
		})
	}
	return t.Render()
}

// own returns the metrics of models that have no table of their own.
func (o *outcome) own() []results.Metric {
	return o.Own(func(report any) bool {
		switch report.(type) {
		case ncs.VoyageSummary, ncs.SurveySummary:
			return true
		}
		return false
	})
}

// Own is what programs and other models measure by themselves: values by the names of metrics, in their units.
type Own map[string]trace.Measure

// OwnOf returns what a table of a run shows of it.
func OwnOf(of *measure.Outcome) Own {
	all := Own{}
	for _, m := range (&outcome{Outcome: of}).own() {
		all[m.Name] = trace.Measure(m.Value)
	}
	return all
}

// missionTable shows what became of the tasks of missions.
func (o *outcome) missionTable(w io.Writer) error {
	t := text.NewMixedTable(w, func(column int) bool { return column < 3 }, "mission", "task", "outcome", "begin (s)", "arrived (s)", "end (s)", "way (m)", "interrupted")
	var remarks []string
	for _, m := range measure.Reports[mission.Summary](o.Outcome) {
		for _, k := range m.Tasks {
			t.Append([]string{m.Node, k.Name, string(k.Outcome), hundredths(k.Begin), hundredths(k.Arrived), hundredths(k.End), fmt.Sprintf("%.1f", k.Way), strconv.Itoa(k.Interrupted)})
			if k.Why != "" {
				remarks = append(remarks, fmt.Sprintf("%s, task %s: %s", m.Node, k.Name, k.Why))
			}
		}
		for _, when := range m.Spent {
			remarks = append(remarks, fmt.Sprintf("%s, event %s: it has acted as often as it may", m.Node, when))
		}
	}
	if err := t.Render(); err != nil {
		return err
	}
	for _, r := range remarks {
		fmt.Fprintln(w, r)
	}
	return nil
}

// ownTable shows what programs and other models measure by themselves.
func (o *outcome) ownTable(w io.Writer) error {
	own := o.own()
	t := text.NewTable(w, "metric", "value", "unit")
	for _, m := range own[:min(len(own), maxRows)] {
		value := "-"
		if !math.IsNaN(m.Value) {
			value = text.Number(m.Value)
		}
		t.Append([]string{m.Name, value, m.Unit})
	}
	if err := t.Render(); err != nil {
		return err
	}
	if rest := len(own) - maxRows; rest > 0 {
		fmt.Fprintf(w, "and %d more, which a study records\n", rest)
	}
	return nil
}

// nodeTable shows what each node offered and what became of it.
func (o *outcome) nodeTable(w io.Writer) error {
	t := text.NewTable(w, heads(nodeColumns())...)
	nodes := o.Summary.PerNode
	shown := nodes[:min(len(nodes), maxRows)]
	var received int64
	for i, n := range nodes {
		received += n.Received
		if i < len(shown) {
			t.Append(packetRow(n.Node, n.Packets, n.Received))
		}
	}
	t.Footer(packetRow("total", o.Summary.Total.Packets, received))
	if err := t.Render(); err != nil {
		return err
	}
	if rest := len(nodes) - len(shown); rest > 0 {
		fmt.Fprintf(w, "and %d more nodes, which --json lists\n", rest)
	}
	return nil
}

func packetRow(name string, p trace.Packets, received int64) []string {
	return []string{
		name, count(p.Offered), count(p.Delivered), percent(float64(p.DeliveryRatio)),
		seconds(p.DelayMean), seconds(p.DelayP95),
		count(p.Refused.Sum()), count(p.Dropped.Sum()), count(p.Lost.Sum()), count(p.InFlight), count(received),
	}
}

// flowTable shows how old what arrives is.
func (o *outcome) flowTable(w io.Writer) error {
	flows := o.Summary.PerFlow
	if len(flows) == 0 {
		fmt.Fprintln(w, "no packet had one receiver or reached any")
		return nil
	}
	t := text.NewMixedTable(w, func(column int) bool { return column < 2 }, heads(flowColumns())...)
	for _, f := range flows[:min(len(flows), maxFlows)] {
		t.Append([]string{
			f.Source, f.Destination, count(f.Offered), count(f.Delivered), seconds(f.DelayMean), seconds(f.DelayP50), seconds(f.DelayP99), seconds(f.DelayMax),
			seconds(f.Jitter), seconds(f.AgeMean), seconds(f.AgePeak),
		})
	}
	if err := t.Render(); err != nil {
		return err
	}
	if rest := len(flows) - maxFlows; rest > 0 {
		fmt.Fprintf(w, "and %d more flows, which --json lists\n", rest)
	}
	return nil
}

// measures shows what stands for the whole run in one number each.
func (o *outcome) measures(w io.Writer) error {
	p := o.Summary.Total.Packets
	fmt.Fprintf(w, "throughput %s, goodput %s, jitter %s, Jain index %s\n",
		withUnit(p.Throughput, "bit/s"), withUnit(p.Goodput, "bit/s"), seconds(o.Summary.Jitter), withUnit(o.Summary.Jain, ""))
	if n := o.Summary.Silent; n > 0 {
		fmt.Fprintf(w, "%s delivered nothing\n", text.Plural(int(n), "flow"))
	}
	if !math.IsNaN(float64(o.Energy)) {
		value := map[string]trace.Measure{}
		for _, m := range o.Metrics() {
			value[m.Name] = trace.Measure(m.Value)
		}
		fmt.Fprintf(w, "energy %s, in the mean %s; %s for each bit delivered\n", withUnit(o.Energy, "J"), withUnit(value["energy.power"], "W"), withUnit(o.PerBit, "J"))
		fmt.Fprintf(w, "transmitting %s, receiving %s, listening %s, asleep %s\n", withUnit(value["energy.transmit"], "J"),
			withUnit(value["energy.receive"], "J"), withUnit(value["energy.idle"], "J"), withUnit(value["energy.sleep"], "J"))
	}
	return nil
}

// fateTable shows the one cause in which each packet ended.
func (o *outcome) fateTable(w io.Writer) error {
	p := o.Summary.Total.Packets
	t := text.NewTable(w, heads(fateColumns())...)
	row := func(name string, n int64) {
		if n > 0 {
			t.Append([]string{name, count(n), percent(float64(n) / float64(p.Offered))})
		}
	}
	row("delivered", p.Delivered)
	for _, fate := range []struct {
		name  string
		tally trace.Tally
	}{{"refused", p.Refused}, {"dropped", p.Dropped}, {"lost", p.Lost}} {
		for cause, n := range fate.tally {
			row(fate.name+", "+trace.Cause(cause).String(), n)
		}
	}
	row("in flight at the end", p.InFlight)
	t.Footer([]string{"offered", count(p.Offered), percent(1)})
	return t.Render()
}

// linkTable shows what was on the air, and what became of the arrivals.
func (o *outcome) linkTable(w io.Writer) error {
	t := text.NewTable(w, heads(linkColumns())...)
	for _, l := range o.Summary.PerLink {
		f := l.Frames
		lost, missed := f.Lost.Sum(), f.Missed.Sum()
		t.Append([]string{
			l.Link, count(f.Sent), count(f.Aborted), percent(float64(l.Utilisation)),
			count(f.Received + lost + missed), count(f.Received), count(lost), count(missed), count(f.Collisions()),
		})
	}
	return t.Render()
}

func count(n int64) string { return strconv.FormatInt(n, 10) }

// percent writes a fraction; a dash where there is none.
func percent(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	return strconv.FormatFloat(100*x, 'f', 1, 64) + " %"
}

// seconds writes a time; a dash where there is none.
func seconds(m trace.Measure) string {
	if math.IsNaN(float64(m)) {
		return "-"
	}
	return strconv.FormatFloat(float64(m), 'f', 3, 64) + " s"
}

// withUnit writes a number and its unit; a dash where there is none.
func withUnit(m trace.Measure, unit string) string {
	if math.IsNaN(float64(m)) {
		return "-"
	}
	return strings.TrimSuffix(strconv.FormatFloat(float64(m), 'g', 4, 64)+" "+unit, " ")
}
