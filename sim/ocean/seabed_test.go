package ocean

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"halocline/sim/geom"
)

// The plane v = 100 + 2 x - 3 y and the product x y are bilinear, so the grid
// holds them exactly; beyond its edge it holds the edge.
const matrix = `y\x, 0, 10, 30
-5, 115, 135, 175
 5, 85, 105, 145
`

func TestGridFromCSV(t *testing.T) {
	g, err := ReadGrid(strings.NewReader(matrix), "m.csv")
	if err != nil {
		t.Fatal(err)
	}
	plane := func(x, y float64) float64 { return 100 + 2*x - 3*y }
	tests := []struct{ x, y, want float64 }{
		{0, -5, 115},
		{30, 5, 145},
		{10, 5, 105},
		{7, 1.5, plane(7, 1.5)},
		{19, -4, plane(19, -4)},
		{-100, 0, plane(0, 0)},
		{100, 0, plane(30, 0)},
		{12, 90, plane(12, 5)},
		{50, -90, plane(30, -5)},
	}
	for _, tt := range tests {
		near(t, "depth", g.At(tt.x, tt.y), tt.want, 1e-10)
	}
}

// Cells of 10 m from the corner (100, 200) have their centres at 105, 115, 125
// and 205, 215. North comes first in the file.
const asc = `ncols 3
nrows 2
xllcorner 100
yllcorner 200
cellsize 10
NODATA_value -9999
40 50 60
10 20 30
`

func TestGridFromESRI(t *testing.T) {
	for _, text := range []string{
		asc,
		strings.NewReplacer("xllcorner 100", "XLLCENTER 105", "yllcorner 200", "YLLCENTER 205").Replace(asc),
	} {
		g, err := ReadGrid(strings.NewReader(text), "g.asc")
		if err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct{ x, y, want float64 }{
			{105, 205, 10},
			{125, 205, 30},
			{105, 215, 40},
			{125, 215, 60},
			{110, 205, 15},
			{105, 210, 25},
			{120, 210, 40}, // midway, and the mean of four
			{0, 0, 10},
			{1e6, 1e6, 60},
			{110, 1e6, 45}, // the edge
		} {
			near(t, "depth", g.At(tt.x, tt.y), tt.want, 1e-12)
		}
	}
}

// A grid has no step anywhere, and between two lines it is never beyond its
// corners.
func TestGridIsContinuousAndBounded(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	g := &Grid{x: []float64{0, 1, 4, 9}, y: []float64{-3, 0, 2}}
	for range 12 {
		g.depth = append(g.depth, 100*random.Float64())
	}
	for range 20000 {
		x, y := 14*random.Float64()-2, 10*random.Float64()-5
		v := g.At(x, y)
		if v < 0 || v > 100 {
			t.Fatalf("%g at (%g, %g)", v, x, y)
		}
		near(t, "next to it", g.At(x+1e-9, y-1e-9), v, 1e-6)
	}
}

