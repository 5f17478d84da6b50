package figure

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"html"
	"image/color"
	"io"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// dpi is how fine a PNG is.
const dpi = 300

// formats returns what a figure can be written as.
func formats() []string { return []string{"svg", "png", "pdf"} }

// Format returns the format that a file's name asks for by its ending.
func Format(file string) (string, error) {
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(file), "."))
	if !slices.Contains(formats(), format) {
		return "", unknownFormat(format)
	}
	return format, nil
}

// unknownFormat names the formats that there are.
func unknownFormat(format string) error {
	return fmt.Errorf("figure format %q is not known; there are %s", format, strings.Join(formats(), ", "))
}

// write paints on a canvas of the format and writes it.
func write(w io.Writer, format string, width, height vg.Length, paint func(vg.Canvas)) error {
	var out bytes.Buffer
	var canvas interface {
		vg.Canvas
		io.WriterTo
	}
	finish := func(b []byte) []byte { return b }
	switch format {
	case "svg":
		page := &svg{Canvas: vgsvg.New(width, height), fonts: newFonts(), letters: map[rune]bool{}}
		canvas, finish = page, page.dress
	case "png":
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dpi))}
		finish = sizePNG
	case "pdf":
		canvas, finish = pdf{vgpdf.New(width, height)}, undatePDF
	}
	paint(canvas)
	if _, err := canvas.WriteTo(&out); err != nil {
		return err
	}
	_, err := w.Write(finish(out.Bytes()))
	return err
}

// svg is a canvas that looks alike with whatever fonts the reader has: letters are drawn as
// outlines. The texts lie over them, unseen, so that they can be searched for and copied.
type svg struct {
	*vgsvg.Canvas
	fonts   fonts
	colour  color.NRGBA
	texts   []caption // in their order
	letters map[rune]bool
}

// caption is a text on an SVG page.
type caption struct {
	text        string
	size, below vg.Length
	left        float64 // the part of it left of its point
	colour      color.NRGBA
	to          string // where a point leads to; such a caption has no letters
}

// linkRadius is how near to a point a reader has to come for its link.
const linkRadius vg.Length = 5

// link makes a point lead to an address. Only an SVG can.
func (c *Chart) link(at vg.Point, to string) {
	page, ok := c.on.(*svg)
	if !ok || to == "" || !finite(float64(at.X), float64(at.Y)) {
		return
	}
	c.inside(at, func() {
		page.Push()
		page.Translate(at)
		page.texts = append(page.texts, caption{to: to})
		page.FillString(c.fonts.face(1), vg.Point{}, " ") // an element, before which dress puts the link
		page.Pop()
	})
}

// anchor returns a link on a point, as an element that is not seen.
func anchor(to string) []byte {
	return fmt.Appendf(nil, `<a href="%s" target="_top"><circle r="%g" fill-opacity="0" stroke="none"><title>%[1]s</title></circle></a>`,
		html.EscapeString(to), linkRadius.Points())
}

// set writes a text that is anchored at its left end, its middle or its right end.
func (s *svg) set(face font.Face, below vg.Length, text string, left float64) {
	if text == "" {
		return
	}
	text = strings.Map(legal, text)
	s.texts = append(s.texts, caption{text: text, size: face.Font.Size, below: below, left: left, colour: s.colour})
	s.FillString(face, vg.Point{Y: -below}, text)
}

// legal returns a rune that XML can hold (XML 1.0, fifth edition, production 2), another
// sign for one that it cannot. What is no UTF-8 comes as such a sign already.
func legal(r rune) rune {
	switch {
	case r < ' ' && r != '\t' && r != '\n' && r != '\r', r == '\ufffe', r == '\uffff':
		return unicode.ReplacementChar
	}
	return r
}

// SetColor sets the colour. The canvas below divides shares by the opacity and cuts off
// what is left over, so it is given shares that are rounded up.
func (s *svg) SetColor(c color.Color) {
	s.colour = color.NRGBAModel.Convert(c).(color.NRGBA)
	s.Canvas.SetColor(roundedUp{s.colour})
}

// roundedUp is a colour whose shares times its opacity are rounded up.
type roundedUp struct{ color.NRGBA }

// RGBA returns the shares and the opacity.
func (u roundedUp) RGBA() (r, g, b, a uint32) {
	a = uint32(u.A) * 0x101
	times := func(v uint8) uint32 { return (uint32(v)*a + 0xfe) / 0xff }
	return times(u.R), times(u.G), times(u.B), a
}

// dress draws the letters below the texts, which it anchors and makes invisible, raises
// figures, and rounds the corners of lines, which would else be spikes in noisy data.
func (s *svg) dress(page []byte) []byte {
	n := 0
	page = regexp.MustCompile(`<text `).ReplaceAllFunc(page, func(begin []byte) []byte {
		t := s.texts[n]
		n++
		if t.to != "" {
			return append(anchor(t.to), begin...)
		}
		align := [...]string{"start", "middle", "end"}[int(2*t.left)]
		if !s.fonts.has(t.text) { // the reader's font may
			return fmt.Appendf(nil, "%stext-anchor=%q ", begin, align)
		}
		return fmt.Appendf(s.drawn(t), `%stext-anchor="%s" textLength="%.4g" fill-opacity="0" `, begin, align, s.fonts.width(t.text, t.size).Points())
	})
	page = regexp.MustCompile("["+superscripts+"]+").ReplaceAllFunc(page, func(text []byte) []byte {
		raised := runs(string(text), 1)[0]
		return fmt.Appendf(nil, `<tspan dy="-%gem" font-size="%gem">%s</tspan>`, raisedRise/raisedSize, raisedSize, raised.text)
	})
	const family = "font-family:Liberation Sans"
	const defaults = ";font-variant:normal;font-weight:normal;font-style:normal"
	page = bytes.ReplaceAll(page, []byte(family+defaults), []byte(family+",Arial,Helvetica,sans-serif"))
	page = bytes.Replace(page, []byte("<g "), append(s.outlines(), "<g "...), 1)
	return bytes.Replace(page, []byte("<svg "), []byte("<svg stroke-linejoin=\"round\" "), 1)
}

