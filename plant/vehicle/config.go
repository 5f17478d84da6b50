package vehicle

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"halocline/sim/fault"
	"halocline/sim/geom"
)

// Config is what a vehicle file says. Matrices mix units, so their numbers are
// plain ones in SI.
type Config struct {
	Name      string           `yaml:"name" required:"true" doc:"name of the vehicle"`
	About     string           `yaml:"about" doc:"description of the vehicle in a line"`
	Source    string           `yaml:"source" doc:"source of the numbers"`
	Frame     string           `yaml:"frame" oneof:"flu|frd" doc:"axes of all positions, directions, inertias and matrices of the file. flu: forward, left, up; frd: forward, right, down"`
	Mass      float64          `yaml:"mass" unit:"kg" range:"(0,1e9]" required:"true" doc:"mass, flooded spaces included"`
	Volume    float64          `yaml:"volume" unit:"m3" range:"[0,1e6]" required:"true" doc:"displaced volume; with the density of the water it gives the buoyancy"`
	Size      geom.Vec         `yaml:"size" as:"vector" unit:"m" range:"[0,1e3]" doc:"length, width and height of the hull about its centre of buoyancy, for contacts; those of a cube of its volume if left out"`
	Draught   float64          `yaml:"draught" unit:"m" range:"[0,100]" doc:"height from the lowest to the highest point of the hull, over which it comes out of the water; the height of its size if left out"`
	Gravity   float64          `yaml:"gravity" unit:"m/s2" range:"[0,100]" doc:"acceleration of gravity"`
	Inertia   InertiaConfig    `yaml:"inertia" required:"true" doc:"inertia tensor about the body's origin; xy, xz and yz are its elements (minus the products of inertia of some books)"`
	Weight    geom.Vec         `yaml:"centre_of_gravity" as:"vector" unit:"m" range:"[-1e3,1e3]" doc:"centre of gravity in the body frame"`
	Buoyancy  geom.Vec         `yaml:"centre_of_buoyancy" as:"vector" unit:"m" range:"[-1e3,1e3]" doc:"centre of buoyancy in the body frame"`
	AddedMass MatrixConfig     `yaml:"added_mass" doc:"added mass in kg, kg m and kg m2, with positive diagonal: minus the derivatives X_udot, Y_vdot ..."`
	Linear    MatrixConfig     `yaml:"linear_damping" doc:"force per velocity in N s/m, N m s and so on, with positive diagonal: minus X_u, Y_v ..."`
	Quadratic MatrixConfig     `yaml:"quadratic_damping" doc:"force per |v| v of each component in N s2/m2, N m s2 and so on, with positive diagonal: minus X_u|u|, Y_v|v| ..."`
	Thrusters []ThrusterConfig `yaml:"thrusters" doc:"propellers, at most 12"`
	Controls  []string         `yaml:"controls" oneof:"surge|sway|heave|roll|pitch|yaw" doc:"axes that the thrusters act on, each independently of the others; none if fins or nothing steers"`
	Fins      []FinConfig      `yaml:"fins" doc:"control surfaces, at most 8; one that cannot turn stands for the lift of the hull"`
}

// InertiaConfig is an inertia tensor.
type InertiaConfig struct {
	XX float64 `yaml:"xx" unit:"kg.m2" range:"(0,1e12]" required:"true" doc:"moment of inertia about the axis forward"`
	YY float64 `yaml:"yy" unit:"kg.m2" range:"(0,1e12]" required:"true" doc:"moment of inertia about the axis to the side"`
	ZZ float64 `yaml:"zz" unit:"kg.m2" range:"(0,1e12]" required:"true" doc:"moment of inertia about the vertical axis"`
	XY float64 `yaml:"xy" unit:"kg.m2" range:"[-1e12,1e12]" doc:"element of the tensor"`
	XZ float64 `yaml:"xz" unit:"kg.m2" range:"[-1e12,1e12]" doc:"element of the tensor"`
	YZ float64 `yaml:"yz" unit:"kg.m2" range:"[-1e12,1e12]" doc:"element of the tensor"`
}

// MatrixConfig is a matrix on velocities: six numbers, or all of it. A matrix
// takes the place of a diagonal.
type MatrixConfig struct {
	Diagonal Six     `yaml:"diagonal" bare:"true" range:"[-1e12,1e12]" doc:"diagonal, not negative: surge, sway, heave, roll, pitch, yaw"`
	Matrix   *Matrix `yaml:"matrix" range:"[-1e12,1e12]" doc:"whole matrix, as six rows of six"`
	Frame    string  `yaml:"frame" oneof:"file|flu|frd" doc:"axes of the matrix. file: those of the file; flu: forward, left, up; frd: forward, right, down"`
}

