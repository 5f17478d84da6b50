// Package arr reads and writes arrivals files of Bellhop in two dimensions: for each source depth, receiver
// depth and range, the ways of sound with delay, amplitude, phase, angles and reflections.
//
// Read takes text (RunType 'A') and binary (RunType 'a'), with ranges of 4 or 8 bytes, and text from
// before the line '2D'. The layout is that of ArrMod.f90 of the Acoustics Toolbox (M. B. Porter), checked
// against files and the field of one run (testdata). What Bellhop means by a column is turned into what
// a ray.Arrival means: phases are at exp(+i w t) there, angles positive downward, and absorption is the
// imaginary part of the delay at the frequency of the file.
//
// Left out: files of Bellhop3D, grids that are not rectangular, binary files from before the record '2D',
// and the number of caustics, which is in the phase.
//
// Begin with Read and File.At.
package arr

import (
	"bytes"
	"fmt"
	"math"

	"halocline/phy/ray"
)

// File is what an arrivals file holds.
type File struct {
	Frequency float64         // Hz, of the absorption and of what boundaries take
	Sources   []float64       // depths, m, increasing
	Depths    []float64       // of the receivers, m, increasing
	Ranges    []float64       // horizontal, m, increasing
	Arrivals  [][]ray.Arrival // by source, then by depth, then by range
}

// At returns the arrivals of what leaves a source, at a depth and a range, by their delays. All three are indices. An
// arrival that was read has neither Length nor Caustics, because the file has not.
func (f *File) At(source, depth, distance int) []ray.Arrival {
	return f.Arrivals[(source*len(f.Depths)+depth)*len(f.Ranges)+distance]
}

// again is what to do about a file that is not whole.
const again = "have Bellhop write it again, with RunType 'A' or 'a' and a rectangular grid"

// nepers is the decibels of an amplitude that falls by a factor of e.
const nepers = 20 / math.Ln10

// row is an arrival as a file has it: amplitude, phase in degrees, delay and its imaginary part in s, angles at the
// source and at the receiver in degrees, reflections at the surface and at the bottom.
type row [8]float64

// form is the text or the binary form of a file. Its errors say where.
type form interface {
	header(*File) error
	count(what string) (int, error) // from 0 on
	arrival(*row) error
	place() string
	left() int                   // bytes
	least() (count, arrival int) // bytes that each takes at least
}

// Read reads a file. What Bellhop writes of one way as several neighbours is joined. The range 0 is left out, where
// Bellhop's amplitudes stand for infinity.
func Read(name string, data []byte) (*File, error) {
	var in form
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		return nil, fmt.Errorf("%s: the file is empty; %s", name, again)
	case bytes.IndexByte(data[:min(4, len(data))], 0) >= 0:
		in = &records{name: name, data: data}
	default:
		in = &words{name: name, rest: bytes.TrimRight(data, " \t\r\n"), line: 1}
	}
	f := &File{}
	if err := in.header(f); err != nil {
		return nil, err
	}
	if err := f.check(in); err != nil {
		return nil, err
	}
	if err := f.read(in); err != nil {
		return nil, err
	}
	if in.left() > 0 {
		return nil, fmt.Errorf("%s: %d bytes follow the last arrival, expected none; %s", in.place(), in.left(), again)
	}
	return f, nil
}

// checkFrequency refuses a frequency that no run has.
func (f *File) checkFrequency(in form) error {
	if !(f.Frequency > 0 && f.Frequency <= math.MaxFloat32) {
		return fmt.Errorf("%s: the frequency is %g Hz, expected one above 0; %s", in.place(), f.Frequency, again)
	}
	return nil
}

