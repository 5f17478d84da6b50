package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"halocline/bench/cosim"
	"halocline/bench/cosim/fjage"
	"halocline/bench/cosim/lockstep"
	"halocline/bench/cosim/mavlink"
	"halocline/bench/cosim/nmea"
	"halocline/bench/cosim/rosbridge"
	"halocline/bench/cosim/tunnel"
	"halocline/bench/record/recorder"
	"halocline/bench/report/showing"
	"halocline/bench/study/measure"
	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
)

// serveFlags are the flags of the command serve.
type serveFlags struct {
	runFlags
	rate     float64
	lockstep bool
	paced    bool // something is said of the pace
	step     time.Duration
	deadline time.Duration
	timeout  time.Duration
	late     string
	journal  string
	listen   string
	client   []string // to be started
	access   cosim.Access
	speak    map[string]*string // addresses, by the names of adapters
	shown    *showing.Live      // nil for none
}

// adapter is a protocol that serve speaks beside its own.
type adapter struct {
	flag, doc string
	open      func(ctx context.Context, a cosim.Access, address string) (cosim.Adapter, error)
}

// adapters is the list of protocols. A new one is one line here.
func adapters() []adapter {
	return []adapter{
		{"rosbridge", "`address` for clients of rosbridge v2, with times and types of ROS 2", rosbridge.Open(rosbridge.ROS2)},
		{"rosbridge1", "`address` for the same with times and types of ROS 1", rosbridge.Open(rosbridge.ROS1)},
		{"mavlink", "`address` of MAVLink 2 over UDP, with [,node[,target]]: 14551,auv,14550", mavlink.Open},
		{"nmea", "`address` of NMEA 0183 over TCP, with [,node]: 10110,auv; it needs geo", nmea.Open},
		{"fjage", "`port` below those of agents of UnetStack: node 1 has the next one", fjage.Open},
		{"view", "`address` of a page that shows the run meanwhile, such as 7800", openLive},
		{"tunnel", "`pairs` of modems that pass on datagrams: NODE:PORT=NODE:PORT", tunnel.Open},
	}
}

