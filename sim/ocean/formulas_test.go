package ocean

import (
	"math"
	"testing"
)

const deg = math.Pi / 180

// near fails the test unless got is within tolerance of want.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %.9g, want %.9g within %g", what, got, want, tolerance)
	}
}

func TestMackenzie(t *testing.T) {
	tests := []struct{ t, s, d, want, tolerance float64 }{
		{25, 35, 1000, 1550.744, 5e-4},  // Mackenzie 1981
		{40, 40, 10000, 1718.774, 5e-4}, // check value of MBARI's Sndspd
		// Table of gorbatschow.github.io/SonarDocs, which holds for 30 psu.
		{0, 30, 10, 1442.42, 5e-3},
		{20, 30, 2000, 1548.94, 5e-3},
		{10, 30, 5000, 1568.41, 5e-3},
		// The printed equation in rational arithmetic.
		{2, 25, 0, 1444.7367392, 1e-9},
		{30, 40, 8000, 1680.680796, 1e-9},
	}
	for _, tt := range tests {
		near(t, "speed", Mackenzie(tt.t, tt.s, tt.d), tt.want, tt.tolerance)
	}
}

// The printed equation in rational arithmetic; at 0 degC, 35 psu and 0 m it is
// its first constant.
func TestMedwin(t *testing.T) {
	tests := []struct{ t, s, d, want float64 }{
		{0, 35, 0, 1449.2},
		{10, 35, 500, 1497.99},
		{20, 0, 100, 1483.22},
		{35, 45, 1000, 1581.15875},
	}
	for _, tt := range tests {
		near(t, "speed", Medwin(tt.t, tt.s, tt.d), tt.want, 1e-9)
	}
}

func TestLeroy(t *testing.T) {
	tests := []struct{ t, s, d, lat, want, tolerance float64 }{
		// Table of gorbatschow.github.io/SonarDocs, which holds for 30 psu at the
		// equator.
		{0, 30, 10, 0, 1442.56, 5e-3},
		{10, 30, 1000, 0, 1499.98, 5e-3},
		{20, 30, 2000, 0, 1548.98, 5e-3},
		{30, 30, 5000, 0, 1623.51, 5e-3},
		// The printed equation in rational arithmetic, at points of the paper's
		// table III and at the ends of its range.
		{2, 34.7, 7808.13, 30 * deg, 1594.3106727978, 1e-9},
		{8, 35, 497.12, 30 * deg, 1490.4924643180, 1e-9},
		{-1, 42, 12000, 90 * deg, 1674.631644, 1e-9},
		{4, 7, 200, -60 * deg, 1433.7730752, 1e-9}, // south as north
		{30, 0, 0, 0, 1509.21, 1e-9},
	}
	for _, tt := range tests {
		near(t, "speed", Leroy(tt.t, tt.s, tt.d, tt.lat), tt.want, tt.tolerance)
	}
}

func TestChenMillero(t *testing.T) {
	tests := []struct{ t, s, p, want, tolerance float64 }{
		{40, 40, 10000, 1731.995, 5e-4}, // Fofonoff and Millard 1983, p. 48
		// CSIRO's sw_svel, as its Python version documents it.
		{0, 25, 0, 1435.789875, 1e-6},
		{0, 35, 0, 1449.13882813, 1e-6},
		{10, 35, 5000, 1573.40946928, 1e-6},
		{20, 25, 10000, 1676.80967748, 1e-6},
		{30, 35, 0, 1545.59485539, 1e-6},
		{40, 25, 5000, 1638.02522336, 1e-6},
	}
	for _, tt := range tests {
		near(t, "speed", ChenMillero(tt.t, tt.s, tt.p), tt.want, tt.tolerance)
	}
}

// Four groups fitted the same sea: where their ranges meet, the formulas differ
// by little more than a metre per second. A wrong coefficient stands out.
func TestSoundSpeedFormulasAgree(t *testing.T) {
	for temperature := 2.0; temperature <= 30; temperature += 4 {
		for salinity := 25.0; salinity <= 40; salinity += 5 {
			for depth := 0.0; depth <= 1000; depth += 200 {
				unesco := ChenMillero(temperature, salinity, Pressure(depth, 45*deg))
				near(t, "mackenzie", Mackenzie(temperature, salinity, depth), unesco, 1.5)
				near(t, "medwin", Medwin(temperature, salinity, depth), unesco, 1.5)
				near(t, "leroy", Leroy(temperature, salinity, depth, 45*deg), unesco, 1.5)
			}
		}
	}
}