// ThrusterConfig describes a thruster.
type ThrusterConfig struct {
	Name      string        `yaml:"name" doc:"name of the thruster"`
	Position  geom.Vec      `yaml:"position" as:"vector" unit:"m" range:"[-1e3,1e3]" required:"true" doc:"position in the body frame"`
	Axis      geom.Vec      `yaml:"axis" as:"vector" range:"[-1e3,1e3]" required:"true" doc:"direction of the thrust ahead, of any length"`
	Max       float64       `yaml:"max" unit:"N" range:"(0,1e9]" required:"true" doc:"greatest thrust ahead"`
	MaxAstern float64       `yaml:"max_astern" unit:"N" range:"[0,1e9]" doc:"greatest thrust astern; as ahead if left out"`
	DeadZone  float64       `yaml:"dead_zone" unit:"N" range:"[0,1e9]" doc:"wanted thrust below which there is none"`
	Lag       time.Duration `yaml:"lag" range:"[0,600]" doc:"time constant of the rotor's speed"`
	Ahead     float64       `yaml:"ahead" range:"(0,1e9]" doc:"thrust ahead per squared speed of the rotor, N s2/rad2"`
	Astern    float64       `yaml:"astern" range:"(0,1e9]" doc:"thrust astern per squared speed of the rotor, N s2/rad2; as ahead if left out"`
	Advance   float64       `yaml:"advance" range:"[0,1e9]" doc:"thrust lost per speed of the rotor and speed ahead through the water, N s2/(rad m)"`
	Band      float64       `yaml:"band" range:"[0,1e9]" doc:"squared speed of the rotor up to which there is no thrust, rad2/s2"`
	Power     float64       `yaml:"power" unit:"W" range:"[0,1e9]" doc:"electrical power at a thrust of 1 N; it grows with the 3/2 power of the thrust; for the metric thruster_energy and for batteries"`

	Propeller *PropellerConfig `yaml:"propeller" doc:"thrust and torque by the speed ahead, from open-water coefficients, in place of ahead, astern, advance and band; without it there is no torque on the hull"`
	PWM       *DriverConfig    `yaml:"pwm" doc:"table of the thrust by the pulse width of the motor controller, which makes the thrust go in steps; any thrust is possible without it"`
}

// FinConfig describes a fin.
type FinConfig struct {
	Name     string   `yaml:"name" doc:"name of the fin"`
	Position geom.Vec `yaml:"position" as:"vector" unit:"m" range:"[-1e3,1e3]" required:"true" doc:"centre of pressure in the body frame"`
	Hinge    geom.Vec `yaml:"hinge" as:"vector" range:"[-1e3,1e3]" required:"true" doc:"axis of positive angles, right-handed, of any length"`
	Chord    geom.Vec `yaml:"chord" as:"vector" range:"[-1e3,1e3]" doc:"direction from the trailing to the leading edge at angle 0, of any length"`
	Area     float64  `yaml:"area" unit:"m2" range:"(0,1e6]" required:"true" doc:"area of one side"`
	Slope    float64  `yaml:"lift_slope" range:"[0,100]" required:"true" doc:"lift coefficient per radian of the angle of attack"`
	Drag     float64  `yaml:"drag" range:"[0,100]" doc:"drag coefficient without lift"`
	Induced  float64  `yaml:"induced_drag" range:"[0,100]" doc:"drag coefficient per squared lift coefficient"`
	MaxAngle float64  `yaml:"max_angle" unit:"rad" range:"[0,3.2]" doc:"greatest angle to either side; 0 if it cannot turn"`
	MaxRate  float64  `yaml:"max_rate" unit:"rad/s" range:"[0,1e3]" doc:"greatest speed of turning; 0 for no limit"`
	Stall    float64  `yaml:"stall" unit:"rad" range:"[0,1.5]" doc:"angle of attack beyond which the flow separates and the fin acts as a flat plate: 15 to 25 deg for small fins; 0 for never"`
}

// leftOut marks a number that no file can give.
const leftOut = -1

