package sensor

// Quantity is one number of a reading. Its name ends with its unit.
type Quantity struct {
	Name  string
	Value float64
}

// Quantities returns the numbers of the reading.
func (r *Inertial) Quantities() []Quantity {
	return []Quantity{
		{"rate_x_radps", r.Rate.X},
		{"rate_y_radps", r.Rate.Y},
		{"rate_z_radps", r.Rate.Z},
		{"force_x_mps2", r.Force.X},
		{"force_y_mps2", r.Force.Y},
		{"force_z_mps2", r.Force.Z},
		{"heading_rad", r.Heading},
		{"pitch_rad", r.Pitch},
		{"roll_rad", r.Roll},
	}
}

// Quantities returns the numbers of the reading.
func (d *Depth) Quantities() []Quantity { return []Quantity{{"depth_m", d.Depth}} }

// Quantities returns the numbers of the reading, the altitude only with bottom lock.
func (d *Doppler) Quantities() []Quantity {
	v := d.Velocity
	if d.Ground {
		return []Quantity{{"ground_x_mps", v.X}, {"ground_y_mps", v.Y}, {"ground_z_mps", v.Z}, {"altitude_m", d.Altitude}}
	}
	return []Quantity{{"water_x_mps", v.X}, {"water_y_mps", v.Y}, {"water_z_mps", v.Z}}
}

// Quantities returns the numbers of the reading.
func (f *Surfaced) Quantities() []Quantity {
	return []Quantity{
		{"x_m", f.Position.X},
		{"y_m", f.Position.Y},
		{"z_m", f.Position.Z},
		{"velocity_x_mps", f.Velocity.X},
		{"velocity_y_mps", f.Velocity.Y},
		{"velocity_z_mps", f.Velocity.Z},
	}
}

// Quantities returns the numbers of the reading.
func (c *Cast) Quantities() []Quantity {
	return []Quantity{{"conductivity_spm", c.Conductivity}, {"temperature_degc", c.Temperature}, {"depth_m", c.Depth}}
}

// Exact returns the same unit without errors: what it reads is true.
func (c *IMUConfig) Exact() Config {
	d := *c
	d.Rate, d.Force, d.Tilt, d.Heading = AngularSpeedError{}, AccelerationError{}, AngleError{}, AngleError{}
	return &d
}

// Exact returns the same gauge without errors: what it reads is true.
func (c *DepthConfig) Exact() Config {
	d := *c
	d.Depth = LengthError{}
	return &d
}

// Exact returns the same log without errors: what it reads is true.
func (c *DVLConfig) Exact() Config {
	d := *c
	d.Velocity, d.Altitude, d.Scale, d.Mounting = SpeedError{}, LengthError{}, 0, 0
	return &d
}

// Exact returns the same receiver without errors: what it reads is true.
func (c *GPSConfig) Exact() Config {
	d := *c
	d.Horizontal, d.Height, d.Velocity = LengthError{}, LengthError{}, SpeedError{}
	return &d
}

// Exact returns the same probe without errors: what it reads is true.
func (c *CTDConfig) Exact() Config {
	d := *c
	d.Conductivity, d.Temperature, d.Depth = ConductivityError{}, TemperatureError{}, LengthError{}
	return &d
}
