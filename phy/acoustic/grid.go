package acoustic

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"

	"halocline/phy"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/table"
)

// Grid is a measured pattern that is not symmetric about an axis: the gain by azimuth and elevation in the body
// frame, linear in each of them and in decibel between the nodes. The azimuth is counted from forward to the left, the
// elevation from the horizontal plane of the body up. The zero value is not a grid.
type Grid struct {
	azimuth   []float64 // rad, rising, less than a turn
	elevation []float64 // rad, from -pi/2 to pi/2
	gain      []float64 // dB, for each elevation those of all azimuths
}

// newGrid returns the pattern through the nodes. Elevations must rise from straight down to straight up, so that no
// direction is left to guess; azimuths go once around, and the gap behind the last one ends at the first.
func newGrid(azimuth, elevation, gain []float64) (Grid, error) {
	const slack = 1e-9 // rad: what is left of 90 degrees after conversion
	last := len(elevation) - 1
	if err := cmp.Or(checkRising("azimuth", azimuth, 1), checkRising("elevation", elevation, 2)); err != nil {
		return Grid{}, err
	}
	switch {
	case math.Abs(elevation[0]+math.Pi/2) > slack || math.Abs(elevation[last]-math.Pi/2) > slack:
		return Grid{}, fault.In("elevation", "the grid runs from %.6g to %.6g degrees; make it run from -90 to 90", elevation[0]/degree, elevation[last]/degree)
	case azimuth[len(azimuth)-1]-azimuth[0] > 2*math.Pi-slack:
		return Grid{}, fault.In("azimuth", "the grid runs from %.6g to %.6g degrees, a turn or more; leave the last one out, which is the first again", azimuth[0]/degree, azimuth[len(azimuth)-1]/degree)
	case len(gain) != len(azimuth)*len(elevation):
		return Grid{}, fault.In("gain", "%d gains are given for %d azimuths and %d elevations; write %d, for each elevation those of all azimuths",
			len(gain), len(azimuth), len(elevation), len(azimuth)*len(elevation))
	}
	g := Grid{slices.Clone(azimuth), slices.Clone(elevation), slices.Clone(gain)}
	for i, v := range gain {
		pole := i - i%len(azimuth)
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return Grid{}, fault.In("gain", "value %d is not finite; write a number of decibels", i+1)
		}
		if row := i / len(azimuth); (row == 0 || row == last) && v != gain[pole] {
			return Grid{}, fault.In("gain", "at an elevation of %.6g degrees all azimuths are one direction, with gains of %g and %g dB; give them one", elevation[row]/degree, gain[pole], v)
		}
	}
	return g, nil
}

// checkRising finds too few values, and values that do not rise.
func checkRising(key string, values []float64, least int) error {
	if len(values) < least {
		return fault.In(key, "%d values are given; a grid needs at least %d", len(values), least)
	}
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) || i > 0 && !(v > values[i-1]) {
			return fault.In(key, "value %d, %.6g degrees, does not lie beyond the one before; write them rising", i+1, v/degree)
		}
	}
	return nil
}

const degree = math.Pi / 180

// Gain returns the gain in dB towards a direction in the world frame, which need not be of unit length, when the body
// has that attitude. A direction without length counts as forward.
func (g Grid) Gain(attitude geom.Quat, direction geom.Vec) float64 {
	d := attitude.RotateInverse(direction)
	elevation := math.Atan2(d.Z, math.Hypot(d.X, d.Y))
	j := sort.Search(len(g.elevation)-2, func(j int) bool { return elevation < g.elevation[j+1] })
	i, part := g.column(math.Atan2(d.Y, d.X))
	low, high := g.between(i, j, part), g.between(i, j+1, part)
	return low + (high-low)*(elevation-g.elevation[j])/(g.elevation[j+1]-g.elevation[j])
}

// column returns the last node at or before an azimuth, and which part of the way to the next one it lies behind that.
func (g Grid) column(azimuth float64) (i int, part float64) {
	const turn = 2 * math.Pi
	behind := math.Mod(azimuth-g.azimuth[0], turn)
	if behind < 0 {
		behind += turn
	}
	i = sort.Search(len(g.azimuth)-1, func(i int) bool { return behind < g.azimuth[i+1]-g.azimuth[0] })
	return i, min((behind-(g.azimuth[i]-g.azimuth[0]))/g.width(i), 1)
}

// width returns the angle from a node to the next one around.
func (g Grid) width(i int) float64 {
	if i == len(g.azimuth)-1 {
		return g.azimuth[0] + 2*math.Pi - g.azimuth[i]
	}
	return g.azimuth[i+1] - g.azimuth[i]
}

// between returns the gain at a part of the way from a node to the next one around, at a node of elevation.
func (g Grid) between(i, j int, part float64) float64 {
	row := g.gain[j*len(g.azimuth):][:len(g.azimuth)]
	a, b := row[i], row[(i+1)%len(row)]
	return a + (b-a)*part
}

