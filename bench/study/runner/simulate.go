package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"halocline/bench/study"
	"halocline/bench/study/measure"
	"halocline/bench/study/pool"
	"halocline/bench/study/results"
	"halocline/scenarios/strict"
)

// ofPanic begins the reason of a run that a panic has ended.
const ofPanic = "panic: "

// simulate carries out the simulation of a run and fills in what it gave. A model
// that panics fails the run, not the study.
func (c *execution) simulate(run *results.Run) (err error) {
	defer func() {
		if v := recover(); v != nil {
			p := pool.Recovered(v)
			run.Status, run.Reason = results.Failed, fmt.Sprintf("%s%s, at %s", ofPanic, p.Text, p.At)
			run.Metrics, run.Series = nil, nil
		}
	}()
	plan, back, err := c.Lend(run.Cell, run.Repetition)
	if err != nil {
		run.Status, run.Reason = results.Failed, err.Error()
		return nil
	}
	options := measure.Options{Definitions: c.definitions}
	if len(c.Record.Series) > 0 {
		options.Series = measure.NewSeries(plan, c.Record.Step(), func(name string) bool { return c.period(name) > 0 })
	}
	out, err := measure.Run(context.Background(), plan, options)
	back(err == nil)
	if err != nil {
		run.Status, run.Reason = results.Failed, err.Error()
		return nil
	}
	run.Status, run.Reason, run.Fingerprint = results.OK, "", out.Fingerprint
	if !out.Complete {
		run.Status, run.Reason = results.Failed, out.Reason
	} else if out.Warmup > 0 && out.Reached <= out.Warmup {
		c.mu.Lock()
		c.state.Uncounted++
		c.mu.Unlock()
	}
	if err := c.metrics(run, out); err != nil {
		return err
	}
	c.series(run, options.Series)
	return nil
}

// metrics keeps the metrics that the study asks for. Asking for one that the run
// does not have is an error of the study.
func (c *execution) metrics(run *results.Run, out *measure.Outcome) error {
	all, wanted := out.Metrics(), c.Wanted()
	if c.Until != nil && c.Until.Metric != "" && !slices.ContainsFunc(all, func(m results.Metric) bool { return m.Name == c.Until.Metric }) {
		names := make([]string, len(all))
		for i, m := range all {
			names[i] = m.Name
		}
		return fmt.Errorf("%w: %s: until.metric: %s", ErrUnknown, c.File, strict.Unknown("metric", c.Until.Metric, names))
	}
	run.Metrics = slices.DeleteFunc(all, func(m results.Metric) bool { return !c.Records(m.Name) && !slices.Contains(wanted, m.Name) }) // nobody else has the outcome
	return nil
}

// period returns how often a series is kept, 0 for never. A study names a quantity,
// such as distance, of all nodes, or that of one, such as auv.distance.
func (c *execution) period(name string) time.Duration {
	_, quantity, _ := strings.Cut(name, ".")
	for _, s := range c.Record.Series {
		if study.Matches(s.Name, name) || study.Matches(s.Name, quantity) {
			return s.Period
		}
	}
	return 0
}

// series keeps the series that the study asks for. What is read at the period of the
// probe is thinned to its own.
func (c *execution) series(run *results.Run, from *measure.Series) {
	if from == nil {
		return
	}
	for _, line := range from.Lines() {
		every := 1
		if line.Sampled {
			every = int(c.period(line.Name) / c.Record.Step())
		}
		s := results.Series{Name: line.Name, Unit: line.Unit}
		for i := 0; i < len(line.Times); i += every {
			s.Times, s.Values = append(s.Times, line.Times[i]), append(s.Values, line.Values[i])
		}
		run.Series = append(run.Series, s)
	}
}