// Defaults sets the values of a file that says nothing.
func (c *Config) Defaults() { c.Frame, c.Gravity = "flu", 9.80665 }

// Defaults takes the axes of the file.
func (c *MatrixConfig) Defaults() { c.Frame = "file" }

// Defaults makes a thruster the same ahead and astern.
func (c *ThrusterConfig) Defaults() {
	c.MaxAstern, c.Astern = leftOut, leftOut
	c.Ahead = defaultAhead
}

// Defaults points the fin forward.
func (c *FinConfig) Defaults() { c.Chord = geom.Vec{X: 1} }

// Default returns the values of a file that says nothing.
func Default() *Config {
	c := new(Config)
	for _, m := range []*MatrixConfig{&c.AddedMass, &c.Linear, &c.Quadratic} {
		m.Defaults()
	}
	c.Defaults()
	return c
}

// Validate finds what makes the vehicle impossible.
func (c *Config) Validate() error {
	b := c.body()
	return errors.Join(c.checkInertia(&b), c.checkAddedMass(&b), c.checkDamping(&b), c.checkCounts(), c.checkNames(), c.checkControls())
}

// Validate checks that a matrix is not given twice, and its diagonal: numbers of books
// that are taken over with their signs are negative.
func (c *MatrixConfig) Validate() error {
	if c.Matrix != nil && c.Diagonal != (Six{}) {
		return fault.In("diagonal", "the matrix holds the diagonal already; leave one of them out")
	}
	for i, row := range c.given() {
		if row[i] >= 0 {
			continue
		}
		key := fmt.Sprintf("diagonal[%d]", i)
		if c.Matrix != nil {
			key = fmt.Sprintf("matrix[%d][%[1]d]", i)
		}
		force, speed := "XYZKMN"[i:i+1], "uvwpqr"[i:i+1]
		return fault.In(key, "%g is given for %s, and needs to be at least 0; every element is minus the derivative of the books, "+
			"here %[3]s_%[4]sdot, %[3]s_%[4]s or %[3]s_%[4]s|%[4]s|, so turn the signs of those that are not", row[i], Axis(i), force, speed)
	}
	return nil
}

// Validate checks the direction.
func (c *ThrusterConfig) Validate() error {
	if c.Axis == (geom.Vec{}) {
		return fault.In("axis", "the axis has no direction")
	}
	if err := fault.Keep(c.Bounds()); err != nil {
		return err
	}
	if c.Propeller != nil {
		given := []bool{c.Ahead != defaultAhead, c.Astern != leftOut, c.Advance != 0, c.Band != 0}
		if i := slices.Index(given, true); i >= 0 {
			key := [...]string{"ahead", "astern", "advance", "band"}[i]
			return fault.In(key, "the propeller has the thrust by its coefficients; leave %s or propeller out", key)
		}
	}
	return c.reach()
}

// Bounds returns what the dead zone keeps to.
func (c *ThrusterConfig) Bounds() []fault.Bound {
	most := max(c.Max, c.MaxAstern)
	return []fault.Bound{{
		Key: "dead_zone", Value: c.DeadZone, Op: fault.LessThan, Than: "the greater of max and max_astern", Limit: most,
		Why: fmt.Sprintf("the dead zone of %g N leaves nothing of %g N", c.DeadZone, most),
	}}
}

// defaultAhead is the thrust per squared speed of a rotor of which nothing is known, N s2/rad2.
const defaultAhead = 1e-4

// Validate checks the directions.
func (c *FinConfig) Validate() error {
	switch {
	case c.Hinge == (geom.Vec{}):
		return fault.In("hinge", "the hinge has no direction")
	case c.Chord == (geom.Vec{}):
		return fault.In("chord", "the chord has no direction")
	case math.Abs(direction(c.Hinge).Dot(direction(c.Chord))) > 1e-6:
		return fault.In("chord", "the chord is not at right angles to the hinge")
	}
	return nil
}

// checkInertia checks that some body has the inertia.
func (c *Config) checkInertia(b *Body) error {
	if _, err := b.rigid().invert(); err != nil {
		return fault.In("inertia", "the inertia is not positive definite about the centre of gravity; no body of %g kg has it", c.Mass)
	}
	if !b.massive() {
		return fault.In("inertia", "one principal moment is more than the two others together, which no body has; look at units and exponents")
	}
	return nil
}

