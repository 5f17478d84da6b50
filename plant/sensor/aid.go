package sensor

// Aiding is a Config whose readings tell a navigation filter something of how the body moves.
type Aiding interface{ Aid() Aid }

// Aid says what an instrument is to a navigation filter: one of these, and nil the others. Its readings have the quantities of that
// instrument, in that order, and errors like its own. So a pressure gauge of another module is one for the filter too.
type Aid struct {
	Inertial *IMUConfig
	Log      *DVLConfig
	Gauge    *DepthConfig
	GPS      *GPSConfig
	Finder   *FinderConfig
}

// Aid implements Aiding.
func (c *IMUConfig) Aid() Aid { return Aid{Inertial: c} }

// Aid implements Aiding.
func (c *DVLConfig) Aid() Aid { return Aid{Log: c} }

// Aid implements Aiding.
func (c *DepthConfig) Aid() Aid { return Aid{Gauge: c} }

// Aid implements Aiding.
func (c *GPSConfig) Aid() Aid { return Aid{GPS: c} }

// Aid implements Aiding. That of the USBLConfig in it is another one.
func (c *FinderConfig) Aid() Aid { return Aid{Finder: c} }
