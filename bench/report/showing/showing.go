// Package showing carries runs out that are to be looked at, and serves the page that shows them.
//
// Begin with Page. What the page asks for, package view answers; how a run is taken down, package recorder says.
//
// Left out: files of recordings that are written, which bench/record does.
package showing

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"

	"halocline/bench/cosim"
	"halocline/bench/record/recorder"
	"halocline/bench/study/measure"
	"halocline/bench/view"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/rtos"
	"halocline/sim/trace"
)

// Run carries a run out in memory. What repeats it is written into the head by recipe.
func Run(ctx context.Context, plan *scenarios.Plan, o measure.Options, recipe func(*recorder.Head)) (*view.Memory, *measure.Outcome, error) {
	kept := view.NewMemory()
	taken := recorder.New(plan, kept)
	recipe(&taken.Head)
	Take(taken, &o)
	out, err := measure.Run(ctx, plan, o)
	if err != nil {
		taken.Close(0)
		return nil, nil, err
	}
	taken.Close(sim.Time(sim.Seconds(out.Reached)))
	Result(&taken.Head, out)
	kept.Inform(&taken.Head)
	return kept, out, nil
}

// Take has a recorder take a run down, beside what else the options have.
func Take(r *recorder.Recorder, o *measure.Options) {
	built, computer := o.Built, o.Computer
	o.Tracer = trace.Tee(o.Tracer, r)
	o.Built = func(s *scenarios.Simulation) {
		if built != nil {
			built(s)
		}
		r.Attach(s)
	}
	o.Computer = func(node string, tasks []string) rtos.Observer {
		own := r.Computer(node, tasks)
		if computer != nil {
			if other := computer(node, tasks); other != nil {
				return both{other, own}
			}
		}
		return own
	}
}

// both are two observers of a computer.
type both [2]rtos.Observer

// Observe implements rtos.Observer.
func (b both) Observe(f rtos.Fact) {
	b[0].Observe(f)
	b[1].Observe(f)
}

// Result writes into the head of a recording what came of its run.
func Result(h *recorder.Head, o *measure.Outcome) {
	h.Reached, h.Complete, h.Reason = int64(sim.Time(sim.Seconds(o.Reached))), o.Complete, o.Reason
	h.Events, h.Fingerprint = o.Events, o.Fingerprint
}

// Page is the page of a run, or of two.
type Page struct {
	Version  string // of the program
	Files    fs.FS
	Access   cosim.Access
	Listener net.Listener
	Browse   bool      // open a browser, if there is a desktop
	Tell     io.Writer // gets the address, and what to do with it; may be nil
}

// Serve serves the page of one run, or of two, until ctx is done.
func (p *Page) Serve(ctx context.Context, runs ...recorder.Source) error {
	data, err := view.New(p.Version, runs...)
	if err != nil {
		return err
	}
	return p.serve(ctx, data)
}

func (p *Page) serve(ctx context.Context, data *view.Server) error {
	handler, err := view.Page(p.Files, p.Access, data)
	if err != nil {
		return err
	}
	return p.ServeHandler(ctx, handler)
}

// ServeHandler is Serve of what shows other runs.
func (p *Page) ServeHandler(ctx context.Context, handler http.Handler) error {
	address, tell := fmt.Sprintf("http://%v/", p.Listener.Addr()), io.Discard
	if p.Tell != nil {
		tell = p.Tell
	}
	if warning := cosim.Exposed(p.Listener.Addr()); warning != "" {
		fmt.Fprintln(tell, "warning:", warning)
	}
	fmt.Fprintf(tell, "%s\nOpen this address in a browser; Ctrl-C ends the page.\n", address)
	if p.Browse {
		view.Browse(ctx, address)
	}
	return cosim.Answer(ctx, p.Listener, handler)
}
