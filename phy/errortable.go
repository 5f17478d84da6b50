package phy

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"halocline/sim/fault"
)

// TableErrors takes the frame error probability from a table, measured or
// computed elsewhere: in a file, or in the description itself.
type TableErrors struct {
	File    string      `yaml:"file" doc:"CSV file with the columns sinr_db and per, or ebn0_db and per"`
	Ratio   []float64   `yaml:"ratio" unit:"dB" range:"[-200,200]" min:"2" doc:"ratios in place of a file, increasing; per has the probability at each"`
	PER     []float64   `yaml:"per" range:"[0,1]" min:"2" doc:"share of the frames that are wrong, at each ratio"`
	By      RatioName   `yaml:"by" oneof:"sinr|ebn0" doc:"ratio that is given here; a file says it in its header. sinr: signal to interference and noise in the band; ebn0: energy of a bit over the noise density: sinr times bandwidth over bit rate"`
	Between BetweenName `yaml:"between" oneof:"linear|log" doc:"error probability between two rows. linear: linear in decibels; log: its logarithm is linear, which suits the curves of codes, except next to a row of probability 0"`
	Bits    float64     `yaml:"bits" unit:"bit" range:"[1,1000000000]" doc:"length of the frames that the table describes"`
}

// RatioName says which ratio a table goes by.
type RatioName string

// The ratios.
const (
	BySINR RatioName = "sinr"
	ByEbN0 RatioName = "ebn0"
)

// BetweenName says how a table goes on from row to row.
type BetweenName string

// The ways between two rows.
const (
	LinearName BetweenName = "linear"
	LogName    BetweenName = "log"
)

// About says what the model is.
func (*TableErrors) About() string {
	return "frame error probability from a table, of a CSV file or given here"
}

// Validate checks what can be checked without the file.
func (c *TableErrors) Validate() error {
	switch {
	case c.File == "" && len(c.Ratio) == 0 && len(c.PER) == 0:
		return errors.New("key \"file\" is missing; write the name of a CSV file with the columns sinr_db and per, or give ratio and per")
	case c.File != "" && len(c.Ratio)+len(c.PER) > 0:
		return fault.In("file", "the table is given here as well; leave out file, or ratio and per")
	case c.File != "" && c.By == ByEbN0:
		return fault.In("by", "a file says its ratio in its header; write ebn0_db,per there and leave this out")
	}
	if c.File == "" {
		if _, err := c.given(); err != nil {
			return err
		}
	}
	return checkRange("bits", c.Bits, 1, 1e9, "bit")
}

// given returns the table that the description holds.
func (c *TableErrors) given() (*ErrorTable, error) {
	t := &ErrorTable{bits: c.Bits, perBit: c.By == ByEbN0}
	if len(c.Ratio) < 2 || len(c.Ratio) != len(c.PER) {
		return nil, fault.In("per", "%d ratios and %d probabilities are given; give at least two of each, such as ratio: [-5dB, 5dB] and per: [0.9, 0.01]", len(c.Ratio), len(c.PER))
	}
	for i, ratio := range c.Ratio {
		if err := checkRange("per", c.PER[i], 0, 1, ""); err != nil {
			return nil, fault.In(fmt.Sprintf("per[%d]", i), "%w", err)
		}
		if err := checkRange("ratio", ratio, -200, 200, "dB"); err != nil {
			return nil, fault.In(fmt.Sprintf("ratio[%d]", i), "%w", err)
		}
		if t.add(ratio, c.PER[i]) != nil {
			return nil, fault.In(fmt.Sprintf("ratio[%d]", i), "the ratio is %gdB after %gdB, must increase; sort ratio, and per with it", ratio, c.Ratio[i-1])
		}
	}
	return t, nil
}

// Build reads the file.
func (c *TableErrors) Build(env ErrorEnv) (ErrorModel, error) {
	t, err := c.table(env)
	if err != nil {
		return nil, err
	}
	t.logarithmic = c.Between == LogName
	if t.perBit {
		gain, err := env.gain()
		if err != nil {
			return nil, err
		}
		t.offset = db(gain)
	}
	return t, nil
}

// table returns the table as it stands.
func (c *TableErrors) table(env ErrorEnv) (*ErrorTable, error) {
	if c.File == "" {
		return c.given()
	}
	if env.Open == nil {
		return nil, fmt.Errorf("%s: files cannot be read here", c.File)
	}
	f, err := env.Open(c.File)
	if err != nil {
		return nil, err
	}
	return ReadErrorTable(c.File, bytes.NewReader(f), c.Bits)
}

