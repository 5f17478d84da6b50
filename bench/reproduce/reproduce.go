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

// Result is a set of results of others that this program can produce again.
type Result struct {
	Name, About string
	Make        func(ctx context.Context, lab *erdemir.Lab) (*claim.Report, error)
}

// All returns the list of them.
func All() []Result {
	var list []Result
	for _, r := range erdemir.Reproductions() {
		list = append(list, Result{r.Name, r.About, func(ctx context.Context, lab *erdemir.Lab) (*claim.Report, error) {
			return r.Make(lab, ctx)
		}})
	}
	return append(list,
		Result{
			"thetis-range", "range of a modem in the simulator Thetis (Parodi et al. 2008)",
			func(context.Context, *erdemir.Lab) (*claim.Report, error) { return thetis.Range(), nil },
		},
		Result{
			"thetis-messages", "three messages to a vehicle that passes (Parodi et al. 2008)",
			func(ctx context.Context, _ *erdemir.Lab) (*claim.Report, error) { return thetis.Messages(ctx) },
		},
		Result{
			"thetis-trial", "two set-points of Taipan 300 in a lake, a trial at sea (Parodi et al. 2009)",
			func(ctx context.Context, _ *erdemir.Lab) (*claim.Report, error) { return thetis.Trial(ctx) },
		},
		Result{"mac-theory", "access protocols against the theory of their throughput, delay and age", inLab(theory.Report)},
		Result{"loop-erasure", "critical probabilities of a loop and a filter over a lossy link", inLab(theory.Erasure)},
		Result{"age-queues", "the rate of updates at which a queue keeps their age least (Kaul et al. 2012)", inLab(theory.Freshness)},
		Result{
			"docking-capacity", "how tight a loop each access protocol allows: what decides, predicted", inLab(capacity.Report),
		},
		Result{
			"unet-s-fama", "throughput of slotted FAMA on the network of UnetStack's implementation",
			func(ctx context.Context, lab *erdemir.Lab) (*claim.Report, error) {
				return unet.Report(ctx, lab.Seed, lab.Workers, unet.Runs)
			},
		},
		Result{
			"contract-period", "what irregular periods do to Euler's method (ContrACT, Tables 2 and 3)",
			func(context.Context, *erdemir.Lab) (*claim.Report, error) { return contract.Report(), nil },
		},
		Result{
			"contract-fig10", "the position error over time with irregular periods (ContrACT, Figure 10)",
			func(context.Context, *erdemir.Lab) (*claim.Report, error) { return contract.Drift(), nil },
		},
		Result{
			"platform-tour", "a path among obstacles and a tour of stations (Zhang et al. 2022)",
			func(ctx context.Context, _ *erdemir.Lab) (*claim.Report, error) { return platform.Report(ctx) },
		},
		Result{
			"platform-hunt", "two hunts of a target by four vehicles (Zhang et al. 2022)",
			func(ctx context.Context, lab *erdemir.Lab) (*claim.Report, error) {
				return hunt.Report(ctx, lab.Seed, hunt.Runs)
			},
		},
		Result{
			"library-vehicles", "speeds, drag and turning circles of the vehicles of the library",
			func(context.Context, *erdemir.Lab) (*claim.Report, error) { return vehicles.Report() },
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
