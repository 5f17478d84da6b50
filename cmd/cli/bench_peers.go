package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"halocline/bench/speed/peers"
	"halocline/bench/study/measure"
	"halocline/scenarios"
)

// peersFlags are the flags of the commands that compare with other simulators.
type peersFlags struct {
	nodes      []int
	seeds      int
	receptions float64
	pending    []int
	holds      int
	rounds     int
	json       bool
}

func newBenchPeers(io stdio) *cobra.Command {
	var flags peersFlags
	c := &cobra.Command{
		Use:   "peers",
		Short: "Do the same work here and in ns-3, and compare counts, time and memory",
		Long: "Let a crowd of modems send at random to a sink, in ns-3's underwater module and here, on the same places\n" +
			"and packets, in turns. The counts of all runs must be equal; the exit code is 1 where they are not. Times are\n" +
			"processor times, medians over the rounds with the least and the greatest.\n\n" +
			"Here the crowd is run three times: counted as ns-3 counts it, with the fingerprint and the books that a run\n" +
			"keeps, and as halocline run from its start to its end.\n\n" +
			"ns-3 and a compiler must be there: on Debian, apt-get install libns3-dev g++ pkg-config.",
		Example: "  halocline bench peers\n  halocline bench peers --nodes 100,1000 --rounds 9",
		Args:    noArguments,
		RunE:    func(c *cobra.Command, _ []string) error { return benchPeers(c.Context(), io, &flags) },
	}
	c.Flags().IntSliceVar(&flags.nodes, "nodes", []int{10, 50, 100, 200, 500, 1000}, "`sizes` of the crowd, with commas")
	c.Flags().IntVar(&flags.seeds, "seeds", 3, "`number` of seeds, from 1 on; each round takes the next")
	c.Flags().IntVar(&flags.rounds, "rounds", 5, "`number` of runs of each side with each size")
	c.Flags().Float64Var(&flags.receptions, "receptions", 1.6e6, "`number` of receptions of a run, about")
	c.Flags().BoolVar(&flags.json, "json", false, "print the results as JSON")
	return c
}

func newBenchQueues(io stdio) *cobra.Command {
	var flags peersFlags
	c := &cobra.Command{
		Use:   "queues",
		Short: "Compare event queues: ours, those of ns-3, and SimPy",
		Long: "Compare event queues by the hold model: the number of pending events is constant, and each event that fires\n" +
			"schedules itself again after an exponential time. Times are processor times, medians over the rounds.\n" +
			"Memory is what a pending event takes, with the event itself: for Go and C++ from the books of the allocator,\n" +
			"for SimPy by the growth of the process.\n\n" +
			"ns-3 and a compiler must be there: on Debian, apt-get install libns3-dev g++ pkg-config; SimPy is compared\n" +
			"where python3-simpy3 is installed.",
		Example: "  halocline bench queues\n  halocline bench queues --pending 1000",
		Args:    noArguments,
		RunE:    func(c *cobra.Command, _ []string) error { return benchQueues(c.Context(), io, &flags) },
	}
	c.Flags().IntSliceVar(&flags.pending, "pending", []int{10, 1000, 100_000, 1_000_000}, "`numbers` of pending events, with commas")
	c.Flags().IntVar(&flags.holds, "holds", 500_000, "`number` of events of a measurement")
	c.Flags().IntVar(&flags.rounds, "rounds", 3, "`number` of measurements of each queue")
	c.Flags().BoolVar(&flags.json, "json", false, "print the results as JSON")
	return c
}

// check finds flags out of range.
func (f *peersFlags) check() error {
	errs := []error{atLeastOne("--rounds", f.rounds)}
	for _, n := range f.nodes {
		if n < 2 || n > 10_000 {
			errs = append(errs, inputError{fmt.Errorf("--nodes has %d; from 2 to 10000 are possible", n)})
		}
	}
	for _, n := range f.pending {
		errs = append(errs, atLeastOne("--pending", n))
	}
	if f.pending != nil {
		errs = append(errs, atLeastOne("--holds", f.holds))
	} else {
		errs = append(errs, atLeastOne("--seeds", f.seeds))
		if !(f.receptions >= 1 && f.receptions <= 1e9) {
			errs = append(errs, inputError{fmt.Errorf("--receptions is %g; from 1 to 1e9 are possible", f.receptions)})
		}
	}
	return errors.Join(errs...)
}

