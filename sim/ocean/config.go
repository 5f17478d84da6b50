package ocean

import (
	"errors"
	"fmt"
	"math"

	"halocline/sim/geom"
	"halocline/sim/rng"
)

// Config describes the water of a scenario.
type Config struct {
	Temperature  float64        `yaml:"temperature" unit:"degC" range:"[-2,40]" doc:"temperature, where the profile gives none"`
	Salinity     float64        `yaml:"salinity" unit:"psu" range:"[0,45]" doc:"salinity, where the profile gives none"`
	PH           float64        `yaml:"ph" range:"[5,10]" doc:"acidity (pH), on which absorption depends"`
	Latitude     float64        `yaml:"latitude" unit:"rad" range:"[-1.5707963267948967,1.5707963267948967]" doc:"latitude, on which gravity and so pressure depend"`
	Density      float64        `yaml:"density" unit:"kg/m3" range:"[900,1300]" doc:"density; if left out, computed from temperature, salinity and depth by EOS-80"`
	Conductivity float64        `yaml:"conductivity" unit:"S/m" range:"[1e-9,20]" doc:"conductivity; if left out, computed from temperature, salinity and depth by PSS-78"`
	SoundSpeed   string         `yaml:"sound_speed" oneof:"constant|profile|mackenzie|medwin|leroy|unesco" doc:"source of the speed of sound. constant: the key speed; profile: the column sound_speed of the profile; mackenzie: formula of Mackenzie (1981); medwin: formula of Medwin (1975), down to 1000 m; leroy: formula of Leroy, Robinson and Goldsmith (2008); unesco: formula of Chen and Millero (1977), which UNESCO recommends"`
	Speed        float64        `yaml:"speed" unit:"m/s" range:"[1300,1900]" doc:"speed of sound, with sound_speed: constant"`
	Profile      *ProfileConfig `yaml:"profile" doc:"the water by depth"`
	Current      CurrentConfig  `yaml:"current" doc:"motion of the water; none if left out"`
	Waves        WavesConfig    `yaml:"waves" doc:"waves of the surface, which move vehicles and lift them; none if left out"`
	Field        *FieldConfig   `yaml:"field" doc:"the water by place, depth and time, from a file. Its current is added to the key current, and its temperature and salinity replace the other keys. The speed of sound depends on depth alone: formulas take the values below the world's origin at the start"`
	Seabed       *SeabedConfig  `yaml:"seabed" doc:"depth of the bottom; without it, the water has no bottom"`
}

// Default returns the sea water that Thorp's absorption is made for, at rest,
// with a constant speed of sound.
func Default() Config {
	var c Config
	c.Defaults()
	return c
}

// Defaults sets the values of Default.
func (c *Config) Defaults() {
	*c = Config{
		Temperature: 4, Salinity: 35, PH: 8, Latitude: math.Pi / 4,
		SoundSpeed: "constant", Speed: defaultSpeed,
	}
}

// defaultSpeed is the speed of sound in m/s that most comparisons use.
const defaultSpeed = 1500

// Validate reports every value that no water has and every pair of values that
// contradict each other. Range checks of formulas are the warnings of the Water.
func (c Config) Validate() error {
	var f faults
	f.within("temperature", c.Temperature, temperatureRange())
	f.within("salinity", c.Salinity, salinityRange())
	f.within("ph", c.PH, Limit{Min: 5, Max: 10})
	f.within("latitude", c.Latitude, Limit{Unit: "rad", Min: -math.Pi / 2, Max: math.Pi / 2})
	f.within("speed", c.Speed, speedRange())
	if c.Density != 0 {
		f.within("density", c.Density, Limit{Unit: "kg/m3", Min: 900, Max: 1300})
	}
	if c.Conductivity != 0 {
		f.within("conductivity", c.Conductivity, Limit{Unit: "S/m", Min: 1e-9, Max: 20})
	}
	c.checkSound(&f)
	if c.Profile != nil {
		f.inner("profile", c.Profile.Validate())
	}
	if c.Current != nil {
		f.inner("current", c.Current.Validate())
	}
	if c.Seabed != nil {
		f.inner("seabed", c.Seabed.Validate())
	}
	if c.Field != nil {
		f.inner("field", c.Field.Validate())
	}
	if c.Waves != nil {
		f.inner("waves", c.Waves.Validate())
	}
	return f.err()
}

