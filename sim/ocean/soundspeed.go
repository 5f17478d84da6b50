package ocean

import "math"

// Mackenzie returns the speed of sound in m/s at t degC, salinity s psu and
// depth in metres: the nine-term equation of Mackenzie, J. Acoust. Soc. Am.
// 70(3), 1981, p. 807. Valid for 2 to 30 degC, 25 to 40 psu, 0 to 8000 m; not
// for fresh or brackish water.
func Mackenzie(t, s, depth float64) float64 {
	return 1448.96 + t*(4.591+t*(-5.304e-2+t*2.374e-4)) +
		(s-35)*(1.340-1.025e-2*t) +
		depth*(1.630e-2+depth*(1.675e-7-7.139e-13*t*depth))
}

// Medwin returns the speed of sound in m/s at t degC, salinity s psu and depth
// in metres: the six-term equation of Medwin, J. Acoust. Soc. Am. 58(6), 1975,
// p. 1318. Valid for 0 to 35 degC, 0 to 45 psu, 0 to 1000 m.
func Medwin(t, s, depth float64) float64 {
	return 1449.2 + t*(4.6+t*(-0.055+t*0.00029)) + (1.34-0.010*t)*(s-35) + 0.016*depth
}

// Leroy returns the speed of sound in m/s at t degC, salinity s psu, depth in
// metres and latitude in radians: equation 2 of Leroy, Robinson and Goldsmith,
// A new equation for the accurate calculation of sound speed in all oceans, J.
// Acoust. Soc. Am. 124(5), 2008, p. 2774. Valid for -1 to 30 degC, 0 to 42 psu,
// 0 to 12000 m. The latitude stands for gravity, so south counts as north.
func Leroy(t, s, depth, latitude float64) float64 {
	degrees := math.Abs(latitude) * 180 / math.Pi
	surface := 1402.5 + t*(5+t*(-5.44e-2+t*2.1e-4)) + s*(1.33+t*(-1.23e-2+t*8.7e-5))
	return surface + depth*(1.56e-2+depth*(2.55e-7-7.3e-12*depth)+
		1.2e-6*(degrees-45)-9.5e-13*t*depth*depth+3e-7*t*t+1.43e-5*s)
}

// ChenMillero returns the speed of sound in m/s at t degC, salinity s psu and p
// dbar above atmospheric pressure: the algorithm that UNESCO recommends, after
// Chen and Millero, J. Acoust. Soc. Am. 62(5), 1977, p. 1129, in the form of
// Fofonoff and Millard, UNESCO Technical Papers in Marine Science 44, 1983, eq.
// 33 to 37. Valid for 0 to 40 degC, 0 to 40 psu, 0 to 10000 dbar.
func ChenMillero(t, s, p float64) float64 {
	p /= 10 // the coefficients are for bar

	c0 := 1402.388 + t*(5.03711+t*(-5.80852e-2+t*(3.3420e-4+t*(-1.47800e-6+t*3.1464e-9))))
	c1 := 0.153563 + t*(6.8982e-4+t*(-8.1788e-6+t*(1.3621e-7-t*6.1185e-10)))
	c2 := 3.1260e-5 + t*(-1.7107e-6+t*(2.5974e-8+t*(-2.5335e-10+t*1.0405e-12)))
	c3 := -9.7729e-9 + t*(3.8504e-10-t*2.3643e-12)

	a0 := 1.389 + t*(-1.262e-2+t*(7.164e-5+t*(2.006e-6-t*3.21e-8)))
	a1 := 9.4742e-5 + t*(-1.2580e-5+t*(-6.4885e-8+t*(1.0507e-8-t*2.0122e-10)))
	a2 := -3.9064e-7 + t*(9.1041e-9+t*(-1.6002e-10+t*7.988e-12))
	a3 := 1.100e-10 + t*(6.649e-12-t*3.389e-13)

	b := -1.922e-2 - 4.42e-5*t + (7.3637e-5+1.7945e-7*t)*p
	d := 1.727e-3 - 7.9836e-6*p

	pure := c0 + p*(c1+p*(c2+p*c3))
	linear := a0 + p*(a1+p*(a2+p*a3))
	return pure + s*(linear+math.Sqrt(s)*b+s*d)
}

// soundModel is a published equation for the speed of sound, in terms of
// temperature, salinity, depth and latitude, with the range that its author
// states for it.
type soundModel struct {
	name   string
	limits []Limit
	speed  func(t, s, depth, latitude float64) float64
	inDbar bool // the third limit is on pressure in dbar, not on depth in metres
}

// soundModels lists the equations by the names that a configuration uses.
func soundModels() []soundModel {
	return []soundModel{
		{
			name: "mackenzie",
			limits: []Limit{
				{"temperature", "degC", 2, 30}, {"salinity", "psu", 25, 40}, {"depth", "m", 0, 8000},
			},
			speed: func(t, s, depth, _ float64) float64 { return Mackenzie(t, s, depth) },
		}, {
			name: "medwin",
			limits: []Limit{
				{"temperature", "degC", 0, 35}, {"salinity", "psu", 0, 45}, {"depth", "m", 0, 1000},
			},
			speed: func(t, s, depth, _ float64) float64 { return Medwin(t, s, depth) },
		}, {
			name: "leroy",
			limits: []Limit{
				{"temperature", "degC", -1, 30}, {"salinity", "psu", 0, 42}, {"depth", "m", 0, 12000},
			},
			speed: Leroy,
		}, {
			name: "unesco",
			limits: []Limit{
				{"temperature", "degC", 0, 40}, {"salinity", "psu", 0, 40}, {"pressure", "dbar", 0, 10000},
			},
			speed: func(t, s, depth, latitude float64) float64 {
				return ChenMillero(t, s, Pressure(depth, latitude))
			},
			inDbar: true,
		},
	}
}

// findSoundModel returns the equation of a name.
func findSoundModel(name string) (soundModel, bool) {
	for _, m := range soundModels() {
		if m.name == name {
			return m, true
		}
	}
	return soundModel{}, false
}