// checkAddedMass checks that the matrix is symmetric, and that each push accelerates the
// vehicle in its own direction.
func (c *Config) checkAddedMass(b *Body) error {
	given := c.AddedMass.given()
	for i, row := range given {
		for j := range i {
			if x, y := row[j], given[j][i]; math.Abs(x-y) > 0.05*(math.Abs(x)+math.Abs(y)) {
				return fault.In(fmt.Sprintf("added_mass.matrix[%d][%d]", i, j), "the matrix is not symmetric: %g in row %d, column %d, but %g across the diagonal; "+
					"write the same in both", x, i+1, j+1, y)
			}
		}
	}
	rigid := b.rigid()
	if _, err := rigid.invert(); err != nil {
		return nil // the inertia is at fault
	}
	total := rigid.plus(b.AddedMass.symmetric())
	if _, err := total.invert(); err == nil {
		return nil
	}
	i, j := total.strongest(given)
	most := math.Sqrt(total[i][i] * total[j][j])
	return fault.In(fmt.Sprintf("added_mass.matrix[%d][%d]", i, j), "the mass matrix, body and added mass together, is not positive definite: it couples axes too much, most of all %s and %s, "+
		"by %.4g where its diagonal, %.4g and %.4g, allows less than %.4g for these two alone; look at signs, units and exponents", Axis(i), Axis(j), math.Abs(total[i][j]), total[i][i], total[j][j], most)
}

// strongest returns the axes that a matrix couples most for its diagonal, of those that
// another, a part of it, couples at all.
func (m *Matrix) strongest(part Matrix) (row, column int) {
	most := -1.0
	for i := range m {
		for j := i + 1; j < len(m); j++ {
			if share := math.Abs(m[i][j]) / math.Sqrt(m[i][i]*m[j][j]); part[i][j] != 0 && share > most {
				most, row, column = share, i, j
			}
		}
	}
	return row, column
}

// checkDamping checks that the linear damping takes energy away.
func (c *Config) checkDamping(b *Body) error {
	if !b.Linear.damps() {
		return fault.In("linear_damping", "the damping would drive the vehicle; the symmetric part of the matrix must have no negative eigenvalue")
	}
	return nil
}

// massive reports whether some mass has the inertia: with J the integral of r r^t dm,
// the tensor is trace(J) - J, so trace/2 minus the tensor is J and has no negative
// eigenvalue. The moments of slender hulls are given the rounding of two digits.
func (b *Body) massive() bool {
	const rounding = 1.01
	half := rounding * (b.Inertia[0].X + b.Inertia[1].Y + b.Inertia[2].Z) / 2
	var spread Matrix
	for i, row := range b.Inertia {
		spread[i][0], spread[i][1], spread[i][2] = -row.X, -row.Y, -row.Z
		spread[i][i] += half
	}
	return spread.damps()
}

// damps reports whether v^T m v is never negative, but for rounding.
func (m Matrix) damps() bool {
	greatest := 0.0
	for i := range m {
		greatest = max(greatest, m[i][i])
	}
	m = m.symmetric()
	for i := range m {
		m[i][i] += 1e-9*greatest + math.SmallestNonzeroFloat64
	}
	_, err := m.invert()
	return err == nil
}

func (c *Config) checkCounts() error {
	if n := len(c.Thrusters); n > MaxThrusters {
		return fault.In("thrusters", "%d thrusters are given; at most %d are possible", n, MaxThrusters)
	}
	if n := len(c.Fins); n > MaxFins {
		return fault.In("fins", "%d fins are given; at most %d are possible", n, MaxFins)
	}
	return nil
}

// checkNames checks that a failure of a thruster means one.
func (c *Config) checkNames() error {
	first := map[string]int{}
	for i, t := range c.Thrusters {
		if n, taken := first[t.Name]; taken && t.Name != "" {
			return fault.In(fmt.Sprintf("thrusters[%d].name", i), "thruster %d is named %q already; give each a name of its own", n+1, t.Name)
		}
		first[t.Name] = i
	}
	return nil
}

// checkControls checks that the thrusters can do what is asked of them.
func (c *Config) checkControls() error {
	seen := map[string]bool{}
	for i, word := range c.Controls {
		if seen[word] {
			return fault.In(fmt.Sprintf("controls[%d]", i), "%s is there already", word)
		}
		seen[word] = true
	}
	if len(c.Controls) == 0 || len(c.Thrusters) > MaxThrusters {
		return nil
	}
	m := &Model{Thrusters: c.thrusters(), Controls: c.controls()}
	for i, t := range m.Thrusters {
		m.columns[i] = six(t.Axis, t.Position.Cross(t.Axis))
	}
	if _, err := NewAllocation(m, nil); err != nil {
		return fault.In("controls", "%s; leave out of controls what they cannot give, or add a thruster", err)
	}
	return nil
}

