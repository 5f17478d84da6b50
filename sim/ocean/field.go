package ocean

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/netcdf"
	"halocline/sim/table"
)

// FieldConfig is the water by place, depth and time from a file. Temperature and salinity are those of its first time.
type FieldConfig struct {
	File      string         `yaml:"file" bare:"true" required:"true" doc:"file of values on a full grid: NetCDF in a classic format, whose first time is the start of the run; or CSV with the columns x, y, depth (m), time (s from the start of the run) if it has several, and the variables, in rows of any order. Beyond its edges the nearest value is used, and a warning says how often"`
	Variables FieldVariables `yaml:"variables" doc:"names of the variables in the file"`
	OriginX   float64        `yaml:"origin_x" unit:"m" range:"[-1e9,1e9]" doc:"x of the world's origin in the file's coordinates"`
	OriginY   float64        `yaml:"origin_y" unit:"m" range:"[-1e9,1e9]" doc:"y of the world's origin in the file's coordinates"`
}

// FieldVariables names the variables of a file. Those that it does not have are left out.
type FieldVariables struct {
	Temperature string `yaml:"temperature" doc:"variable of the temperature, degC"`
	Salinity    string `yaml:"salinity" doc:"variable of the salinity, psu"`
	East        string `yaml:"east" doc:"variable of the current along x, m/s"`
	North       string `yaml:"north" doc:"variable of the current along y, m/s"`
	Up          string `yaml:"up" doc:"variable of the current upwards, m/s"`
}

// Defaults names the variables as the keys.
func (c *FieldVariables) Defaults() {
	*c = FieldVariables{"temperature", "salinity", "east", "north", "up"}
}

// Defaults names the variables as the keys.
func (c *FieldConfig) Defaults() { c.Variables.Defaults() }

// Validate reports a variable with two meanings.
func (c FieldConfig) Validate() error {
	var f faults
	names := c.Variables.names()
	for i, n := range names {
		f.add(n == "" || !slices.Contains(names[:i], n), "variables", "%q is the name of two variables; each has its own", n)
	}
	f.add(c.File != "", "file", "is empty; name a file")
	f.within("origin_x", c.OriginX, Limit{Unit: "m", Min: -1e9, Max: 1e9})
	f.within("origin_y", c.OriginY, Limit{Unit: "m", Min: -1e9, Max: 1e9})
	return f.err()
}

// names returns the names, in the order of quantities.
func (c FieldVariables) names() []string {
	return []string{c.Temperature, c.Salinity, c.East, c.North, c.Up}
}

// The quantities of a field.
const (
	ofTemperature = iota
	ofSalinity
	ofEast
	ofNorth
	ofUp
	fieldQuantities
)

// field is the water on a grid: linear along x, y, depth and time within its cells, and that of the nearest point of its edge outside.
type field struct {
	axes   [4][]float64 // x, y, depth in m, time in s, increasing
	values [fieldQuantities][]float64

	asked, outside int // how often, in all and beyond its edges
}

// The axes of a field.
const (
	alongX = iota
	alongY
	alongDepth
	alongTime
)

// build reads the field.
func (c FieldConfig) build(site Site) (*field, error) {
	text, err := site.open(c.File)
	if err != nil {
		return nil, err
	}
	f := &field{}
	if bytes.HasPrefix(text, []byte("CDF")) || !isText(text) {
		err = f.readNetCDF(text, c, site.Geo)
	} else {
		err = f.readCSV(text, c)
	}
	if err != nil {
		return nil, err
	}
	for i := range f.axes[alongX] {
		f.axes[alongX][i] -= c.OriginX
	}
	for i := range f.axes[alongY] {
		f.axes[alongY][i] -= c.OriginY
	}
	return f, f.check(c)
}

// isText reports whether a file is text.
func isText(data []byte) bool { return bytes.IndexByte(data[:min(len(data), 512)], 0) < 0 }