// ErrorTable is the frame error probability of frames of one length against the
// SINR, or against Eb/N0. Between two rows it is linear in decibels, or its logarithm is; beyond
// the ends it stays at the value of the last row. Frames of another length succeed with the power
// bits/Bits of the probability, as if bits failed independently.
type ErrorTable struct {
	ratio       []float64 // dB, increasing
	per         []float64
	bits        float64
	offset      float64 // of the ratio over the SINR, dB
	perBit      bool    // the ratio is Eb/N0
	logarithmic bool
}

// ReadErrorTable reads a table for frames of so many bits from CSV: a header
// "sinr_db,per" or "ebn0_db,per", then at least two rows with the ratio increasing and per from 0
// to 1. Lines that begin with # are comments. Faults are reported as name:line,
// all of them at once. A table by Eb/N0 takes that for the SINR; TableErrors knows the difference.
func ReadErrorTable(name string, r io.Reader, bits float64) (*ErrorTable, error) {
	if !(bits > 0) || math.IsInf(bits, 0) {
		return nil, fmt.Errorf("%s: a table for frames of %g bit", name, bits)
	}
	in := csv.NewReader(r)
	in.Comment = '#'
	in.TrimLeadingSpace = true
	in.FieldsPerRecord = 2
	t := &ErrorTable{bits: bits}
	var faults []error
	for header := true; ; header = false {
		row, err := in.Read()
		if err == io.EOF {
			break
		}
		if err == nil {
			line, _ := in.FieldPos(0)
			err = t.read(row, header)
			if err != nil {
				err = fmt.Errorf("%s:%d: %w", name, line, err)
			}
		} else if fault := (*csv.ParseError)(nil); errors.As(err, &fault) {
			err = fmt.Errorf("%s:%d: %w; write two numbers with a comma between them", name, fault.Line, fault.Err)
		} else {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if err != nil {
			faults = append(faults, err)
		}
	}
	if len(faults) == 0 && len(t.ratio) < 2 {
		faults = append(faults, fmt.Errorf("%s: a table needs the header sinr_db,per and at least two rows, such as -5,0.9 and 5,0.01", name))
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return t, nil
}

// read checks a row of the file and keeps it.
func (t *ErrorTable) read(row []string, header bool) error {
	first := strings.TrimSpace(row[0])
	if header {
		t.perBit = first == perBitColumn
		if first != sinrColumn && first != perBitColumn || strings.TrimSpace(row[1]) != "per" {
			return fmt.Errorf("header is %q, must be %s,per or %s,per", strings.Join(row, ","), sinrColumn, perBitColumn)
		}
		return nil
	}
	ratio, err := strconv.ParseFloat(first, 64)
	if err != nil || math.IsNaN(ratio) || math.IsInf(ratio, 0) {
		return fmt.Errorf("%s is %q, must be a number", t.column(), row[0])
	}
	per, err := strconv.ParseFloat(strings.TrimSpace(row[1]), 64)
	if err != nil || !(per >= 0 && per <= 1) {
		return fmt.Errorf("per is %q, must be a number from 0 to 1", row[1])
	}
	return t.add(ratio, per)
}

// The columns that a table goes by.
const (
	sinrColumn   = "sinr_db"
	perBitColumn = "ebn0_db"
)

// column returns the name of the ratio.
func (t *ErrorTable) column() string {
	if t.perBit {
		return perBitColumn
	}
	return sinrColumn
}

// add keeps a row whose ratio is above the one before.
func (t *ErrorTable) add(ratio, per float64) error {
	if n := len(t.ratio); n > 0 && ratio <= t.ratio[n-1] {
		return fmt.Errorf("%s is %g after %g, must increase; sort the rows by it", t.column(), ratio, t.ratio[n-1])
	}
	t.ratio = append(t.ratio, ratio)
	t.per = append(t.per, per)
	return nil
}

// Success returns the probability that all bits are right.
func (t *ErrorTable) Success(sinr, bits float64) float64 { return math.Exp(t.LogSuccess(sinr, bits)) }

// LogSuccess returns the logarithm of Success.
func (t *ErrorTable) LogSuccess(sinr, bits float64) float64 {
	checkPiece(sinr, bits)
	if bits == 0 {
		return 0
	}
	return bits / t.bits * math.Log1p(-t.frameError(10*math.Log10(sinr)+t.offset))
}

// frameError reads the table at a ratio in dB.
func (t *ErrorTable) frameError(db float64) float64 {
	i, exact := slices.BinarySearch(t.ratio, db)
	switch {
	case exact:
		return t.per[i]
	case i == 0:
		return t.per[0]
	case i == len(t.ratio):
		return t.per[i-1]
	}
	part, before, after := (db-t.ratio[i-1])/(t.ratio[i]-t.ratio[i-1]), t.per[i-1], t.per[i]
	if t.logarithmic && before > 0 && after > 0 {
		return before * math.Pow(after/before, part)
	}
	return before + part*(after-before)
}
