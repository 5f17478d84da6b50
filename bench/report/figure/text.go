package figure

import (
	"image/color"
	"math"
	"strings"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
)

// Heights of letters, in points.
const (
	labelSize = 9 // of titles and axes
	tickSize  = 8 // of figures at ticks and of the legend
	smallSize = 7 // of what is written among the data
)

// fonts gives the one typeface in every size.
type fonts struct{ cache *font.Cache }

func newFonts() fonts { return fonts{font.NewCache(liberation.Collection())} }

// face returns the typeface in a size.
func (f fonts) face(size vg.Length) font.Face {
	return f.cache.Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, size)
}

// run is a piece of text of one size at one height.
type run struct {
	text string
	size vg.Length
	rise vg.Length
}

// Raised figures, and the ordinary ones in their places.
const (
	superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
	ordinary     = "0123456789−"

	raisedSize = 0.7 // of the size of the text
	raisedRise = 0.36
)

// runs cuts a text where raised figures begin and end: the typeface has not all of
// them, so they are ordinary ones, smaller and higher.
func runs(text string, size vg.Length) []run {
	if !strings.ContainsAny(text, superscripts) {
		return []run{{text: text, size: size}}
	}
	down := strings.NewReplacer(pairs(superscripts, ordinary)...)
	var out []run
	for text != "" {
		up := strings.IndexAny(text, superscripts)
		switch {
		case up < 0:
			return append(out, run{text: text, size: size})
		case up > 0:
			out = append(out, run{text: text[:up], size: size})
		}
		text = text[up:]
		end := strings.IndexFunc(text, func(r rune) bool { return !strings.ContainsRune(superscripts, r) })
		if end < 0 {
			end = len(text)
		}
		out = append(out, run{text: down.Replace(text[:end]), size: raisedSize * size, rise: raisedRise * size})
		text = text[end:]
	}
	return out
}

// pairs puts the letters of two words in turn.
func pairs(a, b string) []string {
	to := []rune(b)
	var out []string
	for i, r := range []rune(a) {
		out = append(out, string(r), string(to[i]))
	}
	return out
}

// width returns how long a text is.
func (f fonts) width(text string, size vg.Length) vg.Length {
	var sum vg.Length
	for _, r := range runs(text, size) {
		face := f.face(r.size)
		sum += face.Width(r.text)
	}
	return sum
}

// widest returns the length of the longest of texts.
func (f fonts) widest(texts []string, size vg.Length) vg.Length {
	var most vg.Length
	for _, t := range texts {
		most = max(most, f.width(t, size))
	}
	return most
}

// capital is the height of a capital letter of Liberation Sans, and descent how far
// letters hang below the line, in parts of the size.
const (
	capital = 0.72
	descent = 0.21
)

// align says which part of a text stands at its point: 0 the left end or the line on
// which letters stand, 1 the right end or the top of capitals.
type align struct{ x, y float64 }

// write writes a text, turned to the left by an angle.
func (f fonts) write(on vg.Canvas, at vg.Point, text string, size vg.Length, a align, angle float64, c color.Color) {
	on.Push()
	defer on.Pop()
	on.SetColor(c)
	on.Translate(at)
	if angle != 0 {
		on.Rotate(angle)
	}
	if setter, ok := on.(typesetter); ok {
		setter.set(f.face(size), vg.Length(a.y)*capital*size, text, a.x)
		return
	}
	x := -vg.Length(a.x) * f.width(text, size)
	y := -vg.Length(a.y) * capital * size
	for _, r := range runs(text, size) {
		face := f.face(r.size)
		on.FillString(face, vg.Point{X: x, Y: y + r.rise}, r.text)
		x += face.Width(r.text)
	}
}

// typesetter is a canvas that finds out itself how long a text is, because its reader
// may have other fonts.
type typesetter interface {
	// set writes a text so far below the origin, of which a part lies to the left.
	set(face font.Face, below vg.Length, text string, left float64)
}

// has tells whether the typeface has all letters of a text.
func (f fonts) has(text string) bool {
	var buffer sfnt.Buffer
	face := f.face(em)
	for _, r := range runs(text, em) {
		for _, letter := range r.text {
			if glyph, err := face.Face.GlyphIndex(&buffer, letter); err != nil || glyph == 0 {
				return false
			}
		}
	}
	return true
}

// em is how many units the outlines of letters are high.
const em = 1000

// glyph returns the outline of a letter; nothing if the typeface cannot tell it.
func glyph(face font.Face, letter rune) sfnt.Segments {
	var buffer sfnt.Buffer
	index, err := face.Face.GlyphIndex(&buffer, letter)
	if err != nil {
		return nil
	}
	segments, err := face.Face.LoadGlyph(&buffer, index, fixed.I(em), nil)
	if err != nil {
		return nil
	}
	return segments
}

// outline returns the shapes of letters.
func outline(face font.Face, at vg.Point, words string) vg.Path {
	var path vg.Path
	per := face.Font.Size / em
	for _, r := range words {
		segments := glyph(face, r)
		spot := func(p fixed.Point26_6) vg.Point {
			return vg.Point{X: at.X + per*vg.Length(p.X)/64, Y: at.Y - per*vg.Length(p.Y)/64}
		}
		for i, s := range segments {
			switch s.Op {
			case sfnt.SegmentOpMoveTo:
				if i > 0 {
					path.Close()
				}
				path.Move(spot(s.Args[0]))
			case sfnt.SegmentOpLineTo:
				path.Line(spot(s.Args[0]))
			case sfnt.SegmentOpQuadTo: // as a cubic curve, which every canvas draws
				from := path[len(path)-1].Pos
				bend, to := spot(s.Args[0]), spot(s.Args[1])
				path.CubeTo(between(from, bend, 2.0/3), between(to, bend, 2.0/3), to)
			}
		}
		if len(segments) > 0 {
			path.Close()
		}
		at.X += face.Width(string(r))
	}
	return path
}

// between returns the point on the way from one to another.
func between(a, b vg.Point, part float64) vg.Point {
	return a.Add(b.Sub(a).Scale(vg.Length(part)))
}

// turned returns how wide and how high a text is that is turned by an angle.
func (f fonts) turned(text string, size vg.Length, angle float64) (width, height vg.Length) {
	w, h := f.width(text, size), capital*size
	sin, cos := math.Sincos(angle)
	return w*vg.Length(cos) + h*vg.Length(sin), w*vg.Length(sin) + h*vg.Length(cos)
}

// broken breaks a name into lines behind spaces and hyphens, to be no wider than given
// where that is possible.
func (f fonts) broken(name string, size, wide vg.Length) []string {
	lines := []string{""}
	for _, word := range strings.SplitAfter(strings.ReplaceAll(name, "-", "- "), " ") {
		if strings.HasSuffix(word, "- ") {
			word = strings.TrimSuffix(word, " ")
		}
		last := &lines[len(lines)-1]
		if *last != "" && f.width(strings.TrimSpace(*last+word), size) > wide {
			lines = append(lines, "")
			last = &lines[len(lines)-1]
		}
		*last += word
	}
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return lines
}
