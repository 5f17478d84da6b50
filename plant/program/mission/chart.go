package mission

import (
	"errors"
	"fmt"
	"math"

	"halocline/plant/control"
	"halocline/plant/grid"
	"halocline/plant/program"
	"halocline/sim/fault"
	"halocline/sim/geom"
)

// MapConfig describes the chart that a vehicle is given: what is known before it sets out.
type MapConfig struct {
	From   string     `yaml:"from" oneof:"file|world" doc:"source of the map. file: a picture; world: the obstacles and the seabed at the start of the run, cut at a height. A cell is taken if the circle around it touches any of these"`
	File   string     `yaml:"file" doc:"grey picture in the format PGM, a pixel for each cell. Cells darker than half are taken, and the first row has the largest y"`
	Cell   float64    `yaml:"cell" unit:"m" range:"[1e-3,1e4]" required:"true" doc:"side of a cell"`
	Origin [2]float64 `yaml:"origin" unit:"m" range:"[-1e7,1e7]" doc:"x and y of the corner where both are least"`
	Size   [2]float64 `yaml:"size" unit:"m" range:"[0,1e7]" doc:"extent along x and y, from world"`
	Height float64    `yaml:"height" unit:"m" range:"[-1.2e4,0]" doc:"height of the cut, from world; z is up"`
}

// Defaults makes it a picture.
func (c *MapConfig) Defaults() { c.From = "file" }

// Validate checks what no single field shows.
func (c *MapConfig) Validate() error {
	switch {
	case c.From == "file" && c.File == "":
		return fault.In("file", "the map is a picture without a name; name its file, or write from: world")
	case c.From == "file" && c.Size != [2]float64{}:
		return fault.In("size", "the picture has a size; leave this out")
	case c.From == "world" && c.File != "":
		return fault.In("file", "the map is taken from the world; leave the file out, or write from: file")
	case c.From == "world" && !(c.Size[0] >= c.Cell && c.Size[1] >= c.Cell):
		return fault.In("size", "the map has no cell; give its extent along x and y")
	}
	return nil
}

// PlanConfig describes how ways are planned on a map.
type PlanConfig struct {
	Type       string  `yaml:"type" oneof:"none|a-star|dijkstra|theta-star" doc:"search for the shortest way. none: straight to the goal; a-star: by A*; dijkstra: by Dijkstra's algorithm; theta-star: by theta*, whose legs have any direction"`
	Neighbours int     `yaml:"neighbours" range:"[4,8]" doc:"cells that are neighbours of one: 4, or 8 with the diagonal ones"`
	Corners    bool    `yaml:"corners" doc:"whether a diagonal step may pass a taken cell"`
	Inflate    float64 `yaml:"inflate" unit:"m" range:"[0,1e4]" doc:"distance that ways keep from the centres of taken cells"`
	Smooth     string  `yaml:"smooth" oneof:"none|visible" doc:"points of the way that are left out. none: none; visible: those without which all legs still pass through free cells only"`
}

// Validate checks the number of neighbours.
func (c *PlanConfig) Validate() error {
	if c.Neighbours != 4 && c.Neighbours != 8 {
		return fault.In("neighbours", "a cell has 4 neighbours, or 8; it has not %d", c.Neighbours)
	}
	return nil
}

// chart is the map of a mission, and what it has planned on it. Without a map ways are straight.
type chart struct {
	known  *grid.Map // nil without a map
	free   *grid.Map // the same, inflated
	search grid.Search
	smooth bool
	seen   bool    // what was taken for free before
	apart  float64 // m
	plans  int
	cells  int
	length float64 // m
}

// newChart returns the chart that a mission is given.
func (c *Config) newChart(site program.Site) (chart, error) {
	ch := chart{apart: c.Plan.Inflate, search: grid.Search{
		Algorithm: grid.Algorithm(c.Plan.Type), Diagonal: c.Plan.Neighbours == 8, Corners: c.Plan.Corners,
	}}
	ch.smooth = c.Plan.Smooth == "visible"
	if c.Map == nil || c.Plan.Type == "none" {
		return ch, nil
	}
	var err error
	if ch.known, err = c.Map.read(site); err != nil {
		return ch, err
	}
	ch.free = ch.known.Inflate(ch.apart)
	return ch, nil
}