// check reports values that no water has.
func (f *field) check(c FieldConfig) error {
	limits := [fieldQuantities]Limit{temperatureRange(), salinityRange(), {Unit: "m/s", Min: -fastest, Max: fastest}, {Unit: "m/s", Min: -fastest, Max: fastest}, {Unit: "m/s", Min: -fastest, Max: fastest}}
	some := false
	for q, values := range f.values {
		some = some || values != nil
		for _, v := range values {
			if !(v >= limits[q].Min && v <= limits[q].Max) {
				return fmt.Errorf("%s: %s has %s; the range is %s: correct the file, or its unit", c.File, c.Variables.names()[q], withUnit(v, limits[q].Unit), limits[q])
			}
		}
	}
	if !some {
		return fmt.Errorf("%s: it has none of the variables %s; name those that it has by the key variables", c.File, strings.Join(c.Variables.names(), ", "))
	}
	for _, pair := range [][2]int{{ofEast, ofNorth}} {
		if (f.values[pair[0]] == nil) != (f.values[pair[1]] == nil) {
			return fmt.Errorf("%s: it has one of %s and %s; a current has both: add the other one, or name none of the file", c.File, c.Variables.East, c.Variables.North)
		}
	}
	return nil
}

// alone reports a temperature or a salinity that is said by another key too.
func (f *field) alone(c Config, p ProfileConfig) error {
	usual := Default()
	for _, q := range []struct {
		of           int
		key          string
		given, usual float64
		rows         []float64
	}{
		{ofTemperature, "temperature", c.Temperature, usual.Temperature, p.Temperature},
		{ofSalinity, "salinity", c.Salinity, usual.Salinity, p.Salinity},
	} {
		switch {
		case !f.has(q.of):
		case len(q.rows) > 0:
			return fmt.Errorf("it has the %s, and the profile has it too; leave one of them out", q.key)
		case q.given != q.usual:
			return fmt.Errorf("it has the %s, and the key %[1]s gives it too; leave one of them out", q.key)
		}
	}
	return nil
}

// has reports whether the field knows a quantity.
func (f *field) has(q int) bool { return f != nil && f.values[q] != nil }

// spot is a place in the grid: the cell and how far in it, along each axis.
type spot struct {
	at   [4]int
	next [4]int
	part [4]float64
}

// find returns the place in the grid at a time in s. Files begin in the middle of their uppermost layer: what lies above is not outside.
func (f *field) find(pos geom.Vec, t float64) spot {
	var s spot
	beyond := false
	for axis, x := range [4]float64{pos.X, pos.Y, pos.Depth(), t} {
		lines := f.axes[axis]
		s.at[axis], s.part[axis] = cell(lines, x)
		s.next[axis] = min(s.at[axis]+1, len(lines)-1)
		beyond = beyond || len(lines) > 1 && (x > lines[len(lines)-1] || x < lines[0] && axis != alongDepth)
	}
	f.asked++
	if beyond {
		f.outside++
	}
	return s
}

// value returns a quantity at a place in the grid.
func (f *field) value(q int, s *spot) float64 {
	now := f.layer(q, s, s.at[alongTime])
	if s.part[alongTime] == 0 {
		return now
	}
	return lerp(now, f.layer(q, s, s.next[alongTime]), s.part[alongTime])
}

// layer is value at a time of the grid.
func (f *field) layer(q int, s *spot, t int) float64 {
	plane := func(k int) float64 {
		row := func(j int) float64 {
			base := ((t*len(f.axes[alongDepth])+k)*len(f.axes[alongY]) + j) * len(f.axes[alongX])
			return lerp(f.values[q][base+s.at[alongX]], f.values[q][base+s.next[alongX]], s.part[alongX])
		}
		return lerp(row(s.at[alongY]), row(s.next[alongY]), s.part[alongY])
	}
	return lerp(plane(s.at[alongDepth]), plane(s.next[alongDepth]), s.part[alongDepth])
}

