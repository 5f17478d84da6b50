package vehicle

import (
	"bytes"
	"fmt"
	"slices"

	"halocline/sim/fault"
	"halocline/sim/table"
)

// PropellerConfig describes a propeller by its coefficients in open water.
type PropellerConfig struct {
	Diameter float64   `yaml:"diameter" unit:"m" range:"(0,10]" required:"true" doc:"diameter"`
	Turns    string    `yaml:"turns" oneof:"right|left" doc:"direction of rotation ahead, seen from astern; its torque heels the hull the other way. right: clockwise; left: anticlockwise"`
	Astern   float64   `yaml:"astern" range:"(0,1]" doc:"share of the thrust that it gives when it turns the other way"`
	File     string    `yaml:"file" doc:"CSV file beside the vehicle with the columns advance, kt, kq, instead of the lists below"`
	Advance  []float64 `yaml:"advance" range:"[-10,10]" doc:"advance numbers J = u/(n D), increasing; beyond them the coefficients are held"`
	KT       []float64 `yaml:"kt" range:"[-10,10]" doc:"thrust coefficients T/(rho n^2 D^4), with n in rev/s"`
	KQ       []float64 `yaml:"kq" range:"[-10,10]" doc:"torque coefficients Q/(rho n^2 D^5)"`
}

// Defaults makes it a right-handed propeller that pushes astern as well.
func (c *PropellerConfig) Defaults() { c.Turns, c.Astern = "right", 1 }

// Validate checks that the table is given once, and that some propeller has it.
func (c *PropellerConfig) Validate() error {
	if c.File != "" {
		return alone(c.File, []column{{"advance", c.Advance}, {"kt", c.KT}, {"kq", c.KQ}})
	}
	if err := even("advance", []column{{"advance", c.Advance}, {"kt", c.KT}, {"kq", c.KQ}}); err != nil {
		return err
	}
	return c.check()
}

// check checks the table.
func (c *PropellerConfig) check() error {
	for i := 1; i < len(c.Advance); i++ {
		if c.Advance[i] <= c.Advance[i-1] {
			return fault.In(fmt.Sprintf("advance[%d]", i), "%g comes after %g; advance numbers must increase", c.Advance[i], c.Advance[i-1])
		}
	}
	if at := interpolate(c.Advance, c.KT, 0); at <= 0 {
		return fault.In("kt", "the thrust coefficient at rest, J = 0, is %g; it must be positive, as speeds are chosen by it", at)
	}
	return nil
}

// propeller returns the propeller; nil of none.
func (c *PropellerConfig) propeller() *Propeller {
	if c == nil {
		return nil
	}
	return &Propeller{Diameter: c.Diameter, Left: c.Turns == "left", Astern: c.Astern, Advance: c.Advance, Thrust: c.KT, Torque: c.KQ}
}

// DriverConfig describes a motor controller by what was measured of it and its thruster.
type DriverConfig struct {
	File   string    `yaml:"file" doc:"CSV file beside the vehicle with the columns pulse, thrust and perhaps power, in us, N and W, instead of the lists below"`
	Pulse  []float64 `yaml:"pulse" range:"[0,1e5]" doc:"pulse widths in us, increasing"`
	Thrust []float64 `yaml:"thrust" range:"[-1e9,1e9]" doc:"thrust at each in N, which must not fall from one to the next"`
	Power  []float64 `yaml:"power" range:"[0,1e9]" doc:"electrical power at each in W, in place of power of the thruster; it may be left out"`
	Step   float64   `yaml:"step" range:"(0,1e4]" doc:"smallest step of the pulse width in us"`
}

// Defaults makes steps of a microsecond.
func (c *DriverConfig) Defaults() { c.Step = 1 }

// Validate checks that the table is given once, and that some controller has it.
func (c *DriverConfig) Validate() error {
	columns := []column{{"pulse", c.Pulse}, {"thrust", c.Thrust}, {"power", c.Power}}
	if c.File != "" {
		return alone(c.File, columns)
	}
	if c.Power == nil {
		columns = columns[:2]
	}
	if err := even("pulse", columns); err != nil {
		return err
	}
	return c.check()
}

