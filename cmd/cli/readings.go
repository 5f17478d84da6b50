package cli

import (
	"errors"
	"io"
	"slices"

	"halocline/bench/record"
	"halocline/cmd/command"
	"halocline/scenarios"
)

// readings is a file of what instruments read.
type readings struct {
	name string
	file io.Closer
	sink record.ReadingSink
}

// openReadings makes the file of the readings, if there is to be one.
func openReadings(name string, plan *scenarios.Plan) (*readings, error) {
	if name == "" {
		return nil, nil
	}
	if !slices.ContainsFunc(plan.Nodes, func(n scenarios.Node) bool { return len(n.Instruments) > 0 }) {
		return nil, command.Input(errors.New("--readings: no node has an instrument; write instruments: [imu, dvl] into one, and see halocline explain nodes[].instruments"))
	}
	file, sink, err := openSink(name, plan.Names(), record.NewReadings, ".csv")
	if err != nil {
		return nil, command.Unwritten("--readings", name, err)
	}
	return &readings{name, file, sink}, nil
}

// take returns what takes readings; nil where there is no file.
func (r *readings) take() func(scenarios.Reading) {
	if r == nil {
		return nil
	}
	return r.sink.Take
}

// close ends the file. Readings that could not be written are a failure of the run.
func (r *readings) close() error {
	if r == nil {
		return nil
	}
	if err := errors.Join(r.sink.Flush(), r.file.Close()); err != nil {
		return command.Failure(command.Unwritten("--readings", r.name, err))
	}
	return nil
}
