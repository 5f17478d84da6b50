package strict

import (
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"
)

// unit is one way to write a quantity: base = number*factor + offset.
type unit struct {
	symbol         string
	dim            *dimension
	factor, offset *big.Rat
	shown          bool // used to write defaults
}

// dimension is a family of units that convert into each other.
type dimension struct {
	name    string // with its article: "a frequency"
	example string
	units   []*unit
	of      *dimension // of differences: what they are differences of; otherwise nil
}

// symbols returns the symbols of the dimension's units.
func (d *dimension) symbols() []string {
	out := make([]string, len(d.units))
	for i, u := range d.units {
		out[i] = u.symbol
	}
	return out
}

// own returns the dimension's unit of the symbol that u has, or u if it has none.
func (d *dimension) own(u *unit) *unit {
	if i := slices.Index(u.dim.units, u); d.of == u.dim {
		return d.units[i]
	}
	return u
}

// difference returns the unit for differences of what u measures: 1 K is 1 degC then, and
// not -272.15 degC. They are written in u. Where all units have the same zero it is u itself.
func (u *unit) difference() *unit {
	if !slices.ContainsFunc(u.dim.units, func(v *unit) bool { return v.offset.Sign() != 0 }) {
		return u
	}
	dim := &dimension{name: u.dim.name + " difference", example: u.dim.example, of: u.dim}
	for _, v := range u.dim.units {
		w := *v
		w.dim, w.offset, w.shown = dim, new(big.Rat), v == u
		dim.units = append(dim.units, &w)
	}
	return dim.own(u)
}

// units maps a symbol to its unit.
type units map[string]*unit

// newUnits builds the table of all units. Each row is a dimension: name,
// example, units. A unit is written symbol=factor+offset relative to the first
// of its row, and begins with ~ if it is read but never written.
//
// The factors are exact by definition (SI Brochure, 9th edition, tables 4, 7
// and 8: minute, hour, day, degree, litre, tonne; nautical mile 1852 m), except
// those with pi (32 digits) and the neper (20/ln 10 dB, 30 digits). Kilo is
// 1000 for bits and bytes too; KiB and MiB are the binary ones.
//
// With symbols it builds those rows only in which they stand, as find would read them:
// a single number needs one or two.
func newUnits(only ...string) units {
	table := units{}
	for _, row := range unitRows() {
		if len(only) > 0 && !slices.ContainsFunc(only, func(symbol string) bool { return holds(row[2], symbol) }) {
			continue
		}
		dim := &dimension{name: row[0], example: row[1]}
		for _, entry := range strings.Fields(row[2]) {
			u := newUnit(entry)
			u.dim = dim
			if table[u.symbol] != nil {
				panic("strict: unit " + u.symbol + " is defined twice")
			}
			table[u.symbol] = u
			dim.units = append(dim.units, u)
		}
	}
	return table
}

// holds reports whether a row of units has one of the symbol.
func holds(row, symbol string) bool {
	plain := plainSymbol(symbol)
	for entry := range strings.FieldsSeq(row) {
		own, _, _ := strings.Cut(strings.TrimPrefix(entry, "~"), "=")
		if own == symbol || own == plain {
			return true
		}
	}
	return false
}

// Dimension is what units that convert into each other measure.
type Dimension struct {
	Name  string // with its article: "a frequency"
	Units []string
}

// Dimensions returns every unit that a file may use.
func Dimensions() []Dimension {
	table := newUnits()
	var out []Dimension
	for _, row := range unitRows() {
		first, _, _ := strings.Cut(strings.Fields(row[2])[0], "=")
		out = append(out, Dimension{row[0], table[first].dim.symbols()})
	}
	return out
}

