package figure

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// drawing is an SVG document as its reader finds it. Places are in points from the
// lower left corner.
type drawing struct {
	words []word
	paths []path
}

// word is a text and where it is anchored.
type word struct {
	text   string
	x, y   float64
	anchor string // "start", "middle" or "end"
}

// path is a line or an area.
type path struct {
	colour  string // "#0072B2"
	filled  bool
	dashed  bool
	opacity string
	points  []point // of the ends of straight lines
}

type point struct{ x, y float64 }

// written draws a figure.
func written(t *testing.T, f Figure, format string) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := f.Write(&out, format); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// read draws a figure and reads the document.
func read(t *testing.T, f Figure) drawing {
	t.Helper()
	return scan(t, written(t, f, "svg"))
}

// scan reads a document.
func scan(t *testing.T, svg []byte) drawing {
	t.Helper()
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	var d drawing
	var moves []point // of the groups that are open
	inText := 0
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return d
		} else if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			a := attributes(e)
			switch e.Name.Local {
			case "g":
				moves = append(moves, moved(a["transform"]))
			case "text":
				at := point{}
				for _, m := range moves[1:] { // the first one turns the page over
					at.x, at.y = at.x+m.x, at.y+m.y
				}
				d.words = append(d.words, word{x: at.x, y: at.y, anchor: a["text-anchor"]})
				inText++
			case "tspan":
				inText++
			case "defs": // shapes of letters
				if err := decoder.Skip(); err != nil {
					t.Fatal(err)
				}
			case "path":
				d.paths = append(d.paths, newPath(t, a))
			}
		case xml.CharData:
			if inText > 0 {
				d.words[len(d.words)-1].text += string(e)
			}
		case xml.EndElement:
			switch e.Name.Local {
			case "g":
				moves = moves[:len(moves)-1]
			case "text", "tspan":
				inText--
			}
		}
	}
}

func attributes(e xml.StartElement) map[string]string {
	out := map[string]string{}
	for _, a := range e.Attr {
		out[a.Name.Local] = a.Value
	}
	return out
}

// moved reads a shift. What turns moves nothing.
func moved(transform string) (p point) {
	fmt.Sscanf(transform, "translate(%g, %g)", &p.x, &p.y)
	return p
}

func newPath(t *testing.T, a map[string]string) path {
	t.Helper()
	look := map[string]string{}
	for _, part := range strings.Split(a["style"], ";") {
		key, value, _ := strings.Cut(part, ":")
		look[key] = value
	}
	p := path{colour: look["stroke"], dashed: look["stroke-dasharray"] != "", opacity: look["stroke-opacity"]}
	if p.colour == "" {
		p.colour, p.filled, p.opacity = look["fill"], true, look["fill-opacity"]
		if p.colour == "" {
			p.colour = "#000000"
		}
	}
	if p.opacity == "" {
		p.opacity = "1"
	}
	for _, m := range regexp.MustCompile(`[ML]([-+.e\d]+),([-+.e\d]+)`).FindAllStringSubmatch(a["d"], -1) {
		x, err1 := strconv.ParseFloat(m[1], 64)
		y, err2 := strconv.ParseFloat(m[2], 64)
		if err1 != nil || err2 != nil {
			t.Fatalf("path %q is not read", a["d"])
		}
		p.points = append(p.points, point{x, y})
	}
	return p
}

// says tells whether a text is written.
func (d drawing) says(text string) bool {
	for _, w := range d.words {
		if w.text == text {
			return true
		}
	}
	return false
}