// workshop builds ns-3's programs in a folder that the caller removes.
func workshop(ctx context.Context, io stdio) (folder, self string, ns3 *peers.NS3, err error) {
	if self, err = os.Executable(); err != nil {
		return "", "", nil, failure{err}
	}
	if folder, err = os.MkdirTemp("", "halocline-peers"); err != nil {
		return "", "", nil, failure{err}
	}
	line := newDisplay(io.err)
	defer line.erase()
	line.show("compiling the programs for ns-3")
	if ns3, err = peers.BuildNS3(ctx, folder); err != nil {
		os.RemoveAll(folder)
		return "", "", nil, failure{err}
	}
	return folder, self, ns3, nil
}

func benchPeers(ctx context.Context, io stdio, flags *peersFlags) error {
	if err := flags.check(); err != nil {
		return err
	}
	folder, self, ns3, err := workshop(ctx, io)
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	sides := []peers.Side{
		{Name: "ns-3", Command: []string{ns3.Crowd}},
		{Name: "halocline, counts", Command: []string{self, "bench", "side", "counts"}},
		{Name: "halocline, books", Command: []string{self, "bench", "side", "books"}},
		{Name: "halocline run", Command: []string{self, "bench", "side", "run"}},
	}
	line := newDisplay(io.err)
	contest := peers.Contest{Nodes: flags.nodes, Seeds: flags.seeds, Rounds: flags.rounds, Receptions: flags.receptions, Told: line.show}
	trials, err := contest.Hold(ctx, sides)
	line.erase()
	if err != nil {
		return failure{err}
	}
	differences := peers.Differences(sides, trials)
	if err := printPeers(io, flags, ns3, sides, trials, differences); err != nil {
		return err
	}
	if len(differences) > 0 {
		return failure{fmt.Errorf("the counts differ\n%s", strings.Join(differences, "\n"))}
	}
	return nil
}

// printPeers writes the comparison.
func printPeers(io stdio, flags *peersFlags, ns3 *peers.NS3, sides []peers.Side, trials []peers.Trial, differences []string) error {
	standings := peers.Standings(sides, trials)
	if flags.json {
		return printJSON(io, struct {
			Version     string           `json:"version"`
			NS3         string           `json:"ns3"`
			Trials      []peers.Trial    `json:"trials"`
			Standings   []peers.Standing `json:"standings"`
			Differences []string         `json:"differences"`
		}{version(), ns3.Version, trials, standings, differences})
	}
	verdict := "equal in all"
	if len(differences) > 0 {
		verdict = "NOT EQUAL in"
	}
	fmt.Fprintf(io.out, "counts of ns-3 %s and of halocline, %s %d runs\n\n", ns3.Version, verdict, len(sides)*len(trials))
	if err := countsTable(io, trials); err != nil {
		return err
	}
	fmt.Fprintf(io.out, "\nreceptions per second of processor time, and times ns-3 round by round\n\n")
	return standingsTable(io, standings)
}

// countsTable shows the counts of the first side, each workload once.
func countsTable(io stdio, trials []peers.Trial) error {
	t := newTable(io.out, "nodes", "seconds", "seed", "attempts", "sent", "receptions", "ok", "errors", "at the sink")
	seen := map[peers.Workload]bool{}
	for _, trial := range trials {
		if w := trial.Workload; !seen[w] {
			seen[w] = true
			c := trial.Reports[0].Counts
			t.Append([]string{
				strconv.Itoa(w.Nodes), fmt.Sprintf("%.0f", w.Seconds), strconv.FormatUint(w.Seed, 10),
				count(c.Attempts), count(c.Sent), count(c.Receptions), count(c.OK), count(c.Errors), count(c.Sink),
			})
		}
	}
	return t.Render()
}

// standingsTable shows what each side cost.
func standingsTable(io stdio, standings []peers.Standing) error {
	t := newMixedTable(io.out, func(column int) bool { return column == 1 },
		"nodes", "program", "event loop", "min", "max", "times ns-3", "min", "max", "process", "times ns-3", "peak MB")
	for _, s := range standings {
		row := []string{strconv.Itoa(s.Nodes), s.Side, "-", "-", "-", "-", "-", "-"}
		if l := s.Loop; l != nil {
			row = []string{
				row[0], s.Side, scaled(l.Rate.Median), scaled(l.Rate.Low), scaled(l.Rate.High),
				significant(l.Ratio), significant(l.Apart.Low), significant(l.Apart.High),
			}
		}
		t.Append(append(row, scaled(s.Whole.Rate.Median), significant(s.Whole.Ratio), fmt.Sprintf("%.1f", s.Peak/1e6)))
	}
	return t.Render()
}