// check checks the table.
func (c *DriverConfig) check() error {
	if len(c.Pulse) < 2 {
		return fault.In("pulse", "a table of one pulse gives no choice; give two at least")
	}
	for i := 1; i < len(c.Pulse); i++ {
		switch {
		case c.Pulse[i] <= c.Pulse[i-1]:
			return fault.In(fmt.Sprintf("pulse[%d]", i), "%g us come after %g us; pulse widths must increase", c.Pulse[i], c.Pulse[i-1])
		case c.Thrust[i] < c.Thrust[i-1]:
			return fault.In(fmt.Sprintf("thrust[%d]", i), "%g N come after %g N; the thrust must not fall while the pulse width grows; turn the table round, or the axis of the thruster", c.Thrust[i], c.Thrust[i-1])
		}
	}
	return nil
}

// driver returns the motor controller; nil of none.
func (c *DriverConfig) driver() *Driver {
	if c == nil {
		return nil
	}
	return &Driver{Pulse: c.Pulse, Thrust: c.Thrust, Power: c.Power, Step: c.Step}
}

// reach checks that the table of a driver has the greatest thrusts of its thruster.
func (c *ThrusterConfig) reach() error {
	if c.PWM == nil || c.PWM.Thrust == nil {
		return nil
	}
	most, least := c.PWM.Thrust[len(c.PWM.Thrust)-1], c.PWM.Thrust[0]
	switch {
	case c.Max > most:
		return fault.In("max", "%g N are more than the %g N at which the table of pwm ends; write %[2]g N or less", c.Max, most)
	case c.MaxAstern > -least:
		return fault.In("max_astern", "%g N are more than the %g N at which the table of pwm begins; write %[2]g N or less", c.MaxAstern, -least)
	case c.MaxAstern == leftOut && c.Max > -least:
		return fault.In("max_astern", "it is %g N, as max, if left out, and the table of pwm begins at %g N astern; write %[2]g N or less", c.Max, -least)
	}
	return nil
}

// Load reads the tables that the vehicle has in files. It comes before Build.
func (c *Config) Load(open func(name string) ([]byte, error)) error {
	for i := range c.Thrusters {
		t, key := &c.Thrusters[i], fmt.Sprintf("thrusters[%d].", i)
		if p := t.Propeller; p != nil && p.File != "" {
			err := load(open, p.File, 3, []string{"advance", "kt", "kq"}, &p.Advance, &p.KT, &p.KQ)
			if err == nil {
				err = p.check()
			}
			if err != nil {
				return fault.In(key+"propeller.file", "%w", err)
			}
		}
		if d := t.PWM; d != nil && d.File != "" {
			err := load(open, d.File, 2, []string{"pulse", "thrust", "power"}, &d.Pulse, &d.Thrust, &d.Power)
			if err == nil {
				err = d.check()
			}
			if err != nil {
				return fault.In(key+"pwm.file", "%w", err)
			}
			if err := t.reach(); err != nil {
				return fault.In(key+"max", "%w", err)
			}
		}
	}
	return nil
}

// load reads the columns of a file.
func load(open func(string) ([]byte, error), file string, required int, names []string, into ...*[]float64) error {
	text, err := open(file)
	if err != nil {
		return err
	}
	t, err := table.Read(bytes.NewReader(text), file, names, required)
	if err != nil {
		return err
	}
	for i, name := range names {
		*into[i] = t.Columns[name]
	}
	return nil
}

// column is a list of a table.
type column struct {
	key    string
	values []float64
}

// alone checks that no list stands beside a file.
func alone(file string, columns []column) error {
	i := slices.IndexFunc(columns, func(c column) bool { return c.values != nil })
	if i < 0 {
		return nil
	}
	return fault.In(columns[i].key, "%s is given beside the file %s, which has it; leave one of the two out", columns[i].key, file)
}

// even checks that the lists of a table are there and equally long.
func even(first string, columns []column) error {
	if len(columns[0].values) == 0 {
		return fault.In(first, "there is no table; give a file, or lists of numbers")
	}
	for _, c := range columns {
		if len(c.values) != len(columns[0].values) {
			return fault.In(c.key, "%s has %d numbers, and %s has %d; give as many", c.key, len(c.values), first, len(columns[0].values))
		}
	}
	return nil
}