// drawn returns the letters of a text, each a copy of its outline.
func (s *svg) drawn(t caption) []byte {
	var out []byte
	at := -vg.Length(t.left) * s.fonts.width(t.text, t.size)
	for _, r := range runs(t.text, t.size) {
		out = fmt.Appendf(out, `<g transform="translate(%.5g, %.5g) scale(%.5g)" fill="#%02X%02X%02X">`,
			at.Points(), (r.rise - t.below).Points(), r.size.Points()/em, t.colour.R, t.colour.G, t.colour.B)
		face := s.fonts.face(em)
		for i, letter := range r.text {
			s.letters[letter] = true
			before := face.Width(r.text[:i+utf8.RuneLen(letter)]) - face.Width(string(letter)) // with what pairs are moved
			out = fmt.Appendf(out, `<use xlink:href="#u%x" x="%.0f"/>`, letter, before.Points())
		}
		out = append(out, "</g>\n"...)
		at += s.fonts.width(r.text, r.size)
	}
	return out
}

// outlines returns the outlines of the letters that are used.
func (s *svg) outlines() []byte {
	out := []byte("<defs>\n")
	face := s.fonts.face(em)
	for _, letter := range slices.Sorted(maps.Keys(s.letters)) {
		out = fmt.Appendf(out, `<path id="u%x" d="`, letter)
		for _, part := range glyph(face, letter) {
			out = append(out, [...]string{sfnt.SegmentOpMoveTo: "M", sfnt.SegmentOpLineTo: "L", sfnt.SegmentOpQuadTo: "Q", sfnt.SegmentOpCubeTo: "C"}[part.Op]...)
			for _, p := range part.Args[:max(1, int(part.Op))] { // one point, but two of Q and three of C
				out = fmt.Appendf(out, "%d,%d ", p.X.Round(), -p.Y.Round())
			}
		}
		out = append(out, "\"/>\n"...)
	}
	return append(out, "</defs>\n"...)
}

// sizePNG adds to a PNG how fine it is, so that it is printed at its size: a pHYs
// chunk (PNG specification, third edition, 11.3.4.3) behind the header.
func sizePNG(png []byte) []byte {
	const header = 8 + 4 + 4 + 13 + 4 // signature; length, type, data and check of IHDR
	const perMetre = dpi * 10000 / 254
	chunk := []byte("pHYs")
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = append(chunk, 1) // the unit is the metre
	sum := crc32.ChecksumIEEE(chunk)
	out := slices.Clone(png[:header])
	out = binary.BigEndian.AppendUint32(out, uint32(len(chunk)-4))
	out = append(out, chunk...)
	out = binary.BigEndian.AppendUint32(out, sum)
	return append(out, png[header:]...)
}

// undatePDF sets the dates of a PDF, by which each would differ from the last, to
// one moment. The length stays the same, because the PDF has a table of places.
func undatePDF(pdf []byte) []byte {
	return regexp.MustCompile(`/(CreationDate|ModDate) \(D:\d{14}\)`).ReplaceAllFunc(pdf, func(date []byte) []byte {
		at := bytes.IndexByte(date, ':') + 1
		return append(slices.Clone(date[:at]), "19700101000000)"...)
	})
}

// pdf is a canvas that writes what the one below it cannot: colours that let
// others through, and letters outside the code page of its font.
type pdf struct{ *vgpdf.Canvas }

// SetColor sets the colour. The canvas below takes the share of each colour for
// its strength, so it is given colours that are not weakened by what they let
// through.
func (p pdf) SetColor(c color.Color) {
	p.Canvas.SetColor(straight{color.NRGBAModel.Convert(c).(color.NRGBA)})
}

// straight is a colour whose shares are not multiplied by its opacity.
type straight struct{ color.NRGBA }

// RGBA returns the shares and the opacity.
func (s straight) RGBA() (r, g, b, a uint32) {
	return uint32(s.R) * 0x101, uint32(s.G) * 0x101, uint32(s.B) * 0x101, uint32(s.A) * 0x101
}

// FillString writes words, in letters if its font has them all and else as
// outlines.
func (p pdf) FillString(face font.Face, pt vg.Point, words string) {
	if coded, ok := windows1252(words); ok {
		p.Canvas.FillString(face, pt, coded)
		return
	}
	p.Canvas.Fill(outline(face, pt, words))
}

// windows1252 returns words in the code page of the PDF's font, if it has them.
func windows1252(words string) (coded string, ok bool) {
	out := make([]byte, 0, len(words))
	for _, r := range words {
		switch {
		case r >= ' ' && r <= '~', r >= 0xa0 && r <= 0xff: // these are the same as in Unicode
			out = append(out, byte(r))
		case r == '–':
			out = append(out, 0x96)
		case r == '…':
			out = append(out, 0x85)
		default:
			return "", false
		}
	}
	return string(out), true
}
