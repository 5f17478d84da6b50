package measure

import (
	"halocline/scenarios"
	"halocline/sim/metric"
	"halocline/sim/trace"
)

// Definitions are the metrics of every run. Whoever makes many runs makes them once: in a run of half a millisecond they would be
// a third of all memory. They do not change, so that runs side by side may share them.
type Definitions struct {
	whole     []defined[Outcome] // of the whole run, whatever it has
	computers defined[Outcome]
	links     defined[scenarios.LinkUse]
	loops     metric.List[trace.LoopSummary]
}

// defined is what is declared of a thing.
type defined[T any] struct {
	thing string
	list  metric.List[T]
	defs  []metric.Def // of the list
}

func define[T any](thing string, list metric.List[T]) defined[T] {
	return defined[T]{thing, list, list.Defs()}
}

// section makes a section of what is declared, and of such Ts.
func (d *defined[T]) section(subjects []string, of func(subject int) *T) section {
	return section{thing: d.thing, subjects: subjects, defs: d.defs, value: func(def, subject int) float64 { return d.list[def].Value(of(subject)) }}
}

// Define makes the definitions.
func Define() *Definitions {
	packets := metric.Within(func(o *Outcome) *trace.Packets { return &o.Summary.Total.Packets }, trace.PacketMetrics())
	fates := metric.Within(func(o *Outcome) *trace.Packets { return &o.Summary.Total.Packets }, trace.FateMetrics())
	frames := metric.Within(func(o *Outcome) *trace.Frames { return &o.Summary.Total.Frames }, trace.FrameMetrics())
	return &Definitions{
		whole: []defined[Outcome]{
			define("run", runMetrics()), define("packets", append(packets, flowMetrics()...)), define("frames", frames), define("fates", fates), define("energy", energyMetrics()),
		},
		computers: define("computers", computerMetrics()),
		links:     define(scenarios.OfLink, scenarios.LinkMetrics()),
		loops:     trace.LoopMetrics(),
	}
}

// defined returns the definitions of the run, which it makes where there are none.
func (o *Outcome) defined() *Definitions {
	if o.definitions == nil {
		o.definitions = Define()
	}
	return o.definitions
}

// runMetrics declares what is measured of a run as such.
func runMetrics() metric.List[Outcome] {
	var all metric.List[Outcome]
	all.Add("reached", "s", metric.Total, "simulated time at which the run ended: the duration, or the moment at which the last vehicle docked",
		func(o *Outcome) float64 { return o.Reached })
	return all
}

// flowMetrics declares what is measured of the flows of packets.
func flowMetrics() metric.List[Outcome] {
	var all metric.List[Outcome]
	all.Add("jain", "", metric.Mean, "Jain's index of fairness among the flows from one node to another, (sum x)^2 / (n sum x^2) with x the share of the packets offered in a flow that was delivered. It is 1 if all flows have the same share, 1/n if only one of n delivers anything",
		func(o *Outcome) float64 { return float64(o.Summary.Jain) })
	all.Add("jitter", "s", metric.Mean, "mean change of the delay from one delivery of a flow to the next, over all flows",
		func(o *Outcome) float64 { return float64(o.Summary.Jitter) })
	all.Add("age_mean", "s", metric.Mean, "age of information: time since the newest received packet was created; until one is received, time since the first was created. It is a mean over time and over the flows of status packets, which are all packets but requests",
		func(o *Outcome) float64 { return float64(o.Summary.AgeMean) })
	all.Add("age_peak", "s", metric.Maximum, "greatest age of information of a flow, mean over the flows of status packets",
		func(o *Outcome) float64 { return float64(o.Summary.AgePeak) })
	all.Add("silent_flows", "", metric.Count, "flows of status packets without a delivery after the warm-up; a flow has the packets from one node to one other",
		func(o *Outcome) float64 { return float64(o.Summary.Silent) })
	all.Add("received", "", metric.Count, "packets that nodes received, each once at each node, in the time of the run without its warm-up",
		func(o *Outcome) float64 { return o.received() })
	all.Computed(trace.FlowEquations())
	all.Higher("jain", "received")
	all.Lower("age_mean", "age_peak", "silent_flows")
	return all
}

// received adds up the packets that each node received.
func (o *Outcome) received() float64 {
	sum := int64(0)
	for i := range o.Summary.PerNode {
		sum += o.Summary.PerNode[i].Received
	}
	return float64(sum)
}

// energyMetrics declares what is measured of the energy of all radios.
func energyMetrics() metric.List[Outcome] {
	var all metric.List[Outcome]
	all.Add("communication", "J", metric.Total, "electrical energy of all radios; none where no modem draws any power",
		func(o *Outcome) float64 { return float64(o.Energy) })
	all.Add("per_bit", "J/bit", metric.Rate, "energy of all radios for each bit that was delivered, in the time of the run without its warm-up",
		func(o *Outcome) float64 { return float64(o.PerBit) })
	all.Add("power", "W", metric.Rate, "mean electrical power of all radios, in the time of the run without its warm-up: unlike an energy it does not grow with the length of the run",
		func(o *Outcome) float64 { return o.power(float64(o.Energy)) })
	for _, part := range []struct {
		state, doing string
		of           func(*scenarios.RadioUse) float64
	}{
		{"transmit", "transmitted", func(r *scenarios.RadioUse) float64 { return r.TransmitEnergy }},
		{"receive", "received a frame", func(r *scenarios.RadioUse) float64 { return r.ReceiveEnergy }},
		{"idle", "listened", func(r *scenarios.RadioUse) float64 { return r.IdleEnergy }},
		{"sleep", "slept", func(r *scenarios.RadioUse) float64 { return r.SleepEnergy }},
	} {
		all.Add(part.state, "J", metric.Total, "energy that all radios took while they "+part.doing,
			func(o *Outcome) float64 { return o.energyIn(part.of) })
	}
	all.Lower("per_bit")
	return all
}

// computerMetrics declares what is measured of the nodes' computers.
func computerMetrics() metric.List[Outcome] {
	var all metric.List[Outcome]
	all.Add("missed", "", metric.Count, "deadlines that jobs of the nodes' computers missed; none where no node runs a program with tasks",
		func(o *Outcome) float64 { return o.overTasks(func(t *TaskUse) int64 { return t.Missed }) })
	all.Add("overruns", "", metric.Count, "jobs that were released before an earlier one of their task was finished",
		func(o *Outcome) float64 { return o.overTasks(func(t *TaskUse) int64 { return t.Overruns }) })
	return all
}

// overTasks adds up a count of the tasks of all computers.
func (o *Outcome) overTasks(of func(*TaskUse) int64) float64 {
	var sum int64
	for i := range o.Tasks {
		sum += of(&o.Tasks[i])
	}
	return float64(sum)
}
