package ocean

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"halocline/sim/geom"
	"halocline/sim/netcdf"
)

// block is a variable of a NetCDF file over x, y, depth and time, each increasing; x runs fastest. A dimension that the variable lacks has one
// place, at 0.
type block struct {
	axes   [4][]float64
	values []float64 // NaN where the file has none
}

// readBlock reads a variable.
func readBlock(file *netcdf.File, v *netcdf.Var, geo *geom.Geo) (*block, error) {
	raw, err := file.Values(v)
	if err != nil {
		return nil, err
	}
	b := &block{values: make([]float64, len(raw))}
	var order, stride [4]int // the dimension of each axis, and the step of it in what the file has
	for a := range order {
		order[a] = -1
	}
	var turned [4]bool
	step := 1
	for d := len(v.Dims) - 1; d >= 0; d-- {
		dim := file.Dims[v.Dims[d]]
		axis, places, err := readAxis(file, dim, geo)
		if err != nil {
			return nil, err
		}
		if order[axis] >= 0 {
			return nil, fmt.Errorf("dimension %q goes along the same axis as another one; correct the attributes axis and units of their variables", dim.Name)
		}
		if turned[axis] = len(places) > 1 && places[1] < places[0]; turned[axis] {
			slices.Reverse(places)
		}
		if !rises(places) {
			return nil, fmt.Errorf("the coordinates of dimension %q do not go one way; sort the file by them", dim.Name)
		}
		order[axis], stride[axis], b.axes[axis] = d, step, places
		step *= dim.Length
	}
	if step != len(raw) || step == 0 {
		return nil, errors.New("it has no values; write some, or name another variable")
	}
	for a := range b.axes {
		if b.axes[a] == nil {
			b.axes[a] = []float64{0}
		}
	}
	b.sort(raw, stride, turned)
	return b, nil
}

// sort puts the values into the order of the axes.
func (b *block) sort(raw []float64, stride [4]int, turned [4]bool) {
	n := 0
	var i [4]int
	for i[alongTime] = range b.axes[alongTime] {
		for i[alongDepth] = range b.axes[alongDepth] {
			for i[alongY] = range b.axes[alongY] {
				for i[alongX] = range b.axes[alongX] {
					from := 0
					for a := range i {
						k := i[a]
						if turned[a] {
							k = len(b.axes[a]) - 1 - k
						}
						from += k * stride[a]
					}
					b.values[n] = raw[from]
					n++
				}
			}
		}
	}
}

// fill gives points without a value, such as land, the nearest along x, else along y, depth or time.
func (b *block) fill() error {
	step := 1
	for a := range b.axes {
		n := len(b.axes[a])
		for first := range b.values {
			if first/step%n == 0 {
				spread(b.values[first:], n, step)
			}
		}
		step *= n
	}
	if slices.ContainsFunc(b.values, math.IsNaN) {
		return errors.New("it has no value anywhere, only missing ones; name another variable")
	}
	return nil
}

// spread fills what has no value in a row with the nearest that has, the one before if two are as near.
func spread(row []float64, n, step int) {
	before := -1 // the last place with a value
	for i := range n {
		if math.IsNaN(row[i*step]) {
			continue
		}
		for k := before + 1; k < i; k++ {
			from := i
			if before >= 0 && k-before <= i-k {
				from = before
			}
			row[k*step] = row[from*step]
		}
		before = i
	}
	for k := before + 1; before >= 0 && k < n; k++ {
		row[k*step] = row[before*step]
	}
}

// rises tells whether each place lies beyond the one before.
func rises(places []float64) bool {
	for i := range places {
		if math.IsNaN(places[i]) || i > 0 && !(places[i] > places[i-1]) {
			return false
		}
	}
	return true
}

