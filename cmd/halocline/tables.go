package main

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"

	"halocline/sim/trace"
)

// maxRows is how many nodes the summary shows one by one.
const maxRows = 40

// tables writes the outcome for people.
func (o *outcome) tables(w io.Writer) error {
	fmt.Fprintf(w, "%s: %s\n", o.Scenario, o.description)
	fmt.Fprintf(w, "seed %d, %g s simulated, %d events, fingerprint %s\n\n", o.Seed, o.Reached, o.Events, o.Fingerprint)
	if err := o.nodeTable(w); err != nil {
		return err
	}
	fmt.Fprintln(w)
	if err := o.fateTable(w); err != nil {
		return err
	}
	for _, l := range o.Summary.PerLink {
		fmt.Fprintf(w, "\nlink %s: %d frames sent, %d receptions intact, %d lost, %d missed, in use %s of the time\n",
			l.Link, l.Frames.Sent, l.Frames.Received, l.Frames.Lost.Sum(), l.Frames.Missed.Sum(), percent(float64(l.Utilisation)))
	}
	if !o.Complete {
		fmt.Fprintf(w, "\nnot complete: %s\n", o.Reason)
	}
	return nil
}

// nodeTable shows what each node offered and what became of it.
func (o *outcome) nodeTable(w io.Writer) error {
	t := newTable(w, "node", "offered", "delivered", "ratio", "delay mean (s)", "delay p95 (s)", "refused", "dropped", "lost", "in flight", "received")
	nodes := o.Summary.PerNode
	shown := nodes[:min(len(nodes), maxRows)]
	for _, n := range shown {
		if err := t.Append(packetRow(n.Node, n.Packets, strconv.FormatInt(n.Received, 10))); err != nil {
			return err
		}
	}
	t.Footer(packetRow("total", o.Summary.Total.Packets, ""))
	if err := t.Render(); err != nil {
		return err
	}
	if rest := len(nodes) - len(shown); rest > 0 {
		fmt.Fprintf(w, "and %d more nodes; --json lists them all\n", rest)
	}
	return nil
}

func packetRow(name string, p trace.Packets, received string) []string {
	count := func(n int64) string { return strconv.FormatInt(n, 10) }
	return []string{
		name, count(p.Offered), count(p.Delivered), percent(float64(p.DeliveryRatio)),
		seconds(p.DelayMean), seconds(p.DelayP95),
		count(p.Refused.Sum()), count(p.Dropped.Sum()), count(p.Lost.Sum()), count(p.InFlight), received,
	}
}

// fateTable shows the one cause in which each packet ended.
func (o *outcome) fateTable(w io.Writer) error {
	p := o.Summary.Total.Packets
	t := newTable(w, "fate", "packets", "share")
	row := func(name string, n int64) {
		if n > 0 {
			t.Append([]string{name, strconv.FormatInt(n, 10), percent(float64(n) / float64(p.Offered))})
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
	t.Footer([]string{"offered", strconv.FormatInt(p.Offered, 10), ""})
	return t.Render()
}

// newTable returns a plain table whose header is left as it is written.
func newTable(w io.Writer, header ...string) *tablewriter.Table {
	t := tablewriter.NewTable(w,
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithFooterAutoFormat(tw.Off),
		tablewriter.WithSymbols(tw.NewSymbols(tw.StyleLight)),
		tablewriter.WithRendition(tw.Rendition{
			Borders: tw.BorderNone,
			Settings: tw.Settings{
				Separators: tw.Separators{BetweenColumns: tw.Off},
			},
		}),
		tablewriter.WithHeaderAlignment(tw.AlignRight),
		tablewriter.WithRowAlignment(tw.AlignRight),
		tablewriter.WithFooterAlignmentConfig(tw.CellAlignment{Global: tw.AlignRight}),
	)
	t.Header(header)
	return t
}

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
	return strconv.FormatFloat(float64(m), 'f', 3, 64)
}
