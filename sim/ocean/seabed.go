package ocean

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"

	"halocline/sim/geom"
	"halocline/sim/netcdf"
	"halocline/sim/table"
)

// SeabedConfig is the depth of the bottom: flat, or a grid from a file.
type SeabedConfig struct {
	Depth   float64 `yaml:"depth" bare:"true" unit:"m" range:"(0,12000]" doc:"depth of a flat bottom"`
	File    string  `yaml:"file" doc:"grid of depths in m, instead of a flat bottom: NetCDF in a classic format with a variable elevation or depth, such as GEBCO's; ESRI ASCII; or CSV whose first line is a word and the x of each column, and whose other lines are a y and the values of that row"`
	Values  string  `yaml:"values" oneof:"depth|elevation" doc:"quantity in the file; if left out, elevations where a variable of NetCDF has that name, else depths. depth: depths, positive below the surface; elevation: elevations, negative below the surface"`
	OriginX float64 `yaml:"origin_x" unit:"m" range:"[-1e9,1e9]" doc:"x of the world's origin in the file's coordinates"`
	OriginY float64 `yaml:"origin_y" unit:"m" range:"[-1e9,1e9]" doc:"y of the world's origin in the file's coordinates"`
}

// Validate reports what no bottom is.
func (c SeabedConfig) Validate() error {
	var f faults
	if c.File == "" {
		f.add(c.Depth > 0 && c.Depth <= deepest, "depth",
			"%s is not allowed; a flat bottom is more than 0 and at most %d m deep", withUnit(c.Depth, "m"), deepest)
	} else {
		f.add(c.Depth == 0, "depth", "is given beside file; one of the two says it")
	}
	f.add(c.Values == "depth" || c.Values == "elevation" || c.Values == "", "values",
		"%q is unknown; it is depth or elevation", c.Values)
	f.within("origin_x", c.OriginX, Limit{Unit: "m", Min: -1e9, Max: 1e9})
	f.within("origin_y", c.OriginY, Limit{Unit: "m", Min: -1e9, Max: 1e9})
	return f.err()
}

// build returns the bottom, from its file if it has one.
func (c SeabedConfig) build(site Site) (*Grid, error) {
	if c.File == "" {
		return flat(c.Depth), nil
	}
	text, err := site.open(c.File)
	if err != nil {
		return nil, err
	}
	read := func() (*Grid, error) { return ReadGrid(bytes.NewReader(text), c.File) }
	if !isText(text) {
		read = func() (*Grid, error) { return readBottom(text, c.File, site.Geo, &c.Values) }
	}
	g, err := read()
	if err != nil {
		return nil, err
	}
	for i := range g.x {
		g.x[i] -= c.OriginX
	}
	for i := range g.y {
		g.y[i] -= c.OriginY
	}
	if c.Values == "elevation" {
		for i := range g.depth {
			g.depth[i] = 0 - g.depth[i]
		}
	}
	g.index()
	return g, nil
}

// readBottom reads a bottom from a file of NetCDF. A variable of the name elevation has elevations, unless values says otherwise.
func readBottom(data []byte, name string, geo *geom.Geo, values *string) (*Grid, error) {
	file, err := netcdf.Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var v *netcdf.Var
	for _, one := range []string{"elevation", "depth", "z", "Band1"} {
		if v = file.Var(one); v != nil && len(v.Dims) == 2 {
			break
		}
		v = nil
	}
	if v == nil {
		return nil, fmt.Errorf("%s: it has no variable elevation, depth, z or Band1 over two dimensions; rename the one to read, as by ncrename -v old,depth", name)
	}
	if units := strings.ToLower(strings.TrimRight(v.Attr("units").Text, "\x00")); !isMetre(units) {
		return nil, fmt.Errorf("%s: variable %s is in %q; convert it to m, as by ncap2 or gdal_calc", name, v.Name, units)
	}
	if *values == "" && v.Name == "elevation" {
		*values = v.Name
	}
	b, err := readBlock(file, v, geo)
	if err != nil {
		return nil, fmt.Errorf("%s: variable %s: %w", name, v.Name, err)
	}
	for i, depth := range b.values {
		if !(math.Abs(depth) <= 1e9) {
			n := len(b.axes[alongX])
			return nil, fmt.Errorf("%s: variable %s has no value at x = %g, y = %g; a grid has no holes, which gdal_fillnodata.py fills", name, v.Name, b.axes[alongX][i%n], b.axes[alongY][i/n%len(b.axes[alongY])])
		}
	}
	if len(b.values) != len(b.axes[alongX])*len(b.axes[alongY]) {
		return nil, fmt.Errorf("%s: variable %s is not over x and y; take the other dimensions out, as by ncwa -a time", name, v.Name)
	}
	return &Grid{x: b.axes[alongX], y: b.axes[alongY], depth: b.values}, nil
}

