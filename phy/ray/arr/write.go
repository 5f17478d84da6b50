package arr

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"halocline/phy/ray"
)

// Write writes the text form, with the columns of Bellhop: others read it as if Bellhop had made it. Lengths, caustics, antennas
// and Doppler are not in it. The digits are those of a float64, where Bellhop gives those of a float32.
func (f *File) Write(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "'%s'\n%v\n", flat, f.Frequency)
	for _, a := range f.axes() {
		fmt.Fprint(w, len(*a.values))
		for _, v := range *a.values {
			fmt.Fprintf(w, " %v", v)
		}
		fmt.Fprintln(w)
	}
	places := len(f.Depths) * len(f.Ranges)
	for i := range f.Sources {
		greatest := 0
		for _, arrivals := range f.Arrivals[i*places : (i+1)*places] {
			greatest = max(greatest, len(arrivals))
		}
		fmt.Fprintln(w, greatest)
		for _, arrivals := range f.Arrivals[i*places : (i+1)*places] {
			fmt.Fprintln(w, len(arrivals))
			for _, a := range arrivals {
				write(w, a, f.Frequency)
			}
		}
	}
	return w.Flush()
}

// write writes the line of an arrival, of a file for so many Hz.
func write(w io.Writer, a ray.Arrival, hz float64) {
	const degrees = 180 / math.Pi
	fmt.Fprintf(w, "%v %v %v %v %v %v %d %d\n", a.Amplitude, -a.Phase*degrees, a.Delay, -a.Absorption/(nepers*2*math.Pi*hz),
		-math.Asin(a.Leave)*degrees, -math.Asin(a.Arrive)*degrees, a.Surface, a.Bottom)
}
