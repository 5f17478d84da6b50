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
)

// Run carries a run out in memory. What repeats it is written into the head by recipe.
func Run(ctx context.Context, plan *scenarios.Plan, o measure.Options, recipe func(*recorder.Head)) (*view.Memory, *measure.Outcome, error) {
	kept := view.NewMemory()
	taken := recorder.New(plan, kept)
	recipe(&taken.Head)
	o.Tracer, o.Built, o.Computer = taken, taken.Attach, taken.Computer
	out, err := measure.Run(ctx, plan, o)
	if err != nil {
		taken.Close(0)
		return nil, nil, err
	}
	taken.Close(sim.Time(sim.Seconds(out.Reached)))
	Result(&taken.Head, out)
	kept.Know(taken.Head)
	return kept, out, nil
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
	Out, Err io.Writer // get the address, and what to do with it
}

// Serve serves the page until ctx is done.
func (p *Page) Serve(ctx context.Context, runs ...recorder.Source) error {
	data, err := view.New(p.Version, runs...)
	if err != nil {
		return err
	}
	handler, err := view.Page(p.Files, p.Access, data)
	if err != nil {
		return err
	}
	return p.ServeHandler(ctx, handler)
}

// ServeHandler is Serve of what shows other runs.
func (p *Page) ServeHandler(ctx context.Context, handler http.Handler) error {
	address := fmt.Sprintf("http://%v/", p.Listener.Addr())
	fmt.Fprintln(p.Out, address)
	fmt.Fprintln(p.Err, "Open this address in a browser; Ctrl-C ends the page.")
	if p.Browse {
		view.Browse(ctx, address)
	}
	return view.Serve(ctx, p.Listener, handler)
}