// Grid is a surface over x and y in metres, known at the crossings of straight
// lines: bilinear between them (in each cell v = a + b x + c y + d x y) and,
// outside, that of the nearest point of the edge.
type Grid struct {
	x, y  []float64 // m, increasing
	depth []float64 // row by row, each along x

	columns int       // of blocks
	shallow []float64 // the least depth of each block, row by row
}

// flat returns a surface of one depth in metres.
func flat(depth float64) *Grid {
	g := &Grid{x: []float64{0}, y: []float64{0}, depth: []float64{depth}}
	g.index()
	return g
}

// extent returns the places of the first and the last line along x and y; a grid of one place goes everywhere.
func (g *Grid) extent() (low, high geom.Vec) {
	far := math.Inf(1)
	low, high = geom.Vec{X: -far, Y: -far}, geom.Vec{X: far, Y: far}
	if len(g.x) > 1 {
		low.X, high.X = g.x[0], g.x[len(g.x)-1]
	}
	if len(g.y) > 1 {
		low.Y, high.Y = g.y[0], g.y[len(g.y)-1]
	}
	return low, high
}

// At returns the value at a point.
func (g *Grid) At(x, y float64) float64 {
	i, u := cell(g.x, x)
	k, v := cell(g.y, y)
	i1, k1 := min(i+1, len(g.x)-1), min(k+1, len(g.y)-1)
	near, far := g.depth[k*len(g.x):], g.depth[k1*len(g.x):]
	return lerp(lerp(near[i], near[i1], u), lerp(far[i], far[i1], u), v)
}

// cell returns the index of the line before a coordinate and how far it lies
// towards the next one, from 0 to 1.
func cell(lines []float64, at float64) (int, float64) {
	i := below(lines, at)
	switch {
	case i == 0:
		return 0, 0
	case i == len(lines):
		return i - 1, 0
	}
	return i - 1, (at - lines[i-1]) / (lines[i] - lines[i-1])
}

// ReadGrid reads a grid in one of two formats, with values in the unit of the
// file. Name is that of the file; errors read name:line: message. A hole in the
// grid is an error.
//
// ESRI ASCII begins with the lines ncols, nrows, xllcorner, yllcorner (or
// xllcenter, yllcenter), cellsize and, if it likes, NODATA_value; then follow
// the rows from north to south. Its values stand for the centres of the cells.
//
// CSV has the x of each column in its first line, behind a cell that is not
// read, and in each further line the y of the row and its values.
func ReadGrid(r io.Reader, name string) (*Grid, error) {
	in := bufio.NewReader(r)
	// The word stands in the first line of the one format and never in the other.
	if start, err := in.Peek(len("ncols")); err == nil && strings.EqualFold(string(start), "ncols") {
		return readESRI(in, name)
	}
	return readMatrix(in, name)
}

func readMatrix(r io.Reader, name string) (*Grid, error) {
	in := table.NewReader(r)
	header, err := in.Read()
	if err != nil {
		return nil, table.Error(name, err)
	}
	g := &Grid{}
	line, _ := in.FieldPos(0)
	for _, text := range header[1:] {
		if g.x, err = appendLine(g.x, "x", text); err != nil {
			return nil, fmt.Errorf("%s:%d: %w; the first line is a word and the x of each column", name, line, err)
		}
	}
	for {
		row, err := in.Read()
		if err == io.EOF {
			break
		} else if err != nil {
			return nil, table.Error(name, err)
		}
		line, _ = in.FieldPos(0)
		if g.y, err = appendLine(g.y, "y", row[0]); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		for i, text := range row[1:] {
			v, err := parseLength(text)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: the value at x = %g %w", name, line, g.x[i], err)
			}
			g.depth = append(g.depth, v)
		}
	}
	if len(g.depth) == 0 {
		return nil, fmt.Errorf("%s:%d: the grid has no value; write a row for each y and a column for each x", name, line)
	}
	return g, nil
}

// appendLine reads the coordinate of the next line of the grid.
func appendLine(lines []float64, axis, text string) ([]float64, error) {
	v, err := parseLength(text)
	if err != nil {
		return nil, fmt.Errorf("%s %w", axis, err)
	}
	if n := len(lines); n > 0 && v <= lines[n-1] {
		return nil, fmt.Errorf("%s = %g does not follow %g; coordinates increase, so sort them", axis, v, lines[n-1])
	}
	return append(lines, v), nil
}