// Velocity implements Current.
func (f *field) Velocity(pos geom.Vec, t sim.Time) geom.Vec {
	s := f.find(pos, t.Seconds())
	v := geom.Vec{X: f.value(ofEast, &s), Y: f.value(ofNorth, &s)}
	if f.values[ofUp] != nil {
		v.Z = f.value(ofUp, &s)
	}
	return v
}

// first returns a quantity at the first time of the field.
func (f *field) first(q int, pos geom.Vec) float64 {
	s := f.find(pos, f.axes[alongTime][0])
	return f.value(q, &s)
}

// column returns a quantity below the origin of the world, at the first time of the field.
func (f *field) column(q int) column {
	c := column{depth: f.axes[alongDepth], value: make([]float64, len(f.axes[alongDepth]))}
	for i, depth := range c.depth {
		c.value[i] = f.first(q, geom.Vec{Z: -depth})
	}
	f.asked, f.outside = 0, 0 // that was no question
	return c
}

// readCSV reads a table, whose rows are the points of the grid in any order.
func (f *field) readCSV(text []byte, c FieldConfig) error {
	axes := []string{"x", "y", "depth", "time"}
	names := slices.Concat(axes, slices.DeleteFunc(c.Variables.names(), func(n string) bool { return n == "" }))
	t, err := table.Read(bytes.NewReader(text), c.File, names, 3)
	if err != nil {
		return err
	}
	columns := make([][]float64, len(axes))
	points := 1
	for a, name := range axes {
		if columns[a] = t.Columns[name]; columns[a] == nil {
			columns[a] = make([]float64, len(t.Lines))
		}
		f.axes[a] = slices.Compact(slices.Sorted(slices.Values(columns[a])))
		points *= len(f.axes[a])
	}
	if points != len(t.Lines) {
		return fmt.Errorf("%s: it has %d rows, and its %d x, %d y, %d depths and %d times make %d points; give each a row", c.File, len(t.Lines),
			len(f.axes[alongX]), len(f.axes[alongY]), len(f.axes[alongDepth]), len(f.axes[alongTime]), points)
	}
	places := make([]int, points)
	taken := make([]bool, points)
	for row := range places {
		for a := alongTime; a >= alongX; a-- {
			i, _ := slices.BinarySearch(f.axes[a], columns[a][row])
			places[row] = places[row]*len(f.axes[a]) + i
		}
		if taken[places[row]] {
			return t.Place(row, errors.New("the point is there twice; give each point of the grid one row"))
		}
		taken[places[row]] = true
	}
	for q, name := range c.Variables.names() {
		if column := t.Columns[name]; name != "" && column != nil {
			f.values[q] = make([]float64, points)
			for row, v := range column {
				f.values[q][places[row]] = v
			}
		}
	}
	return nil
}

// readNetCDF reads a file of NetCDF, whose variables have dimensions with coordinate variables.
func (f *field) readNetCDF(data []byte, c FieldConfig, geo *geom.Geo) error {
	file, err := netcdf.Read(data)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	for q, name := range c.Variables.names() {
		v := file.Var(name)
		if v == nil {
			continue
		}
		b, err := readBlock(file, v, geo)
		if err == nil {
			err = f.take(q, b)
		}
		if err != nil {
			return fmt.Errorf("%s: variable %s: %w", c.File, name, err)
		}
	}
	return nil
}

// take takes a variable, whose axes have to be those of the others.
func (f *field) take(q int, b *block) error {
	for a := range f.axes {
		switch {
		case f.axes[a] == nil:
			f.axes[a] = b.axes[a]
		case !slices.Equal(f.axes[a], b.axes[a]):
			return errors.New("it has another grid than the variables before it; bring all to one grid, and those of one grid into the file")
		}
	}
	f.values[q] = b.values
	if q >= ofEast {
		for i, v := range b.values { // land does not flow
			if math.IsNaN(v) {
				b.values[i] = 0
			}
		}
		return nil
	}
	return b.fill()
}