// Fofonoff and Millard 1983, p. 19.
func TestDensity(t *testing.T) {
	tests := []struct{ t, s, p, want float64 }{
		{5, 0, 0, 999.96675},
		{5, 0, 10000, 1044.12802},
		{25, 0, 0, 997.04796},
		{25, 0, 10000, 1037.90204},
		{5, 35, 0, 1027.67547},
		{5, 35, 10000, 1069.48914},
		{25, 35, 0, 1023.34306},
		{25, 35, 10000, 1062.53817},
	}
	for _, tt := range tests {
		near(t, "density", Density(tt.t, tt.s, tt.p), tt.want, 5e-6)
	}
}

// Fofonoff and Millard 1983, p. 28: 9712.653 m at 30 degrees and 10000 dbar.
// The other values are theirs on p. 28 to two decimals, here with the digits of
// CSIRO's sw_dpth, as its Python version documents them.
func TestDepthAndPressure(t *testing.T) {
	tests := []struct{ p, lat, depth float64 }{
		{500, 0, 496.65299239},
		{500, 45, 495.3427354},
		{500, 90, 494.03357499},
		{5000, 0, 4915.04099112},
		{5000, 30, 4908.55954332},
		{5000, 90, 4889.13132561},
		{10000, 0, 9725.47087508},
		{10000, 30, 9712.6530721},
		{10000, 90, 9674.23144056},
	}
	for _, tt := range tests {
		near(t, "depth", Depth(tt.p, tt.lat*deg), tt.depth, 1e-7)
		near(t, "depth in the south", Depth(tt.p, -tt.lat*deg), tt.depth, 1e-7)
		near(t, "pressure", Pressure(tt.depth, tt.lat*deg), tt.p, 1e-7)
	}
	near(t, "pressure at the surface", Pressure(0, 30*deg), 0, 1e-12)
}

// Fofonoff and Millard 1983, p. 9 and 12, for a ratio of conductivities.
func TestSalinity(t *testing.T) {
	tests := []struct{ ratio, t, p, want float64 }{
		{1, 15, 0, 35.000000},
		{1.2, 20, 2000, 37.245628},
		{0.65, 5, 1500, 27.995347},
		{1.888091, 40, 10000, 40.00000},
	}
	for _, tt := range tests {
		// The last ratio is printed with seven digits, which leaves 1e-5 psu.
		near(t, "salinity", Salinity(tt.ratio*4.2914, tt.t, tt.p), tt.want, 5e-6)
	}
	near(t, "salinity without conductivity", Salinity(0, 20, 0), 0, 1e-12)
}

func TestConductivity(t *testing.T) {
	near(t, "standard sea water", Conductivity(15, 35, 0), 4.2914, 1e-6)

	// TEOS-10, check values of gsw_C_from_SP, in mS/cm and for temperatures on the
	// scale of 1990.
	published := []struct{ t90, s, p, want float64 }{
		{28.7856, 34.5487, 10, 56.412599581571186},
		{28.4329, 34.7275, 50, 56.316185602699953},
		{22.8103, 34.8605, 125, 50.670369333973944},
		{10.2600, 34.6810, 250, 38.134518936104350},
		{6.8863, 34.5680, 600, 35.056577637635257},
		{4.4036, 34.5600, 1000, 32.986550607990118},
	}
	for _, tt := range published {
		near(t, "conductivity", Conductivity(1.00024*tt.t90, tt.s, tt.p)*10, tt.want, 1e-11)
	}

	// Below 2 psu: computed apart from this code, in Python, from the printed terms
	// of Hill et al. by bisection in Rt and iteration in R.
	computed := []struct{ t, s, p, want float64 }{
		{15, 0.05, 0, 0.008646453559168042},
		{10, 0.05, 10, 0.007631225381573461},
		{4, 0.5, 0, 0.060839106210816944},
		{20, 1, 5000, 0.1853576346236201},
		{25, 1.999, 0, 0.37944004342705906},
		{25, 2, 0, 0.37961902519837315},
	}
	for _, tt := range computed {
		near(t, "conductivity", Conductivity(tt.t, tt.s, tt.p), tt.want, 1e-12)
	}
	if c := Conductivity(10, 0, 0); c != 0 {
		t.Errorf("fresh water conducts %g S/m", c)
	}
}

func TestSalinityInvertsConductivity(t *testing.T) {
	for temperature := -2.0; temperature <= 35; temperature += 3.7 {
		for _, s := range []float64{0.001, 0.05, 0.5, 1.9, 1.999999, 2, 2.1, 10, 35, 42} {
			for _, p := range []float64{0, 100, 10000} {
				near(t, "salinity", Salinity(Conductivity(temperature, s, p), temperature, p), s, 1e-10)
			}
		}
	}
}