// parseLength reads a number of metres. Nothing on Earth is 1e9 m away, and
// numbers up to that can be told apart and added.
func parseLength(cell string) (float64, error) {
	v, err := table.Number(cell)
	if err == nil && math.Abs(v) > 1e9 {
		err = fmt.Errorf("%q is beyond a million kilometres; write metres", cell)
	}
	return v, err
}

// esri is an ESRI ASCII grid while it is read.
type esri struct {
	header map[string]float64
	rows   [][]float64
}

func readESRI(r io.Reader, name string) (*Grid, error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<26) // a row can be long
	e := esri{header: map[string]float64{}}
	line := 0
	for in.Scan() {
		line++
		words := strings.Fields(in.Text())
		if len(words) == 0 {
			continue
		}
		if err := e.read(words); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, line+1, err)
	}
	g, err := e.grid()
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, line, err)
	}
	return g, nil
}

// read takes the words of one line.
func (e *esri) read(words []string) error {
	switch key := strings.ToLower(words[0]); key {
	case "ncols", "nrows", "xllcorner", "yllcorner", "xllcenter", "yllcenter", "cellsize", "nodata_value":
		return e.readHeader(key, words)
	}
	return e.readRow(words)
}

// readHeader takes a line of the header.
func (e *esri) readHeader(key string, words []string) error {
	if len(words) != 2 || len(e.rows) > 0 {
		return fmt.Errorf("write %s once, above the values, with one number behind it", words[0])
	}
	if _, twice := e.header[key]; twice {
		return fmt.Errorf("%s is there twice; leave one out", words[0])
	}
	parse := parseLength
	if key == "nodata_value" {
		parse = table.Number
	}
	v, err := parse(words[1])
	switch {
	case err != nil:
		return fmt.Errorf("%s %w", words[0], err)
	case (key == "ncols" || key == "nrows") && (v < 1 || v > 1e6 || v != math.Trunc(v)):
		return fmt.Errorf("%s %s is not allowed; write a whole number from 1 to 1000000", words[0], words[1])
	case key == "cellsize" && v <= 0:
		return fmt.Errorf("cellsize %s is not allowed; it is more than 0", words[1])
	}
	e.header[key] = v
	return nil
}

// readRow takes a row of values.
func (e *esri) readRow(words []string) error {
	if cols, ok := e.header["ncols"]; !ok || len(words) != int(cols) {
		return fmt.Errorf("the row has %d values, and ncols says %g; make them agree", len(words), cols)
	}
	row := make([]float64, len(words))
	hole, sparse := e.header["nodata_value"]
	for i, word := range words {
		if v, err := table.Number(word); err == nil && sparse && v == hole {
			return fmt.Errorf("value %d is NODATA; a grid has no holes, which gdal_fillnodata.py fills", i+1)
		}
		v, err := parseLength(word)
		if err != nil {
			return fmt.Errorf("value %d %w", i+1, err)
		}
		row[i] = v
	}
	e.rows = append(e.rows, row)
	return nil
}

// grid returns the grid, whose first row is the southernmost.
func (e *esri) grid() (*Grid, error) {
	for _, key := range []string{"ncols", "nrows", "cellsize"} {
		if _, ok := e.header[key]; !ok {
			return nil, fmt.Errorf("%s is missing; add it above the values", key)
		}
	}
	cols, rows, size := int(e.header["ncols"]), int(e.header["nrows"]), e.header["cellsize"]
	if len(e.rows) != rows {
		return nil, fmt.Errorf("the file has %d rows, and nrows says %d; make them agree", len(e.rows), rows)
	}
	west, err := e.centre("xll", size)
	if err != nil {
		return nil, err
	}
	south, err := e.centre("yll", size)
	if err != nil {
		return nil, err
	}
	g := &Grid{depth: make([]float64, 0, rows*cols)}
	for i := range cols {
		g.x = append(g.x, west+float64(i)*size)
	}
	for k := range rows {
		g.y = append(g.y, south+float64(k)*size)
		g.depth = append(g.depth, e.rows[rows-1-k]...)
	}
	return g, nil
}

// centre returns the coordinate of the centre of the first cell along an axis.
func (e *esri) centre(axis string, size float64) (float64, error) {
	corner, atCorner := e.header[axis+"corner"]
	centre, atCentre := e.header[axis+"center"]
	switch {
	case atCorner && !atCentre:
		return corner + size/2, nil
	case atCentre && !atCorner:
		return centre, nil
	}
	return 0, fmt.Errorf("write one of %scorner and %scenter", axis, axis)
}
