package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"halocline/bench/record"
	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
	"halocline/bench/report/showing"
	"halocline/bench/report/text"
	"halocline/bench/study/measure"
	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/sim"
)

// recipe fills in what repeats a run, and with what program: the verb of a command, the scenario as it was given, the values of --set and
// --at, and further words.
func recipe(h *recorder.Head, verb, scenario string, sets *timed, also ...string) {
	h.File = scenario
	words := []string{"halocline", verb, scenario}
	if !hasSeed(sets.texts) {
		words = append(words, "--seed", fmt.Sprint(h.Seed))
	}
	add := func(texts []string) {
		for _, t := range texts {
			words = append(words, "--set", t)
		}
	}
	add(sets.texts)
	for _, l := range sets.later {
		words = append(words, "--at", l.at)
		add(l.texts)
	}
	words = append(words, also...)
	h.Version, h.Sets, h.Command = command.Version(), sets.texts, text.Shell(words...)
}

// hasSeed reports whether values of --set have the seed.
func hasSeed(sets []string) bool {
	return slices.ContainsFunc(sets, func(t string) bool { return strings.HasPrefix(t, "seed=") })
}

// recordFlags gives a command --record.
func recordFlags(c *cobra.Command, flags *runFlags) {
	c.Flags().StringVar(&flags.record, "record", "", "write the whole run to a `file`, for halocline view: "+strings.Join(record.RecordingEndings(), " "))
	c.Flags().StringVar(&flags.pcap, "pcap", "", "write frames to a `file` for Wireshark: .pcapng")
	for flag, endings := range map[string][]string{"record": record.RecordingEndings(), "pcap": record.CaptureEndings()} {
		c.MarkFlagFilename(flag, withoutDots(endings)...) // fails for a flag that is not there
	}
}

// withoutDots returns endings as shells want them.
func withoutDots(endings []string) (bare []string) {
	for _, e := range endings {
		bare = append(bare, strings.TrimPrefix(e, "."))
	}
	return bare
}

// recordings are the files in which a run is taken down.
type recordings struct {
	*recorder.Recorder
	files []recordingFile
}

// recordingFile is one of them.
type recordingFile struct {
	flag, name string
	record.Recording
}

// makeRecording makes a recording, whose files a function makes.
type makeRecording = func(name string, create func(name string) (io.WriteCloser, error)) (record.Recording, error)

// openRecordings makes the files of a recording, if there are to be any.
func openRecordings(flags *runFlags, plan *scenarios.Plan) (*recordings, error) {
	r := &recordings{}
	err := r.open("--record", flags.record, ".mcap", record.NewRecording)
	if err == nil {
		err = r.open("--pcap", flags.pcap, ".pcapng", record.NewCapture)
	}
	if err != nil {
		return nil, errors.Join(err, r.close(nil))
	}
	if len(r.files) == 0 {
		return nil, nil
	}
	r.Recorder = recorder.New(plan, r)
	verb, also := "run", []string(nil)
	if flags.replay != "" {
		also = []string{"--replay", flags.replay}
	} else if flags.served {
		verb = "serve"
	}
	recipe(&r.Head, verb, flags.scenario, &flags.sets, also...)
	return r, nil
}

// open makes the file that a flag names. A device or a pipe, whose name tells no format, gets the usual one.
func (r *recordings) open(flag, name, usual string, choose func(string) (makeRecording, error)) error {
	if name == "" {
		return nil
	}
	made, err := choose(toldBy(name, usual))
	if err != nil && !isFolder(name) {
		return command.Unwritten(flag, name, command.Input(err))
	}
	if made == nil { // a folder
		made, _ = choose(usual)
	}
	f, err := made(name, func(name string) (io.WriteCloser, error) { return createFile(name) })
	if err != nil {
		return command.Unwritten(flag, name, err)
	}
	r.files = append(r.files, recordingFile{flag, name, f})
	return nil
}

// Inform implements recorder.Informed.
func (r *recordings) Inform(h *recorder.Head) {
	for _, f := range r.files {
		f.Inform(h)
	}
}

// Put implements recorder.Sink.
func (r *recordings) Put(b *columns.Block) {
	for _, f := range r.files {
		f.Put(b)
	}
}

// join has a run taken down.
func (r *recordings) join(o *measure.Options) {
	if r != nil {
		showing.Take(r.Recorder, o)
	}
}

// close ends the files with what came of the run; nil for one that was not carried out. A recording that could not be written is a
// failure of the run.
func (r *recordings) close(o *measure.Outcome) error {
	if r == nil {
		return nil
	}
	head := &recorder.Head{}
	if o != nil {
		r.Recorder.Close(sim.Time(sim.Seconds(o.Reached)))
		showing.Result(&r.Head, o)
		head = &r.Head
	}
	var all error
	for _, f := range r.files {
		if err := f.Close(head); err != nil {
			all = errors.Join(all, command.Failure(command.Unwritten(f.flag, f.name, err)))
		}
	}
	return all
}