func TestReadGridNamesThePlace(t *testing.T) {
	replace := func(old, new string) string { return strings.Replace(asc, old, new, 1) }
	tests := []struct{ text, want string }{
		{"", "g:1: the file is empty; write a line of column names and rows of numbers"},
		{"y\n1\n", "g:2: the grid has no value; write a row for each y and a column for each x"},
		{"y,0,10\n", "g:1: the grid has no value; write a row for each y and a column for each x"},
		{"y,0,0\n0,1,2\n", "g:1: x = 0 does not follow 0; coordinates increase, so sort them; the first line is a word and the x of each column"},
		{"y,0,1\n0,1,2\n-1,1,2\n", "g:3: y = -1 does not follow 0; coordinates increase, so sort them"},
		{"y,0,east\n0,1,2\n", `g:1: x "east" is not a number; write one such as 1.5; the first line is a word and the x of each column`},
		{"y,0,1\n0,1,\n", "g:2: the value at x = 1 is empty; a table has no holes"},
		{"y,0,1\n0,1\n", "g:2: the row has not as many columns as the first line; give each column a number"},
		{replace("30", "-9999"), "g:8: value 3 is NODATA; a grid has no holes, which gdal_fillnodata.py fills"},
		{replace("30", "nan"), `g:8: value 3 "nan" is not a number; write one such as 1.5`},
		{strings.NewReplacer("-9999", "-3.4028235e+38", "30", "-3.4028235e+38").Replace(asc), "g:8: value 3 is NODATA; a grid has no holes, which gdal_fillnodata.py fills"},
		{replace("30", "2e9"), `g:8: value 3 "2e9" is beyond a million kilometres; write metres`},
		{"y,0,1e10\n0,1,2\n", `g:1: x "1e10" is beyond a million kilometres; write metres; the first line is a word and the x of each column`},
		{replace("40 50", "40"), "g:7: the row has 2 values, and ncols says 3; make them agree"},
		{replace("nrows 2", "nrows 3"), "g:8: the file has 2 rows, and nrows says 3; make them agree"},
		{replace("nrows 2\n", ""), "g:7: nrows is missing; add it above the values"},
		{replace("ncols 3", "ncols 0"), "g:1: ncols 0 is not allowed; write a whole number from 1 to 1000000"},
		{replace("cellsize 10", "cellsize 0"), "g:5: cellsize 0 is not allowed; it is more than 0"},
		{replace("cellsize 10", "ncols 3"), "g:5: ncols is there twice; leave one out"},
		{replace("yllcorner 200\n", ""), "g:7: write one of yllcorner and yllcenter"},
		{replace("cellsize 10", "cellsize"), "g:5: write cellsize once, above the values, with one number behind it"},
		{asc + "cellsize 5\n", "g:9: write cellsize once, above the values, with one number behind it"},
	}
	for _, tt := range tests {
		if _, err := ReadGrid(strings.NewReader(tt.text), "g"); err == nil || err.Error() != tt.want {
			t.Errorf("%q: got %v, want %s", tt.text, err, tt.want)
		}
	}
}

func TestSeabedOfTheWater(t *testing.T) {
	c := Default()
	site := Site{Open: func(string) ([]byte, error) {
		return []byte(strings.NewReplacer("40 50 60", "-40 -50 -60", "10 20 30", "-10 -20 5").Replace(asc)), nil
	}}
	c.Seabed = &SeabedConfig{File: "g.asc", Values: "elevation", OriginX: 105, OriginY: 205}
	w, err := c.Build(site)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "at the origin", w.Seabed(geom.Vec{Z: -3}), 10, 1e-12)
	near(t, "land", w.Seabed(geom.Vec{X: 20}), -5, 1e-12)
	near(t, "north", w.Seabed(geom.Vec{Y: 10}), 40, 1e-12)

	c.Seabed = &SeabedConfig{Depth: 80}
	if w, err = c.Build(Site{}); err != nil {
		t.Fatal(err)
	}
	near(t, "flat", w.Seabed(geom.Vec{X: 1e9}), 80, 0)
}

// Whatever is in a file, reading it ends in a grid that answers, or in an error
// with the name of the file.
func FuzzReadGrid(f *testing.F) {
	f.Add(matrix)
	f.Add(asc)
	f.Fuzz(func(t *testing.T, text string) {
		g, err := ReadGrid(strings.NewReader(text), "f")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f:") {
				t.Errorf("no place: %v", err)
			}
			return
		}
		if len(g.depth) == 0 || len(g.depth) != len(g.x)*len(g.y) {
			t.Errorf("%d values for %d by %d", len(g.depth), len(g.x), len(g.y))
		}
		if v := g.At(0.5, 0.5); math.IsNaN(v) || math.IsInf(v, 0) {
			t.Errorf("the value is %g", v)
		}
	})
}