// read makes the map.
func (c *MapConfig) read(site program.Site) (*grid.Map, error) {
	origin := geom.Vec{X: c.Origin[0], Y: c.Origin[1], Z: c.Height}
	if c.From == "world" {
		m, err := grid.FromFunc(int(math.Ceil(c.Size[0]/c.Cell-1e-9)), int(math.Ceil(c.Size[1]/c.Cell-1e-9)), c.Cell, origin, func(at geom.Vec) bool {
			at.Z = c.Height
			return site.Clearance(at) <= c.Cell/math.Sqrt2 // of the circle about it, so that no wall is too thin
		})
		if err != nil {
			return nil, fault.In("map.size", "%w", err)
		}
		return m, nil
	}
	text, err := site.Open(c.File)
	if err != nil {
		return nil, fault.In("map.file", "%w", err)
	}
	m, err := grid.ReadPGM(text, c.Cell, origin)
	if err != nil {
		return nil, fault.In("map.file", "%s: %w", c.File, err)
	}
	return m, nil
}

// renew inflates the map with what was seen since.
func (c *chart) renew() {
	if c.seen {
		c.free, c.seen = c.known.Inflate(c.apart), false
	}
}

// allows says why a place cannot be a goal.
func (c *chart) allows(at geom.Vec) error {
	if c.free == nil {
		return nil
	}
	switch i, j, inside := c.known.At(at); {
	case !inside:
		return errors.New("the place lies beyond the map; choose another one, or make the map larger")
	case c.free.Taken(i, j):
		return fmt.Errorf("the place lies within %g m of what is taken on the map, so that there is no way to it; choose another one, or make plan.inflate less", c.apart)
	}
	return nil
}

// begins says why no way begins where the vehicle does, as far as it knows that, or warns of it.
func (m *Mission) begins() error {
	start, known := m.where.Motion(0)
	if !known || m.chart.free == nil {
		return nil
	}
	at := start.Position
	i, j, inside := m.chart.known.At(at)
	switch _, planned := m.tasks[0].goal.(*path); {
	case !inside && planned:
		return fmt.Errorf("the vehicle begins at (%g, %g) m, which lies beyond the map, so that no way begins there; begin elsewhere, or make the map larger", at.X, at.Y)
	case !inside:
		m.site.Warn("it begins at (%g, %g) m, beyond its map: no way begins or ends there; begin elsewhere, or make the map larger", at.X, at.Y)
	case m.chart.free.Taken(i, j):
		m.site.Warn("it begins at (%g, %g) m, within %g m of what is taken on its map: it leaves that by the nearest free cell, and finds no way home; begin elsewhere, or make plan.inflate less", at.X, at.Y, m.chart.apart)
	}
	if m.chart.apart == 0 {
		m.site.Warn("its ways touch what is taken on its map; keep them away by plan.inflate, such as 1m")
	}
	return nil
}

// way plans a way.
func (c *chart) way(from, to geom.Vec) ([]geom.Vec, error) {
	if c.free == nil {
		return []geom.Vec{from, to}, nil
	}
	c.renew()
	w, err := c.free.Way(c.search, from, to)
	c.plans++
	c.cells += w.Cells
	if err != nil {
		return nil, err
	}
	if c.smooth {
		w = c.free.Smooth(w, c.search.Corners)
	}
	c.length += slant(w.Points)
	return w.Points, nil
}

// slant has the heights of a way go evenly from the first point to the last one, and returns its length in the plane, m.
func slant(points []geom.Vec) float64 {
	length := func(upTo int) (sum float64) {
		for i := range upTo {
			sum += control.Leg{From: points[i], To: points[i+1]}.Length()
		}
		return sum
	}
	last := len(points) - 1
	whole := length(last)
	for i := 1; i < last; i++ {
		points[i].Z = points[0].Z + length(i)/whole*(points[last].Z-points[0].Z)
	}
	return whole
}
