package phy

import (
	"math"
	"testing"
)

// tankRows is sampleTable without its first and last rows.
func tankRows(by RatioName, between BetweenName) *TableErrors {
	return &TableErrors{Ratio: []float64{4, 6, 10, 12}, PER: []float64{0.9, 0.1, 0.001, 0}, By: by, Between: between, Bits: 100}
}

// Rows that are given say what a file says. 4000 Hz at 1000 bit/s are 6.0206 dB from SINR to Eb/N0: what a table by SINR
// says at a ratio, one by Eb/N0 says 6.0206 dB below.
func TestTableByEitherRatio(t *testing.T) {
	rows := "\n4,0.9\n6,0.1\n10,0.001\n12,0\n"
	env := ErrorEnv{Bandwidth: 4000, BitRate: 1000}
	for _, c := range []struct {
		config *TableErrors
		file   string
		shift  float64
	}{
		{tankRows(BySINR, LinearName), "", 0},
		{tankRows(ByEbN0, LinearName), "", 10 * math.Log10(4)},
		{&TableErrors{File: "tank.csv", Between: LinearName, Bits: 100}, "sinr_db,per" + rows, 0},
		{&TableErrors{File: "tank.csv", Between: LinearName, Bits: 100}, "ebn0_db, per" + rows, 10 * math.Log10(4)},
	} {
		env.Open = filesOf(c.file).Open
		m := buildErrors(t, c.config, env)
		for _, row := range []struct{ db, per float64 }{{3, 0.9}, {4.5, 0.7}, {5, 0.5}, {8, 0.0505}, {11, 0.0005}, {13, 0}} {
			within(t, "frame error", FrameError(m, math.Pow(10, (row.db-c.shift)/10), 100), row.per, 1e-12)
		}
	}
}

// Half way from 0.9 to 0.1 the logarithm is that of sqrt(0.09) = 0.3, and a quarter of the way from 0.1 to 0.001 that of
// 10^-1.5. To a row of 0 the way is linear.
func TestTableByLogarithm(t *testing.T) {
	m := buildErrors(t, tankRows(BySINR, LogName), ErrorEnv{})
	for _, row := range []struct{ db, per float64 }{{4, 0.9}, {5, 0.3}, {7, math.Pow(10, -1.5)}, {10, 0.001}, {11, 0.0005}, {12, 0}, {20, 0}} {
		within(t, "frame error", FrameError(m, math.Pow(10, row.db/10), 100), row.per, 1e-12)
	}
}

func TestTableOfRowsFaults(t *testing.T) {
	change := func(f func(*TableErrors)) *TableErrors {
		c := tankRows(BySINR, LinearName)
		f(c)
		return c
	}
	for _, c := range []struct {
		config *TableErrors
		fault  string
	}{
		{change(func(*TableErrors) {}), ""},
		{change(func(c *TableErrors) { c.File = "a" }), "the table is given here as well"},
		{change(func(c *TableErrors) { c.PER = c.PER[:3] }), "4 ratios and 3 probabilities are given"},
		{change(func(c *TableErrors) { c.Ratio, c.PER = c.Ratio[:1], c.PER[:1] }), "1 ratios and 1 probabilities are given"},
		{change(func(c *TableErrors) { c.PER[1] = 1.5 }), "per is 1.5 "},
		{change(func(c *TableErrors) { c.Ratio[1] = 4 }), "the ratio is 4dB after 4dB, must increase"},
		{&TableErrors{File: "a", By: ByEbN0, Bits: 1}, "a file says its ratio in its header"},
	} {
		checkFault(t, c.config, c.config.Validate(), c.fault)
	}
	_, err := tankRows(ByEbN0, LinearName).Build(ErrorEnv{})
	checkFault(t, "no band", err, "bit errors need a bandwidth and a bit rate")
}