func newServe(lib *scenarios.Library, io command.Streams) *cobra.Command {
	flags := serveFlags{speak: map[string]*string{}}
	c := &cobra.Command{
		Use:   "serve SCENARIO [-- CLIENT ...]",
		Short: "Run a scenario in step with programs outside: in real time, or in lock step",
		Long:  aboutServe,
		Example: "  halocline serve docking-outside --lockstep -- python3 dock.py\n" +
			"  halocline serve docking-outside --rate 1 --journal session.jsonl",
		Args: func(c *cobra.Command, args []string) error {
			if n := c.ArgsLenAtDash(); n >= 0 {
				args, flags.client, flags.talking = args[:n], args[n:], true
			}
			return oneScenario(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			flags.paced = c.Flags().Changed("rate") || c.Flags().Changed("late")
			return serve(c.Context(), lib, io, args[0], &flags, c.Flags().Changed("seed"))
		},
		ValidArgsFunction: completeScenario(lib),
	}
	seedFlag(c, &flags.seed)
	timedFlags(c, &flags.sets)
	f := c.Flags()
	f.Float64Var(&flags.rate, "rate", 1, "`ratio` of simulated to wall time")
	f.BoolVar(&flags.lockstep, "lockstep", false, "let a client set the pace, instead of the clock")
	f.DurationVar(&flags.step, "step", 20*time.Millisecond, "simulated `time` between two inputs")
	f.StringVar(&flags.late, "late", string(cosim.Catch), "`what` a late step does: warn, stop, or slip the clock")
	f.DurationVar(&flags.deadline, "deadline", 0, "lateness, a `time`, that is counted; 0 for a step")
	f.DurationVar(&flags.timeout, "timeout", time.Minute, "in lock step, longest `time` to wait for a client; 0 for ever")
	f.StringVar(&flags.journal, "journal", "", "write all input to a `file`, for run --replay")
	f.StringVar(&flags.listen, "listen", "7400", "`address` for orders by UDP, and for HTTP: /status, /ports, /step")
	f.BoolVar(&flags.access.Remote, "remote", false, "also listen on addresses beyond this machine")
	f.StringVar(&flags.access.Token, "token", "", "`secret` that clients on other machines must give")
	f.StringVar(&flags.trace, "trace", "", "write every record to a `file`, as run does")
	recordFlags(c, &flags.runFlags)
	f.BoolVar(&flags.json, "json", false, "print the results as JSON")
	for _, a := range adapters() {
		flags.speak[a.flag] = f.String(a.flag, "", a.doc)
	}
	return c
}

// aboutServe says how a session goes on.
const aboutServe = `Run a scenario against the wall clock, or in lock step with a client. Programs outside drive the ports
of the scenario, which are listed at the start. halocline docs programs-outside has the protocols.`

func serve(ctx context.Context, lib *scenarios.Library, io command.Streams, name string, flags *serveFlags, seeded bool) error {
	config, err := flags.config()
	if err != nil {
		return command.Input(err)
	}
	plan, warnings, err := flags.plan(ctx, lib, name, seeded, true)
	if err != nil {
		return err
	}
	adapters, told, err := flags.open(ctx, io.Err)
	if err != nil {
		return command.Input(err)
	}
	session, err := cosim.New(config, plan, adapters...)
	if err != nil {
		return command.Input(err)
	}
	journal, err := flags.openJournal(session, plan) // an older one is kept until here
	if err != nil {
		return err
	}
	flags.served, flags.replay = true, flags.journal
	warn(io, warnings)
	for _, line := range told {
		fmt.Fprintln(io.Err, line)
	}
	return errors.Join(flags.result(ctx, lib, io, plan, session, journal), journal.close())
}

// journalFile is the file of a journal; nil without one.
type journalFile struct{ *os.File }

// end writes what the run was.
func (j *journalFile) end(o *outcome) error {
	if j == nil {
		return nil
	}
	return cosim.WriteFingerprint(j, sim.Time(sim.Seconds(o.Reached)), o.Fingerprint)
}

// close closes it.
func (j *journalFile) close() error {
	if j == nil {
		return nil
	}
	return j.Close()
}

// result carries the run out and prints what came of it.
func (f *serveFlags) result(ctx context.Context, lib *scenarios.Library, io command.Streams, plan *scenarios.Plan, session *cosim.Session, journal *journalFile) error {
	options := measure.Options{Drive: session.Drive, Readings: session.Reading}
	if f.shown != nil {
		f.shown.Join(plan, &options, session.Rate(), func(h *recorder.Head) { recipe(h, "serve", f.scenario, &f.sets) })
	}
	return runPlan(ctx, lib, io, plan, &f.runFlags, options, func(o *outcome) error {
		if f.shown != nil {
			f.shown.End(o.Outcome)
		}
		report := session.Report()
		o.Session = &report
		if !f.json {
			cosim.WriteReport(io.Err, &report)
		}
		return journal.end(o)
	})
}

// config makes the configuration of the session.
func (f *serveFlags) config() (c cosim.Config, err error) {
	c = cosim.Config{Step: f.step, Rate: f.rate, Late: cosim.Late(f.late), Deadline: f.deadline, Timeout: f.timeout}
	switch c.Late {
	case cosim.Catch, cosim.Stop, cosim.Slip:
	default:
		return c, fmt.Errorf("--late %s is none of warn, stop, slip", f.late)
	}
	switch {
	case f.step <= 0:
		return c, fmt.Errorf("--step %v: write a time above 0, as in --step 20ms", f.step)
	case !(f.rate > 0 && f.rate <= 1e6):
		return c, fmt.Errorf("--rate %g: write simulated over wall time, above 0 and at most 1e6", f.rate)
	case f.lockstep && f.paced:
		return c, errors.New("--lockstep waits for a client, and --rate and --late are of the clock; leave out one or the other")
	case f.step < time.Microsecond:
		return c, fmt.Errorf("--step %v: at a million boundaries a second and more nothing else is done; write 1us or more", f.step)
	case f.deadline < 0:
		return c, fmt.Errorf("--deadline %v: write a time, as in --deadline 5ms", f.deadline)
	}
	if f.lockstep {
		c.Rate = 0
	}
	return c, nil
}

// open opens what programs outside connect to, and says where that is.
func (f *serveFlags) open(ctx context.Context, out io.Writer) (all []cosim.Adapter, told []string, err error) {
	stream, err := f.access.Listen(ctx, f.listen)
	if err != nil {
		return nil, nil, fmt.Errorf("--listen: %w", err)
	}
	packets, err := f.access.ListenPacket(ctx, stream.Addr().String())
	if err != nil {
		return nil, nil, fmt.Errorf("--listen: %w", err)
	}
	orders := &lockstep.Orders{Access: f.access}
	all = append(all, &lockstep.UDP{Conn: packets, Orders: orders}, &cosim.HTTP{
		Listener: stream, Access: f.access, Others: map[string]func(context.Context, *cosim.Session) http.Handler{"/step": orders.Handler},
	})
	told = append(told, fmt.Sprintf("listening on %v: datagrams with orders, and http://%v/status", stream.Addr(), stream.Addr()))
	if warning := cosim.Exposed(stream.Addr()); warning != "" {
		told = append(told, "warning: "+warning)
	}
	all = append(all, announcer{out})
	if len(f.client) > 0 {
		_, port, _ := net.SplitHostPort(stream.Addr().String())
		all = append(all, &cosim.Client{Command: f.client, Env: []string{"HALOCLINE_PORT=" + port}, Out: out})
	}
	for _, a := range adapters() {
		address := *f.speak[a.flag]
		if address == "" {
			continue
		}
		made, err := a.open(ctx, f.access, address)
		if err != nil {
			return nil, nil, fmt.Errorf("--%s: %w", a.flag, err)
		}
		if at, ok := made.(cosim.Located); ok {
			address = at.Addr().String()
		}
		if live, ok := made.(*showing.Live); ok {
			f.shown = live
		}
		all, told = append(all, made), append(told, fmt.Sprintf("%s on %s", a.flag, address))
	}
	return all, told, nil
}

// announcer says which ports there are.
type announcer struct{ out io.Writer }

// Serve implements cosim.Adapter.
func (a announcer) Serve(ctx context.Context, s *cosim.Session) error {
	ports := s.Ports()
	line := "no node has a port, so that nothing can come in; write run: {type: external} for one"
	if len(ports) > 0 {
		line = "ports: " + strings.Join(slices.Sorted(maps.Keys(ports)), " ")
	}
	fmt.Fprintln(a.out, line)
	<-ctx.Done()
	return nil
}

// openJournal begins the journal, if there is to be one.
func (f *serveFlags) openJournal(s *cosim.Session, plan *scenarios.Plan) (*journalFile, error) {
	if f.journal == "" {
		return nil, nil
	}
	file, err := os.Create(f.journal)
	if err == nil {
		err = cosim.WriteHead(file, plan.Name, plan.Seed)
	}
	if err != nil {
		return nil, command.Unwritten("--journal", f.journal, err)
	}
	s.WriteJournal(file)
	return &journalFile{file}, nil
}

// replayed returns the journal by which a run is to be driven.
func replayed(file string, plan *scenarios.Plan) (*cosim.Journal, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, command.Input(fmt.Errorf("--replay %s: %w", file, strict.Unread(err)))
	}
	defer f.Close()
	journal, err := cosim.ReadJournal(f)
	if err != nil {
		return nil, command.Input(fmt.Errorf("--replay %s: %w", file, err))
	}
	if journal.Scenario != plan.Name || journal.Seed != plan.Seed {
		return nil, command.Input(fmt.Errorf("--replay %s: it is of a session of %s with seed %d, and this is %s with seed %d", file, journal.Scenario, journal.Seed, plan.Name, plan.Seed))
	}
	return journal, nil
}