// Build makes the constants of the vehicle.
func (c *Config) Build() (*Model, error) {
	m, err := NewModel(c.body(), c.thrusters(), c.fins())
	if err != nil {
		return nil, fmt.Errorf("vehicle %s: %w", c.Name, err)
	}
	m.Controls = c.controls()
	return m, nil
}

func (c *Config) body() Body {
	i := c.Inertia
	inertia := [3]geom.Vec{{X: i.XX, Y: i.XY, Z: i.XZ}, {X: i.XY, Y: i.YY, Z: i.YZ}, {X: i.XZ, Y: i.YZ, Z: i.ZZ}}
	if c.Frame == "frd" { // half a turn about x changes the sign of xy and xz
		inertia[0].Y, inertia[0].Z, inertia[1].X, inertia[2].X = -i.XY, -i.XZ, -i.XY, -i.XZ
	}
	return Body{
		Mass: c.Mass, Volume: c.Volume, Gravity: c.Gravity, Draught: c.Draught, Size: c.Size,
		Inertia: inertia, Weight: c.vector(c.Weight), Buoyancy: c.vector(c.Buoyancy),
		AddedMass: c.matrix(c.AddedMass), Linear: c.matrix(c.Linear), Quadratic: c.matrix(c.Quadratic),
	}
}

// vector turns a vector of the file into the body frame.
func (c *Config) vector(v geom.Vec) geom.Vec {
	if c.Frame == "frd" {
		return geom.Vec{X: v.X, Y: 0 - v.Y, Z: 0 - v.Z}
	}
	return v
}

// matrix turns a matrix of the file into the body frame.
func (c *Config) matrix(given MatrixConfig) Matrix {
	m := given.given()
	frame := given.Frame
	if frame == "" || frame == "file" {
		frame = c.Frame
	}
	if frame == "frd" {
		return FromFRD(m)
	}
	return m
}

// given returns the matrix as the file has it.
func (c *MatrixConfig) given() Matrix {
	if c.Matrix != nil {
		return *c.Matrix
	}
	return Diagonal(c.Diagonal)
}

func (c *Config) thrusters() []Thruster {
	out := make([]Thruster, len(c.Thrusters))
	for i, t := range c.Thrusters {
		out[i] = Thruster{
			Name: t.Name, Position: c.vector(t.Position), Axis: direction(c.vector(t.Axis)),
			Curve: Curve{Ahead: t.Ahead, Astern: t.Astern, Advance: t.Advance, Band: t.Band},
			Lag:   t.Lag.Seconds(), Max: t.Max, MaxAstern: t.MaxAstern, DeadZone: t.DeadZone, Power: t.Power,
		}
		if t.Astern == leftOut {
			out[i].Curve.Astern = t.Ahead
		}
		if t.MaxAstern == leftOut {
			out[i].MaxAstern = t.Max
		}
		if out[i].Driver, out[i].Propeller = t.PWM.driver(), t.Propeller.propeller(); out[i].Propeller != nil && t.Propeller.Advance != nil {
			out[i].Curve = out[i].Propeller.curve()
		}
	}
	return out
}

func (c *Config) fins() []Fin {
	out := make([]Fin, len(c.Fins))
	for i, f := range c.Fins {
		out[i] = Fin{
			Name: f.Name, Position: c.vector(f.Position), Hinge: direction(c.vector(f.Hinge)), Chord: direction(c.vector(f.Chord)),
			Area: f.Area, Slope: f.Slope, Drag: f.Drag, Induced: f.Induced, MaxAngle: f.MaxAngle, MaxRate: f.MaxRate, Stall: f.Stall,
		}
	}
	return out
}

// controls returns the axes of the words, of which those that are unknown are
// left out.
func (c *Config) controls() []Axis {
	var out []Axis
	for _, word := range c.Controls {
		for _, a := range Axes() {
			if a.String() == word {
				out = append(out, a)
			}
		}
	}
	return out
}

// direction returns the unit vector along v.
func direction(v geom.Vec) geom.Vec { return v.Scale(1 / v.Norm()) }