// check refuses a grid that no run has, and one that promises more than the file holds.
func (f *File) check(in form) error {
	places := 1.0
	for _, axis := range f.axes() {
		for i, v := range *axis.values {
			if !(v >= 0) || i > 0 && !(v > (*axis.values)[i-1]) || math.IsInf(v, 1) {
				return fmt.Errorf("%s: %g m is number %d of the %s, expected 0 or more and more than the one before; sort them in the .env file and run Bellhop again",
					in.place(), v, i+1, axis.what)
			}
		}
		if places *= float64(len(*axis.values)); places == 0 {
			return fmt.Errorf("%s: the number of %s is 0, expected at least 1; %s", in.place(), axis.what, again)
		}
	}
	if size, _ := in.least(); places*float64(size) > float64(in.left()) {
		return fmt.Errorf("%s: %d bytes follow the header, too few for its %.0f receivers; the file is cut off: %s", in.place(), in.left(), places, again)
	}
	return nil
}

// read reads what follows the header.
func (f *File) read(in form) error {
	origin := f.Ranges[0] == 0
	for range f.Sources {
		if _, err := in.count("greatest number of arrivals"); err != nil {
			return err
		}
		for range f.Depths {
			for i := range f.Ranges {
				arrivals, err := readArrivals(in, f.Frequency)
				if err != nil {
					return err
				}
				if i > 0 || !origin {
					f.Arrivals = append(f.Arrivals, join(arrivals, f.Frequency))
				}
			}
		}
	}
	if origin {
		f.Ranges = f.Ranges[1:]
	}
	if len(f.Ranges) == 0 {
		return fmt.Errorf("%s: the only range is 0, expected one above 0, since Bellhop's amplitudes at 0 stand for infinity; give more ranges in the .env file", in.place())
	}
	return nil
}

// readArrivals reads the arrivals at one receiver, of a file for so many Hz.
func readArrivals(in form, hz float64) ([]ray.Arrival, error) {
	n, err := in.count("number of arrivals")
	if err != nil {
		return nil, err
	}
	if _, size := in.least(); n > in.left()/size {
		return nil, fmt.Errorf("%s: the number of arrivals is %d, but %d bytes follow, too few for them; the file is cut off: %s", in.place(), n, in.left(), again)
	}
	arrivals := make([]ray.Arrival, n)
	for i := range arrivals {
		var r row
		if err := in.arrival(&r); err != nil {
			return nil, err
		}
		if arrivals[i], err = r.arrival(hz); err != nil {
			return nil, fmt.Errorf("%s: %w; %s", in.place(), err, again)
		}
	}
	return arrivals, nil
}

// arrival turns a row into an arrival, of a file for so many Hz.
func (r *row) arrival(hz float64) (ray.Arrival, error) {
	amplitude, phase := r[0], -r[1]*math.Pi/180
	if amplitude < 0 {
		amplitude, phase = -amplitude, phase+math.Pi
	}
	switch {
	case r[2] < 0:
		return ray.Arrival{}, fmt.Errorf("the delay is %g s, expected 0 or more", r[2])
	case r[3] > 0:
		return ray.Arrival{}, fmt.Errorf("the imaginary part of the delay is %g s, expected 0 or less, because water takes energy", r[3])
	case math.Abs(r[4]) > 180 || math.Abs(r[5]) > 180:
		return ray.Arrival{}, fmt.Errorf("the angles are %g and %g, expected degrees from -180 to 180", r[4], r[5])
	case !natural(r[6]) || !natural(r[7]):
		return ray.Arrival{}, fmt.Errorf("the numbers of reflections are %g and %g, expected whole numbers from 0 to %d", r[6], r[7], most)
	}
	return ray.Arrival{
		Delay:      r[2],
		Amplitude:  amplitude,
		Phase:      phase,
		Absorption: -nepers * 2 * math.Pi * hz * r[3],
		Leave:      math.Sin(-r[4] * math.Pi / 180),
		Arrive:     math.Sin(-r[5] * math.Pi / 180),
		Surface:    int(r[6]),
		Bottom:     int(r[7]),
		Doppler:    1,
	}, nil
}

// most is the greatest count: what an integer of 4 bytes holds.
const most = math.MaxInt32

func natural(v float64) bool { return v >= 0 && v <= most && v == math.Trunc(v) }
