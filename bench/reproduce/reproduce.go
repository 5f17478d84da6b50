// Package reproduce lists the published results that are simulated again, each compared with
// what its source says. The packages below have one source each, and package claim is how
// they report.
//
// What is compared, and what had to be assumed, stands with each result. Begin with All.
package reproduce

import (
	"context"
	"slices"
	"strings"

	"halocline/bench/reproduce/capacity"
	"halocline/bench/reproduce/claim"
	"halocline/bench/reproduce/contract"
	"halocline/bench/reproduce/erdemir"
	"halocline/bench/reproduce/hunt"
	"halocline/bench/reproduce/platform"
	"halocline/bench/reproduce/theory"
	"halocline/bench/reproduce/thetis"
	"halocline/bench/reproduce/unet"
	"halocline/bench/reproduce/vehicles"
	"halocline/scenarios/strict"
)

// Result is a set of results of others that this program can produce again, or a study of this program's own with predictions.
type Result struct {
	Name, About string
	Make        func(ctx context.Context, lab *erdemir.Lab) (*claim.Report, error)
	Alone       bool // it is none of those that all stands for: a study of our own, which takes minutes
}

// All returns the list of them.
func All() []Result {
	var list []Result
	for _, r := range erdemir.Reproductions() {
		list = append(list, Result{Name: r.Name, About: r.About, Make: func(ctx context.Context, lab *erdemir.Lab) (*claim.Report, error) {
			return r.Make(lab, ctx)
		}})
	}
	return append(list,
		Result{
			Name: "thetis-range", About: "range of a modem in the simulator Thetis (Parodi et al. 2008)",
			Make: func(context.Context, *erdemir.Lab) (*claim.Report, error) { return thetis.Range(), nil },
		},
		Result{
			Name: "thetis-messages", About: "three messages to a vehicle that passes (Parodi et al. 2008)",
			Make: func(ctx context.Context, _ *erdemir.Lab) (*claim.Report, error) { return thetis.Messages(ctx) },
		},
		Result{
			Name: "thetis-trial", About: "two set-points of Taipan 300 in a lake, a trial at sea (Parodi et al. 2009)",
			Make: func(ctx context.Context, _ *erdemir.Lab) (*claim.Report, error) { return thetis.Trial(ctx) },
		},
		Result{Name: "mac-theory", About: "access protocols against the theory of their throughput, delay and age", Make: inLab(theory.Report)},
		Result{Name: "loop-erasure", About: "critical probabilities of a loop and a filter over a lossy link", Make: inLab(theory.Erasure)},
		Result{Name: "age-queues", About: "the rate of updates at which a queue keeps their age least (Kaul et al. 2012)", Make: inLab(theory.Freshness)},
		Result{
			Name: "docking-capacity", About: "how tight a loop each access protocol allows: what decides, predicted", Make: inLab(capacity.Report), Alone: true,
		},
		Result{
			Name: "unet-s-fama", About: "throughput of slotted FAMA on the network of UnetStack's implementation",
			Make: func(ctx context.Context, lab *erdemir.Lab) (*claim.Report, error) {
				return unet.Report(ctx, lab.Seed, lab.Workers, unet.Runs)
			},
		},
		Result{
			Name: "contract-period", About: "what irregular periods do to Euler's method (ContrACT, Tables 2 and 3)",
			Make: func(context.Context, *erdemir.Lab) (*claim.Report, error) { return contract.Report(), nil },
		},
		Result{
			Name: "contract-fig10", About: "the position error over time with irregular periods (ContrACT, Figure 10)",
			Make: func(context.Context, *erdemir.Lab) (*claim.Report, error) { return contract.Drift(), nil },
		},
		Result{
			Name: "platform-tour", About: "a path among obstacles and a tour of stations (Zhang et al. 2022)",
			Make: func(ctx context.Context, _ *erdemir.Lab) (*claim.Report, error) { return platform.Report(ctx) },
		},
		Result{
			Name: "platform-hunt", About: "two hunts of a target by four vehicles (Zhang et al. 2022)",
			Make: func(ctx context.Context, lab *erdemir.Lab) (*claim.Report, error) {
				return hunt.Report(ctx, lab.Seed, hunt.Runs)
			},
		},
		Result{
			Name: "library-vehicles", About: "speeds, drag and turning circles of the vehicles of the library",
			Make: func(context.Context, *erdemir.Lab) (*claim.Report, error) { return vehicles.Report() },
		},
	)
}

// inLab makes a report with the seed and the workers of a lab.
func inLab(of func(ctx context.Context, seed uint64, workers int) (*claim.Report, error)) func(context.Context, *erdemir.Lab) (*claim.Report, error) {
	return func(ctx context.Context, lab *erdemir.Lab) (*claim.Report, error) {
		return of(ctx, lab.Seed, lab.Workers)
	}
}

// About says what the result of a name compares.
func About(name string) string {
	all := All()
	return all[slices.IndexFunc(all, func(r Result) bool { return r.Name == name })].About
}

// short returns a name without its first word, such as fig5.9 of erdemir-fig5.9.
func short(name string) string {
	_, rest, _ := strings.Cut(name, "-")
	return rest
}

// FullName returns the name of the result that a name stands for, long or short; "" for none.
func FullName(name string) string {
	for _, r := range All() {
		if name == r.Name || name == short(r.Name) {
			return r.Name
		}
	}
	return ""
}

// Everything is the name that stands for all results that are not made alone.
const Everything = "all"

// Chosen returns the results that names stand for, in the order of the list.
func Chosen(names []string) []Result {
	return slices.DeleteFunc(All(), func(r Result) bool {
		named := slices.ContainsFunc(names, func(name string) bool { return FullName(name) == r.Name })
		return !named && (r.Alone || !slices.Contains(names, Everything))
	})
}

// Unknown says that a name is none of those that are known, and which is nearest.
func Unknown(name string, names []string) string {
	known := slices.Clone(names)
	for _, full := range names {
		if s := short(full); s != "" {
			known = append(known, s)
		}
	}
	if strict.Nearest(name, known) == "" {
		known = names
	}
	return strict.Unknown("result", name, known)
}