// checkSound reports a speed of sound that is said twice or not at all.
func (c Config) checkSound(f *faults) {
	_, formula := findSoundModel(c.SoundSpeed)
	f.add(formula || c.SoundSpeed == "constant" || c.SoundSpeed == "profile", "sound_speed",
		"%q is unknown; it is constant, profile, mackenzie, medwin, leroy or unesco", c.SoundSpeed)
	f.add(c.SoundSpeed == "constant" || c.Speed == defaultSpeed, "speed",
		"is given beside sound_speed: %s; it is used with constant only", c.SoundSpeed)
	f.add(c.SoundSpeed != "profile" || c.Profile != nil, "sound_speed", "is that of a profile, and there is none; give water a profile, or choose a formula such as mackenzie")
	if c.Profile != nil && c.Profile.File == "" {
		if err := c.Profile.checkSound(c.SoundSpeed); err != nil {
			f.add(false, "sound_speed", "%v", err)
		}
	}
}

// checkSound returns an error if the profile's speed of sound is missing or
// idle.
func (p ProfileConfig) checkSound(model string) error {
	switch given := len(p.SoundSpeed) > 0; {
	case given && model != "profile":
		return fmt.Errorf("is %s, and the profile has a column sound_speed, which only sound_speed: profile uses; write that, or leave the column out", model)
	case !given && model == "profile":
		return errors.New("is that of a profile, and the profile has no column sound_speed; add it, or choose a formula such as mackenzie")
	}
	return nil
}

// Site is what the water needs from the scenario around it. Parts that a
// configuration does not use may be nil.
type Site struct {
	// Open returns the contents of a file that the configuration names.
	Open func(name string) ([]byte, error)
	// Geo is where the origin of the world lies; nil where nobody says.
	Geo *geom.Geo
	// Stream returns the random stream of a name.
	Stream func(name string) *rng.Stream
	// Course returns where a vehicle starts and where the target is that it heads
	// for. Empty names stand for the only ones.
	Course func(vehicle, target string) (from, to geom.Vec, err error)
	// Kept are the layers of a water that was built before; nil: none are kept.
	Kept *Kept
}

func (s Site) open(name string) ([]byte, error) {
	if s.Open == nil {
		return nil, fmt.Errorf("%s: there is nothing that opens files", name)
	}
	return s.Open(name)
}

// Build returns the water.
func (c Config) Build(site Site) (*Water, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	w := &Water{ph: c.PH, latitude: c.Latitude, current: new(flow)}
	var p ProfileConfig
	var err error
	if c.Profile != nil {
		if p, err = c.Profile.load(site); err != nil {
			return nil, &fault{"profile", err}
		}
		if err = p.checkSound(c.SoundSpeed); err != nil {
			return nil, &fault{"sound_speed", err}
		}
	}
	if c.Field != nil {
		if w.field, err = c.Field.build(site); err == nil {
			err = w.field.alone(c, p)
		}
		if err != nil {
			return nil, &fault{"field", err}
		}
	}
	w.layers = site.Kept.of(c, p, w.field)
	if w.current.Current, err = w.flowing(c.Current, site, "ocean/current"); err != nil {
		return nil, &fault{"current", err}
	}
	if c.Seabed != nil {
		if w.seabed, err = c.Seabed.build(site); err != nil {
			return nil, &fault{"seabed", err}
		}
	}
	if c.Waves != nil {
		if w.waves, err = c.Waves.Build(site, w.Seabed(geom.Vec{})); err != nil {
			var one *fault
			if errors.As(err, &one) {
				return nil, &fault{"waves." + one.field, one.err}
			}
			return nil, &fault{"waves", err}
		}
	}
	return w, nil
}