// readAxis returns the axis of a dimension, and its places in m or s.
func readAxis(file *netcdf.File, dim netcdf.Dim, geo *geom.Geo) (axis int, places []float64, err error) {
	v := file.Var(dim.Name)
	if v == nil || len(v.Dims) != 1 {
		return 0, nil, fmt.Errorf("dimension %q has no coordinate variable of its name; add one with its places", dim.Name)
	}
	if places, err = file.Values(v); err != nil {
		return 0, nil, err
	}
	units := strings.ToLower(v.Attr("units").Text)
	axis, ok := axisOf(strings.ToLower(dim.Name), strings.ToUpper(v.Attr("axis").Text), units)
	if !ok {
		return 0, nil, fmt.Errorf("dimension %q is none of x, y, depth and time: give its variable the attribute axis, one of X, Y, Z and T", dim.Name)
	}
	factor, err := factorOf(units, axis, geo)
	if err != nil {
		return 0, nil, fmt.Errorf("dimension %q: %w", dim.Name, err)
	}
	if up := v.Attr("positive").Text; axis == alongDepth && (up == "up" || dim.Name == "z" && up == "") {
		factor = -factor
	}
	zero := zeroOf(axis, places, units, geo)
	for i := range places {
		places[i] = (places[i] - zero) * factor
	}
	return axis, places, nil
}

// zeroOf returns the place of an axis that is 0 in the world.
func zeroOf(axis int, places []float64, units string, geo *geom.Geo) float64 {
	switch {
	case axis == alongTime && len(places) > 0:
		return places[0] // the run begins with the file
	case strings.HasPrefix(units, "degree") && axis == alongX && len(places) > 0:
		zero := geo.Longitude * 180 / math.Pi
		middle := (places[0] + places[len(places)-1]) / 2
		return zero + 360*math.Round((middle-zero)/360) // longitudes may go from 0 to 360
	case strings.HasPrefix(units, "degree"):
		return geo.Latitude * 180 / math.Pi
	}
	return 0
}

// axisOf tells what a dimension goes along: by its attribute axis, its units, or its name.
func axisOf(name, attr, units string) (axis int, ok bool) {
	if i := slices.Index([]string{"X", "Y", "Z", "T"}, attr); i >= 0 {
		return i, true
	}
	switch {
	case strings.Contains(units, " since "):
		return alongTime, true
	case units == "degrees_east" || units == "degree_east":
		return alongX, true
	case units == "degrees_north" || units == "degree_north":
		return alongY, true
	}
	for a, names := range [][]string{{"x", "lon", "longitude", "easting", "east"}, {"y", "lat", "latitude", "northing", "north"}, {"z", "depth", "deptht", "depthu", "depthv", "level", "lev"}, {"t", "time"}} {
		if slices.Contains(names, name) {
			return a, true
		}
	}
	return 0, false
}

// factorOf returns how many m or s a unit is.
func factorOf(units string, axis int, geo *geom.Geo) (float64, error) {
	word, _, _ := strings.Cut(units, " since ")
	switch {
	case strings.HasPrefix(units, "degree"):
		if geo == nil {
			return 0, errors.New("its coordinates are degrees; say where the origin of the world is, as in geo: {latitude: 43.51deg, longitude: 3.91deg}")
		}
		perLongitude, perLatitude := geo.Metres()
		if axis == alongX {
			return perLongitude * math.Pi / 180, nil
		}
		return perLatitude * math.Pi / 180, nil
	case axis == alongTime:
		for unit, s := range map[string]float64{"": 1, "s": 1, "second": 1, "min": 60, "minute": 60, "h": 3600, "hour": 3600, "day": 86400} {
			if strings.TrimSuffix(word, "s") == unit || word == unit {
				return s, nil
			}
		}
	default:
		if isMetre(word) {
			return 1, nil
		}
		if word == "km" {
			return 1000, nil
		}
	}
	return 0, fmt.Errorf("its unit %q is not known here; use m, km, degrees_north, degrees_east, or seconds, minutes, hours or days since", units)
}

// isMetre reports whether a unit of a file is the metre, which one without a unit is taken to have.
func isMetre(unit string) bool {
	return slices.Contains([]string{"", "m", "meter", "meters", "metre", "metres"}, unit)
}