// Index returns the mean power over all directions, inverted:
//
//	1/DF = 1/(4 pi) integral of 10^(gain/10) cos(elevation) d elevation d azimuth
//
// Along the azimuth, where the gain is linear, the integral over a cell is that of e^x from one end to the other, in closed
// form. Along the elevation it is Gauss's rule on panels of at most 2 degrees, whose error is below 1e-9 dB for gains that
// change by less than 20 dB a panel.
func (g Grid) Index() float64 {
	sum := 0.0
	for j := 1; j < len(g.elevation); j++ {
		low, high := g.elevation[j-1], g.elevation[j]
		for i := range g.azimuth {
			sum += g.width(i) * integrate(func(e float64) float64 {
				up := (e - low) / (high - low)
				side := func(part float64) float64 {
					a, b := g.between(i, j-1, part), g.between(i, j, part)
					return (a + (b-a)*up) * math.Ln10 / 10
				}
				return meanExp(side(0), side(1)) * math.Cos(e)
			}, low, high, 2*degree)
		}
	}
	return -decibel(sum / (4 * math.Pi))
}

// meanExp returns the mean of e^x from a to b.
func meanExp(a, b float64) float64 {
	if a == b {
		return math.Exp(a)
	}
	return math.Exp(a) * math.Expm1(b-a) / (b - a)
}

// GridPattern describes a Grid.
type GridPattern struct {
	File      string    `yaml:"file" doc:"CSV file with the columns azimuth, elevation, gain (deg, deg, dB), a row for each node, instead of the lists below"`
	Azimuth   []float64 `yaml:"azimuth" unit:"rad" range:"[-6.3,6.3]" doc:"angles from forward to the left in the body frame, increasing, once around; leave out 360deg, which is 0deg again"`
	Elevation []float64 `yaml:"elevation" unit:"rad" range:"[-1.6,1.6]" doc:"angles above the horizontal plane of the body, from -90deg to 90deg"`
	Gain      []float64 `yaml:"gain" unit:"dB" range:"[-200,60]" doc:"gain at each node: for each elevation those of all azimuths"`
}

// About says what the model is.
func (*GridPattern) About() string {
	return "measured pattern, by azimuth and elevation in the body frame"
}

// Validate checks the lists, or that a file stands in their place.
func (c *GridPattern) Validate() error {
	if c.File == "" && c.Azimuth == nil && c.Elevation == nil && c.Gain == nil {
		return fault.In("file", "the grid is missing; write the name of a CSV file with the columns azimuth, elevation and gain, or give these three here")
	}
	if c.File == "" {
		_, err := newGrid(c.Azimuth, c.Elevation, c.Gain)
		return err
	}
	if c.Azimuth != nil || c.Elevation != nil || c.Gain != nil {
		return fault.In("file", "is given beside azimuth, elevation or gain; one of the two is the grid")
	}
	return nil
}

// Antenna returns the antenna of the lists.
func (c *GridPattern) Antenna(phy.Band, float64) (phy.Antenna, error) {
	if c.File != "" {
		return nil, fault.In("antenna.file", "%s: files cannot be read here", c.File)
	}
	return newGrid(c.Azimuth, c.Elevation, c.Gain)
}

// Read implements phy.Filed.
func (c *GridPattern) Read(open func(name string) ([]byte, error)) (phy.AntennaConfig, error) {
	if c.File == "" {
		return c, nil
	}
	text, err := open(c.File)
	if err != nil {
		return nil, fault.In("antenna.file", "%v", err)
	}
	names := []string{"azimuth", "elevation", "gain"}
	t, err := table.Read(bytes.NewReader(text), c.File, names, len(names))
	if err != nil {
		return nil, fault.In("antenna.file", "%v", err)
	}
	read, err := gridOf(t.Columns["azimuth"], t.Columns["elevation"], t.Columns["gain"])
	if err == nil {
		err = read.Validate()
	}
	if err != nil {
		return nil, fault.In("antenna.file", "%s: %v", c.File, err)
	}
	return read, nil
}

// gridOf sorts the nodes of a file, which come in any order, in degrees.
func gridOf(azimuth, elevation, gain []float64) (*GridPattern, error) {
	read := &GridPattern{Azimuth: sortedSet(azimuth), Elevation: sortedSet(elevation)}
	read.Gain = make([]float64, len(read.Azimuth)*len(read.Elevation))
	found := make([]bool, len(read.Gain))
	for k := range gain {
		i, _ := slices.BinarySearch(read.Azimuth, azimuth[k])
		j, _ := slices.BinarySearch(read.Elevation, elevation[k])
		node := j*len(read.Azimuth) + i
		if found[node] {
			return nil, fmt.Errorf("the node at an azimuth of %g and an elevation of %g degrees is there twice; leave one out", azimuth[k], elevation[k])
		}
		read.Gain[node], found[node] = gain[k], true
	}
	if node := slices.Index(found, false); node >= 0 {
		return nil, fmt.Errorf("the node at an azimuth of %g and an elevation of %g degrees is missing; a grid has a row for each azimuth at each elevation",
			read.Azimuth[node%len(read.Azimuth)], read.Elevation[node/len(read.Azimuth)])
	}
	for _, axis := range [][]float64{read.Azimuth, read.Elevation} {
		for i := range axis {
			axis[i] *= degree
		}
	}
	return read, nil
}

// sortedSet returns each value once, from the least to the greatest.
func sortedSet(values []float64) []float64 {
	set := slices.Clone(values)
	slices.Sort(set)
	return slices.Compact(set)
}
