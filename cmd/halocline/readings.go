package main

import (
	"bufio"
	"errors"
	"os"
	"slices"
	"strconv"

	"halocline/scenarios"
	"halocline/sim"
)

// readings is a file of what instruments read.
type readings struct {
	name  string
	nodes []string
	file  *os.File
	out   *bufio.Writer
	line  []byte
}

// openReadings makes the file of the readings, if there is to be one.
func openReadings(name string, plan *scenarios.Plan) (*readings, error) {
	if name == "" {
		return nil, nil
	}
	if !slices.ContainsFunc(plan.Nodes, func(n scenarios.Node) bool { return len(n.Instruments) > 0 }) {
		return nil, inputError{errors.New("--readings: no node carries an instrument; write instruments: [imu, dvl] into one, and see halocline explain nodes[].instruments")}
	}
	file, err := createFile(name)
	if err != nil {
		return nil, unwritten("--readings", name, err)
	}
	r := &readings{name: name, nodes: plan.Names().Nodes, file: file, out: bufio.NewWriter(file)}
	r.out.WriteString("taken_s,available_s,node,instrument,quantity,value,truth\n")
	return r, nil
}

// sink returns what takes readings; nil where there is no file.
func (r *readings) sink() func(scenarios.Reading) {
	if r == nil {
		return nil
	}
	return r.write
}

// write writes a line. The writer keeps an error until the file is closed.
func (r *readings) write(x scenarios.Reading) {
	b := r.line[:0]
	for _, t := range [...]sim.Time{x.Taken, x.Available} {
		b = strconv.AppendFloat(b, t.Seconds(), 'f', -1, 64)
		b = append(b, ',')
	}
	for _, word := range [...]string{r.nodes[x.Node], x.Instrument, x.Name} { // none needs quotes
		b = append(b, word...)
		b = append(b, ',')
	}
	b = strconv.AppendFloat(b, x.Value, 'g', -1, 64)
	b = append(b, ',')
	b = strconv.AppendFloat(b, x.Truth, 'g', -1, 64)
	r.line = append(b, '\n')
	r.out.Write(r.line)
}

// close writes out what is buffered. Readings that could not be written are a failure of
// the run.
func (r *readings) close() error {
	if r == nil {
		return nil
	}
	if err := errors.Join(r.out.Flush(), r.file.Close()); err != nil {
		return failure{unwritten("--readings", r.name, err)}
	}
	return nil
}
