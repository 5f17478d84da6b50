package grid

import (
	"bytes"
	"fmt"
	"strconv"

	"halocline/sim/geom"
)

// ReadPGM reads a map from a grey picture in the form PGM, plain (P2) or raw (P5), with up to 255 levels. A cell is taken where its
// level is below half of the greatest, as in a picture with black obstacles. The first row of a picture is that of the greatest y.
func ReadPGM(data []byte, cell float64, origin geom.Vec) (*Map, error) {
	p := &picture{data: data}
	kind := p.word()
	if kind != "P2" && kind != "P5" {
		return nil, fmt.Errorf("it begins with %.10q and is no PGM picture, which begins with P2 or P5; write one by convert map.png map.pgm", kind)
	}
	var head [3]int
	for i, what := range []string{"width", "height", "greatest level"} {
		n, err := strconv.Atoi(p.word())
		if err != nil || n < 1 {
			return nil, fmt.Errorf("its %s is missing, or not a whole number above 0", what)
		}
		head[i] = n
	}
	width, height, most := head[0], head[1], head[2]
	if most > 255 {
		return nil, fmt.Errorf("it has %d levels of grey; at most 255 are read: convert it by convert map.pgm -depth 8 map8.pgm", most)
	}
	m, err := New(width, height, cell, origin)
	if err != nil {
		return nil, err
	}
	p.at++ // the one blank behind the head
	for n := range width * height {
		level, ok := p.level(kind == "P5")
		switch {
		case !ok:
			return nil, fmt.Errorf("it ends at cell %d of %d x %d, or has something there that is no level; it was cut off", n+1, width, height)
		case level > most:
			return nil, fmt.Errorf("cell %d has the level %d, and the greatest is to be %d", n+1, level, most)
		}
		row := height - 1 - n/width
		m.taken[row*width+n%width] = 2*level < most
	}
	return m, nil
}

// picture is a PGM file that is read.
type picture struct {
	data []byte
	at   int
}

// word returns the next word, without comments before it; "" at the end.
func (p *picture) word() string {
	for p.at < len(p.data) {
		switch c := p.data[p.at]; {
		case c == '#':
			end := bytes.IndexByte(p.data[p.at:], '\n')
			if end < 0 {
				end = len(p.data) - p.at
			}
			p.at += end
		case c <= ' ':
			p.at++
		default:
			from := p.at
			for p.at < len(p.data) && p.data[p.at] > ' ' {
				p.at++
			}
			return string(p.data[from:p.at])
		}
	}
	return ""
}

// level returns the next level of grey, from a byte or a word.
func (p *picture) level(raw bool) (int, bool) {
	if !raw {
		n, err := strconv.Atoi(p.word())
		return n, err == nil && n >= 0
	}
	if p.at >= len(p.data) {
		return 0, false
	}
	p.at++
	return int(p.data[p.at-1]), true
}
