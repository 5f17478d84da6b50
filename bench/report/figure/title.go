package figure

import "gonum.org/v1/plot/vg"

// lead is how far the lines of a title are apart, in points.
const lead = 10.5

// across breaks a text above or below the frame into lines that stay on the figure. Panels stand in a
// row, where all have one line.
func (c *Chart) across(text string, size vg.Length) []string {
	if c.wide > 0 {
		return []string{text}
	}
	return c.titled(text, size, c.frame.Min.X, c.frame.Max.X, c.width)
}

// along is across for a text beside the frame.
func (c *Chart) along(text string) []string {
	return c.titled(text, labelSize, c.frame.Min.Y, c.frame.Max.Y, c.height)
}

// titled breaks a text that stands about the middle of a side of the frame, from low to high on a whole
// figure.
func (c *Chart) titled(text string, size, low, high, whole vg.Length) []string {
	mid := (low + high) / 2
	long := 2 * (min(mid, whole-mid) - margin)
	if c.fonts.width(text, size) <= long {
		return []string{text}
	}
	return c.fonts.broken(text, size, long)
}

// room returns how much lines of a title take beside a frame, with the gap between them.
func room(lines []string, size vg.Length) vg.Length {
	if lines[0] == "" {
		return 0
	}
	return size + labelGap + vg.Length(len(lines)-1)*lead
}

// stack writes lines one below the other, turned to the left by 0 or by a right angle, about the middle of the first.
func (c *Chart) stack(at vg.Point, lines []string, size vg.Length, angle float64) {
	for _, line := range lines {
		c.fonts.write(c.on, at, line, size, align{x: 0.5}, angle, ink())
		if angle == 0 {
			at.Y -= lead
		} else {
			at.X += lead
		}
	}
}