// word returns where a text is written, once.
func (d drawing) word(t *testing.T, text string) word {
	t.Helper()
	var found []word
	for _, w := range d.words {
		if w.text == text {
			found = append(found, w)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%q is written %d times, want once; there are %v", text, len(found), d.words)
	}
	return found[0]
}

// lines returns the lines of a colour with so many points.
func (d drawing) lines(colour string, points int) []path {
	var out []path
	for _, p := range d.paths {
		if !p.filled && p.colour == colour && len(p.points) == points {
			out = append(out, p)
		}
	}
	return out
}

// areas returns the areas of a colour.
func (d drawing) areas(colour string) []path {
	var out []path
	for _, p := range d.paths {
		if p.filled && p.colour == colour {
			out = append(out, p)
		}
	}
	return out
}

// axes says where values are drawn, from the places of two figures on each axis. It
// knows nothing of how the figure was laid out.
type axes struct{ x0, dx, y0, dy float64 }

// calibrated finds the axes from two figures below the frame and two on its left.
func calibrated(t *testing.T, d drawing, x, y [2]string) axes {
	t.Helper()
	a, b := calibratedX(t, d, x[0], x[1]), calibratedY(t, d, y[0], y[1])
	a.y0, a.dy = b.y0, b.dy
	return a
}

// calibratedX finds the axis along X only.
func calibratedX(t *testing.T, d drawing, text0, text1 string) (a axes) {
	t.Helper()
	from, to := d.figure(t, text0, true), d.figure(t, text1, true)
	a.dx = (to.x - from.x) / (printed(t, text1) - printed(t, text0))
	a.x0 = from.x - a.dx*printed(t, text0)
	return a
}

// calibratedY finds the axis along Y only.
func calibratedY(t *testing.T, d drawing, text0, text1 string) (a axes) {
	t.Helper()
	from, to := d.figure(t, text0, false), d.figure(t, text1, false)
	a.dy = (to.y - from.y) / (printed(t, text1) - printed(t, text0))
	a.y0 = from.y - a.dy*printed(t, text0)
	return a
}

// figure finds what is written below the frame or on its left.
func (d drawing) figure(t *testing.T, text string, below bool) word {
	t.Helper()
	corner := d.frame(t)[0]
	for _, w := range d.words {
		if w.text == text && (below && w.y < corner.y-4 || !below && w.x < corner.x) {
			return w
		}
	}
	t.Fatalf("%q is not at the axis; there are %v", text, d.words)
	return word{}
}

// printed reads a number as it is printed.
func printed(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(strings.Replace(text, "−", "-", 1), 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// decades is calibrated for logarithmic axes: its figures are powers of ten, and it
// takes logarithms.
func decades(t *testing.T, d drawing, x, y [2]string) axes {
	t.Helper()
	a := calibrated(t, d, x, y)
	scale := func(zero, per float64, texts [2]string) (float64, float64) {
		v, _ := strconv.ParseFloat(texts[0], 64)
		w, _ := strconv.ParseFloat(texts[1], 64)
		at := zero + per*v
		far := per * (w - v) / (math.Log10(w) - math.Log10(v))
		return at - far*math.Log10(v), far
	}
	a.x0, a.dx = scale(a.x0, a.dx, x)
	a.y0, a.dy = scale(a.y0, a.dy, y)
	return a
}

// frame returns the lower left and the upper right corner of the frame, the first
// closed line of four corners.
func (d drawing) frame(t *testing.T) [2]point {
	t.Helper()
	for _, p := range d.paths {
		if !p.filled && len(p.points) == 4 {
			return [2]point{p.points[0], p.points[2]}
		}
	}
	t.Fatal("there is no frame")
	return [2]point{}
}

// at returns where a point is drawn.
func (a axes) at(x, y float64) point { return point{a.x0 + a.dx*x, a.y0 + a.dy*y} }

// on returns where a value along Y is drawn at a place along X.
func (a axes) on(x, value float64) point { return point{x, a.y0 + a.dy*value} }

// near tells whether two points are the same to the precision of the document.
func near(a, b point) bool { return math.Hypot(a.x-b.x, a.y-b.y) < 0.03 }

// same checks the points of a line.
func same(t *testing.T, what string, got []point, want ...point) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s has %d points, want %d", what, len(got), len(want))
		return
	}
	for i := range got {
		if !near(got[i], want[i]) {
			t.Errorf("%s: point %d is at %.2f, want %.2f", what, i, got[i], want[i])
		}
	}
}