// unitRows is the table of units.
func unitRows() [][3]string {
	const deg = "3.14159265358979323846264338327950/180"
	return [][3]string{
		{"a duration", "20ms", "s ms=1e-3 us=1e-6 ns=1e-9 ~min=60 ~h=3600 ~d=86400"},
		{"a frequency", "100kHz", "Hz ~mHz=1e-3 kHz=1e3 MHz=1e6 GHz=1e9 THz=1e12"},
		{"a rate", "0.5/s", "/s ~/min=1/60 ~/h=1/3600"},
		{"a length", "20m", "m km=1e3 ~cm=1e-2 mm=1e-3 ~um=1e-6 ~nmi=1852"},
		{"a wave number", "0.5/m", "/m ~/km=1e-3"},
		{"an area", "2m2", "m2 ~cm2=1e-4 ~mm2=1e-6"},
		{"a volume", "2m3", "m3 ~l=1e-3 ~L=1e-3 ~cm3=1e-6"},
		{"a speed", "0.2m/s", "m/s ~km/s=1e3 ~km/h=1/3.6 ~cm/s=1e-2 ~mm/s=1e-3 ~mm/h=1/3600000 ~kn=1852/3600"},
		{"a slowness", "0.3s/m", "s/m"},
		{"an acceleration", "0.1m/s2", "m/s2 ~mm/s2=1e-3"},
		{"an angle", "30deg", "rad ~mrad=1e-3 deg=" + deg},
		{"an angular speed", "5deg/s", "rad/s deg/s=" + deg + " ~rpm=3.14159265358979323846264338327950/30"},
		{"an angular acceleration", "5deg/s2", "rad/s2 deg/s2=" + deg},
		{"an amount of data", "512bit", "bit kbit=1e3 Mbit=1e6 ~Gbit=1e9 ~B=8 ~kB=8e3 ~MB=8e6 ~KiB=8192 ~MiB=8388608"},
		{"a bit rate", "10kbps", "bps kbps=1e3 Mbps=1e6 ~Gbps=1e9 ~bit/s=1 ~kbit/s=1e3 ~Mbit/s=1e6 ~Gbit/s=1e9 ~B/s=8 ~kB/s=8e3"},
		{"a level", "190dB", "dB"},
		{"a power level", "20dBm", "dBm"},
		{"an attenuation", "3dB/km", "dB/m dB/km=1e-3 ~Np/m=8.68588963806503655302257837833"},
		{"a power", "4.5W", "W ~nW=1e-9 ~uW=1e-6 mW=1e-3 kW=1e3 ~MW=1e6"},
		{"an energy", "500kJ", "J ~mJ=1e-3 kJ=1e3 MJ=1e6 ~Wh=3600 ~kWh=3.6e6"},
		{"a voltage", "24V", "V mV=1e-3 ~uV=1e-6 kV=1e3"},
		{"a current", "2A", "A mA=1e-3 ~uA=1e-6"},
		{"a resistance", "50ohm", "ohm ~kohm=1e3 ~Mohm=1e6"},
		{"a magnetic moment", "10A.m2", "A.m2"},
		{"a permeability", "1.2566e-6H/m", "H/m"},
		{"a temperature", "15degC", "K degC=1+273.15"},
		{"a salinity", "35psu", "psu"},
		{"a pressure", "10dbar", "Pa ~uPa=1e-6 ~hPa=100 kPa=1e3 MPa=1e6 ~bar=1e5 ~mbar=100 ~dbar=1e4"},
		{"a density", "1025kg/m3", "kg/m3 ~g/cm3=1e3"},
		{"a conductivity", "0.01S/m", "S/m ~mS/m=1e-3 ~mS/cm=0.1 ~uS/cm=1e-4"},
		{"a turbidity", "5NTU", "NTU"},
		{"an illuminance", "100lx", "lx ~klx=1e3"},
		{"an irradiance", "200W/m2", "W/m2 ~mW/m2=1e-3"},
		{"a mass", "50kg", "kg ~g=1e-3 ~t=1e3"},
		{"a force", "40N", "N ~mN=1e-3 kN=1e3"},
		{"an impulse", "5N.s", "N.s"},
		{"a torque", "5N.m", "N.m ~Nm=1 ~kN.m=1e3"},
		{"a moment of inertia", "8kg.m2", "kg.m2"},
		{"a linear drag", "70kg/s", "kg/s ~N.s/m=1"},
		{"a quadratic drag", "700kg/m", "kg/m ~N.s2/m2=1"},
		{"a first moment of mass", "3kg.m", "kg.m"},
		{"a linear rotational drag", "30N.m.s", "N.m.s ~kg.m2/s=1"},
		{"a diffusivity", "0.01m2/s", "m2/s"},
		{"a ratio", "20ppm", "1 %=1e-2 ppm=1e-6 ~ppb=1e-9"},
	}
}

// newUnit parses one entry of the table.
func newUnit(entry string) *unit {
	u := &unit{factor: big.NewRat(1, 1), offset: new(big.Rat), shown: true}
	if rest, ok := strings.CutPrefix(entry, "~"); ok {
		u.shown, entry = false, rest
	}
	symbol, factor, ok := strings.Cut(entry, "=")
	u.symbol = symbol
	if !ok {
		return u
	}
	factor, offset, ok := strings.Cut(factor, "+")
	if ok {
		u.offset = constant(offset)
	}
	num, den, ok := strings.Cut(factor, "/")
	u.factor = constant(num)
	if ok {
		u.factor.Quo(u.factor, constant(den))
	}
	return u
}

// constant parses a decimal of the table or of a tag.
func constant(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic("strict: bad number " + s)
	}
	return r
}

// find returns the unit of a symbol in any of the spellings that are accepted:
// 1/s for /s, m/s^2 or m/s² for m/s2, µs for us, °C for degC.
func (t units) find(symbol string) *unit {
	if u := t[symbol]; u != nil {
		return u
	}
	return t[plainSymbol(symbol)]
}

// plainSymbol writes a symbol as the table does.
func plainSymbol(symbol string) string {
	if rest, ok := strings.CutPrefix(symbol, "1/"); ok {
		symbol = "/" + rest
	}
	if !strings.ContainsFunc(symbol, func(c rune) bool { return c == '^' || c == '*' || c >= utf8.RuneSelf }) {
		return symbol
	}
	return strings.NewReplacer("µ", "u", "μ", "u", "°C", "degC", "°", "deg", "²", "2", "³", "3", "^", "", "·", ".", "*", ".", "Ω", "ohm").Replace(symbol)
}

// convert expresses x, in the unit from, in the unit to.
func convert(x *big.Rat, from, to *unit) *big.Rat {
	if from == to {
		return x
	}
	y := new(big.Rat).Mul(x, from.factor)
	y.Add(y, from.offset)
	y.Sub(y, to.offset)
	return y.Quo(y, to.factor)
}
