// Package thetis reproduces the mission with which the authors of the simulator
// Thetis show its communications (O. Parodi, V. Creuze and B. Jouvencel,
// Communications within Thetis, a Real Time Multi-vehicles Hybrid Simulator, ISOPE
// 2008, section Preliminary simulations): the range of a modem, and which of three
// messages reach a vehicle that passes on a straight line, and when. It also reproduces the trial at sea of the sequel
// (O. Parodi, V. Creuze, B. Jouvencel and X. Xiang, OCEANS 2009, section V), of whose curve the text gives two numbers.
//
// What the paper does not state is assumed, and the reports say what: the speed of
// sound, the line, and the bits of a character. The line has three numbers, and the
// paper gives two times and a rough speed, so it is laid through those.
//
// Left out: the vehicle's equations of motion, which the paper takes out as well (it
// forces the vehicle onto the line), and the figures of the trial, which are without numbers.
package thetis

import (
	"strconv"

	"halocline/bench/report/figure"
	"halocline/bench/reproduce/claim"
)

// What the paper states.
const (
	publishedRange = 1900.0 // m
	enters         = 650.0  // when the vehicle comes into the range, s
	leaves         = 2382.0 // when it is out of it again, s
	arrival        = 20.0   // from sending a message to receiving it, s
	cruise         = 2.0    // about the speed of Taipan 300, m/s
	wind           = 5.0    // kn
)

// sent returns when the messages are sent, in s, and received tells which of
// them Taipan 300 gets.
func sent() []float64     { return []float64{60, 1500, 2300} }
func received() []float64 { return []float64{0, 1, 1} }

// message is what Taipan 2 sends; the spelling is that of the paper.
const message = "HELLO WOLRD TAIPAN 2 IS BROADCASTING A MESSAGE"

// Bits is the length of a message: 46 characters of 8 bit.
const Bits = 8 * len(message)

// The sources of the numbers.
const (
	paper    = "Parodi, Creuze and Jouvencel, ISOPE 2008"
	missions = paper + ", Preliminary simulations"
)

// published draws where the paper has the level pass the least one that is enough.
func published(name string, level float64, x ...float64) figure.Curve {
	c := figure.Curve{Name: name, X: x, Join: figure.Apart, Marker: figure.Ring}
	for range x {
		c.Y = append(c.Y, level)
	}
	return c
}

// sheet puts curves over the same x into columns.
func sheet(name, x string, curves ...figure.Curve) claim.Sheet {
	s := claim.Sheet{Name: name, Columns: []string{x}}
	for _, c := range curves {
		s.Columns = append(s.Columns, c.Name)
	}
	for i, at := range curves[0].X {
		row := []string{number(at)}
		for _, c := range curves {
			row = append(row, number(c.Y[i]))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', 9, 64) }
