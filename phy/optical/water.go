package optical

import (
	"bytes"
	"fmt"
	"math"
	"sort"

	"halocline/phy"
	"halocline/sim/fault"
	"halocline/sim/table"
)

// WaterType is a kind of water as descriptions write it.
type WaterType string

// The kinds of water.
const (
	pureSea       WaterType = "pure-sea"
	clearOcean    WaterType = "clear-ocean"
	coastal       WaterType = "coastal"
	turbidHarbour WaterType = "turbid-harbour"
)

// attenuation returns the beam attenuation at 514 nm in 1/m, absorption and scattering. Those of Petzold (Volume scattering functions
// for selected ocean waters, SIO Ref. 72-78, 1972) are a + b of his stations AUTEC 8, HAOCE 11 and NUC 2240, as tabulated by
// Mobley (Light and Water, 1994, chapter 3): 0.114 + 0.0374, 0.179 + 0.219 and 0.366 + 1.824. Pure sea water is 0.0405 + 0.0025, between the
// values of Smith and Baker (Applied Optics 20(2), 1981, table 1) for 510 nm, 0.0357 + 0.0026, and 520 nm, 0.0477 + 0.0024.
func (w WaterType) attenuation() (c float64, known bool) {
	switch w {
	case pureSea:
		return 0.043, true
	case clearOcean:
		return 0.151, true
	case coastal:
		return 0.398, true
	case turbidHarbour:
		return 2.19, true
	}
	return 0, false
}

// Profile is a table of the beam attenuation by depth: linear between the rows, held above the first and below the last.
type Profile struct {
	File        string    `yaml:"file" bare:"true" doc:"CSV file with the columns depth, attenuation (m, 1/m), instead of the lists below"`
	Depth       []float64 `yaml:"depth" unit:"m" range:"[0,12000]" doc:"depths, increasing"`
	Attenuation []float64 `yaml:"attenuation" unit:"/m" range:"[1e-3,100]" doc:"beam attenuation at each depth"`
}

// Validate checks that there is one table.
func (p *Profile) Validate() error {
	if p.File == "" {
		return p.check()
	}
	if p.Depth != nil || p.Attenuation != nil {
		return fault.In("file", "is given, and so are lists; leave one of them out")
	}
	return nil
}

// check finds what is wrong with the lists.
func (p *Profile) check() error {
	if len(p.Depth) == 0 {
		return fault.In("depth", "is empty; give the lists, or a file")
	}
	if len(p.Attenuation) != len(p.Depth) {
		return fault.In("attenuation", "has %d values for %d depths", len(p.Attenuation), len(p.Depth))
	}
	for i, d := range p.Depth {
		if err := p.fault(i); err != nil {
			return fault.In(fmt.Sprintf("depth[%d]", i), "%v m: %v", d, err)
		}
	}
	return nil
}

// fault returns what is wrong with a row.
func (p *Profile) fault(i int) error {
	d, c := p.Depth[i], p.Attenuation[i]
	switch {
	case !(d >= 0 && d <= 12000):
		return fmt.Errorf("the depth %g m is not within 0 m to 12000 m", d)
	case i > 0 && d <= p.Depth[i-1]:
		return fmt.Errorf("%g m is not deeper than %g m before it", d, p.Depth[i-1])
	case !(c >= 1e-3 && c <= 100):
		return fmt.Errorf("the attenuation %g/m is not within 0.001/m to 100/m", c)
	}
	return nil
}

// load returns the table in its inline form.
func (p *Profile) load(open func(name string) ([]byte, error)) (*Profile, error) {
	if p.File == "" {
		return p, nil
	}
	if open == nil {
		return nil, fmt.Errorf("%s: files cannot be read here", p.File)
	}
	text, err := open(p.File)
	if err != nil {
		return nil, err
	}
	t, err := table.Read(bytes.NewReader(text), p.File, []string{"depth", "attenuation"}, 2)
	if err != nil {
		return nil, err
	}
	read := &Profile{Depth: t.Columns["depth"], Attenuation: t.Columns["attenuation"]}
	for i := range read.Depth {
		if err := read.fault(i); err != nil {
			return nil, t.Place(i, err)
		}
	}
	return read, read.check()
}