func benchQueues(ctx context.Context, io stdio, flags *peersFlags) error {
	if err := flags.check(); err != nil {
		return err
	}
	folder, self, ns3, err := workshop(ctx, io)
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	queues := append(ns3.SchedulersOfNS3(),
		peers.Queue{Name: "halocline heap", Command: []string{self, "bench", "side", "hold", "heap"}},
		peers.Queue{Name: "halocline gods", Command: []string{self, "bench", "side", "hold", "gods"}},
	)
	simpy, command, ok := peers.SimPy(ctx, folder)
	if ok {
		queues = append(queues, peers.Queue{Name: "SimPy", Command: command, Most: 100_000})
	}
	line := newDisplay(io.err)
	contest := peers.HoldContest{Pending: flags.pending, Holds: flags.holds, Rounds: flags.rounds, Told: line.show}
	standings, err := contest.Hold(ctx, queues)
	line.erase()
	if err != nil {
		return failure{err}
	}
	if flags.json {
		return printJSON(io, struct {
			Version   string               `json:"version"`
			NS3       string               `json:"ns3"`
			SimPy     string               `json:"simpy,omitempty"`
			Standings []peers.HoldStanding `json:"standings"`
		}{version(), ns3.Version, simpy, standings})
	}
	fmt.Fprintf(io.out, "hold model, events per second of processor time; ns-3 %s, %s\n\n", ns3.Version, orAbsent("SimPy", simpy))
	return queuesTable(io, standings)
}

func orAbsent(name, version string) string {
	if version == "" {
		return name + " is not installed"
	}
	return name + " " + version
}

// queuesTable shows what each queue cost.
func queuesTable(io stdio, standings []peers.HoldStanding) error {
	t := newMixedTable(io.out, func(column int) bool { return column == 1 },
		"pending", "queue", "events/s", "min", "max", "times ns-3's default", "byte per event")
	for _, s := range standings {
		bytes := "-"
		if s.Bytes > 0 {
			bytes = fmt.Sprintf("%.0f", s.Bytes)
		}
		t.Append([]string{
			strconv.Itoa(s.Pending), s.Queue, scaled(s.Rate.Median), scaled(s.Rate.Low), scaled(s.Rate.High),
			significant(s.Ratio), bytes,
		})
	}
	return t.Render()
}

// newBenchSide is the command that bench peers and bench queues start as their own
// sides.
func newBenchSide(io stdio) *cobra.Command {
	return &cobra.Command{
		Use:   "side HOW ARGUMENT...",
		Short: "Carry out one side of a comparison",
		Long: "Carry out one side of a comparison, in a process of its own, and print one line of JSON: counts, processor\n" +
			"times and the most memory that was held. counts and books run the workload in a folder, run does the same\n" +
			"as the command run, and hold is the hold model on an event queue.",
		Hidden:  true,
		Example: "  halocline bench side counts FOLDER DURATION\n  halocline bench side hold heap PENDING HOLDS",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) < 3 || len(args) < 4 && args[0] == "hold" {
				return inputError{fmt.Errorf("arguments are missing; see %s --help", c.CommandPath())}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			report, err := benchSide(c.Context(), args)
			if err != nil {
				return err
			}
			return json.NewEncoder(io.out).Encode(report)
		},
	}
}

// benchSide does the work of one side and reports it.
func benchSide(ctx context.Context, args []string) (any, error) {
	file := filepath.Join(args[1], peers.ScenarioFile)
	switch args[0] {
	case "counts", "books":
		report, err := peers.RunFile(ctx, file, args[0] == "books")
		if err != nil {
			return nil, failure{err}
		}
		report.Close()
		return report, nil
	case "run":
		return benchRun(ctx, file)
	case "hold":
		queue, err := queueNamed(args[1])
		if err != nil {
			return nil, err
		}
		pending, errP := strconv.Atoi(args[2])
		holds, errH := strconv.Atoi(args[3])
		if errP != nil || errH != nil || pending < 1 || holds < 1 {
			return nil, inputError{fmt.Errorf("%s and %s are not two numbers of at least 1", args[2], args[3])}
		}
		return peers.Hold(queue, pending, holds), nil
	}
	return nil, inputError{fmt.Errorf("%q is not one of counts, books, run, hold", args[0])}
}

// benchRun is the command run, in this process.
func benchRun(ctx context.Context, file string) (any, error) {
	var out, diagnostics bytes.Buffer
	if code := execute(ctx, scenarios.Standard(), []string{"run", file, "--json"}, stdio{&out, &diagnostics}); code != exitOK {
		return nil, failure{fmt.Errorf("halocline run ended with %d: %s", code, diagnostics.Bytes())}
	}
	var came measure.Outcome
	if err := json.Unmarshal(out.Bytes(), &came); err != nil {
		return nil, failure{err}
	}
	report := peers.Report{Counts: peers.CountsOf(&came.Summary), Events: int64(came.Events), Fingerprint: came.Fingerprint}
	report.Close()
	return report, nil
}