// named returns the kind of water whose attenuation counts, or "" where another is given.
func (c *ChannelConfig) named() WaterType {
	if c.Attenuation != 0 || c.Profile != nil {
		return ""
	}
	return c.Water
}

// column returns the attenuation by depth.
func (c *ChannelConfig) column(open func(name string) ([]byte, error)) (column, error) {
	switch {
	case c.Profile != nil:
		p, err := c.Profile.load(open)
		if err != nil {
			return column{}, fault.In("profile", "%w", err)
		}
		return column{p.Depth, p.Attenuation}, nil
	case c.Attenuation != 0:
		return column{[]float64{0}, []float64{c.Attenuation}}, nil
	}
	of, _ := c.Water.attenuation()
	return column{[]float64{0}, []float64{of}}, nil
}

// column is the attenuation in 1/m at depths in m.
type column struct{ depth, c []float64 }

// at returns the attenuation at a depth.
func (p column) at(depth float64) float64 {
	i := sort.SearchFloat64s(p.depth, depth)
	switch {
	case i == 0:
		return p.c[0]
	case i == len(p.depth):
		return p.c[i-1]
	}
	part := (depth - p.depth[i-1]) / (p.depth[i] - p.depth[i-1])
	return p.c[i-1] + part*(p.c[i]-p.c[i-1])
}

// mean returns the mean attenuation between two depths, and so that of a straight path between them, however far it goes
// sideways: a sum of trapezes.
func (p column) mean(a, b float64) float64 {
	if a > b {
		a, b = b, a
	}
	if len(p.c) == 1 || a == b {
		return p.at(a)
	}
	sum, depth, c := 0.0, a, p.at(a)
	for i, next := range p.depth {
		if next > a && next < b {
			sum += (c + p.c[i]) / 2 * (next - depth)
			depth, c = next, p.c[i]
		}
	}
	return (sum + (c+p.at(b))/2*(b-depth)) / (b - a)
}

// Ambient is daylight where receivers are. It is the same for all receivers of a link, wherever they go.
type Ambient struct {
	Daylight float64 `yaml:"daylight" unit:"W/m2" range:"(0,1000]" required:"true" doc:"irradiance from above just below the surface, from 400 nm to 700 nm: about 430 W/m2 on a clear noon. It is assumed to be even over these wavelengths, and the modem's band receives its share"`
	Depth    float64 `yaml:"depth" unit:"m" range:"[0,12000]" required:"true" doc:"depth of the receivers"`
	Diffuse  float64 `yaml:"diffuse" unit:"/m" range:"[1e-3,100]" required:"true" doc:"diffuse attenuation of daylight on its way down, at the wavelength of the modem: less than that of a beam, some 0.02/m in the clearest ocean and 0.2/m near a coast"`
	Seen     float64 `yaml:"seen" range:"(0,1]" doc:"radiance in the direction of view over the mean radiance from above: 1 for receivers that look up, 0.036 for those that look sideways. The latter is 2.9 times what comes from below, which is 1.25 % (Giles and Bankman, 2005)"`
}

// Defaults makes receivers that look up.
func (a *Ambient) Defaults() { a.Seen = 1 }

// irradiance returns the power of daylight in a band on 1 m^2 that sees half of all directions, W/m^2: the
// radiance times pi, with the law of Beer for daylight,
//
//	E = daylight (share of the band in 300 nm) exp(-K depth) seen
func (a *Ambient) irradiance(b phy.Band) float64 {
	const spread = 300 // nm
	width := wavelength(b.Centre-b.Width/2) - wavelength(b.Centre+b.Width/2)
	return a.Daylight * width / spread * math.Exp(-a.Diffuse*a.Depth) * a.Seen
}
