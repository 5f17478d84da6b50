package ocean

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"halocline/sim/table"
)

// ProfileConfig is a table of the water by depth: linear between the rows, held
// above the first and below the last. A column that is left out is not known
// here and comes from the constants of Config, or from a formula.
type ProfileConfig struct {
	File        string    `yaml:"file" bare:"true" doc:"CSV file with the columns depth, temperature, salinity, sound_speed (m, degC, psu, m/s), instead of the lists below"`
	Depth       []float64 `yaml:"depth" unit:"m" range:"[0,12000]" doc:"depths, increasing"`
	Temperature []float64 `yaml:"temperature" unit:"degC" range:"[-2,40]" doc:"temperature at each depth"`
	Salinity    []float64 `yaml:"salinity" unit:"psu" range:"[0,45]" doc:"salinity at each depth"`
	SoundSpeed  []float64 `yaml:"sound_speed" unit:"m/s" range:"[1300,1900]" doc:"speed of sound at each depth, used with sound_speed: profile"`
}

// ReadProfile reads a profile from CSV. The first line names the columns: depth
// in m and any of temperature in degC, salinity in psu and sound_speed in m/s.
// Name is that of the file; errors read name:line: message.
func ReadProfile(r io.Reader, name string) (ProfileConfig, error) {
	t, err := table.Read(r, name, []string{"depth", "temperature", "salinity", "sound_speed"}, 1)
	if err != nil {
		return ProfileConfig{}, err
	}
	p := ProfileConfig{
		Depth:       t.Columns["depth"],
		Temperature: t.Columns["temperature"],
		Salinity:    t.Columns["salinity"],
		SoundSpeed:  t.Columns["sound_speed"],
	}
	return p, checkTable(t, p.series())
}

// Validate reports every value that no water has, and lists of unequal length.
func (p ProfileConfig) Validate() error {
	if p.File != "" {
		return fileAlone(p.series())
	}
	return checkSeries(p.series(), 1)
}

// load returns the profile in its inline form.
func (p ProfileConfig) load(site Site) (ProfileConfig, error) {
	if p.File == "" {
		return p, nil
	}
	text, err := site.open(p.File)
	if err != nil {
		return p, err
	}
	return ReadProfile(bytes.NewReader(text), p.File)
}

// column returns the column of the values, or one of the constant where the
// profile has none.
func (p ProfileConfig) column(values []float64, otherwise float64) column {
	if len(values) == 0 {
		return constant(otherwise)
	}
	return column{slices.Clone(p.Depth), slices.Clone(values)}
}

func (p ProfileConfig) series() []series {
	return []series{
		{"depth", p.Depth, Limit{"depth", "m", 0, deepest}},
		{"temperature", p.Temperature, temperatureRange()},
		{"salinity", p.Salinity, salinityRange()},
		{"sound_speed", p.SoundSpeed, speedRange()},
	}
}

// What a configuration may say. It is wider than the range of most formulas and
// narrower than what slips of the pen make of it.
func temperatureRange() Limit { return Limit{"temperature", "degC", -2, 40} }
func salinityRange() Limit    { return Limit{"salinity", "psu", 0, 45} }
func speedRange() Limit       { return Limit{"sound_speed", "m/s", 1300, 1900} }

// series is one list of a table by depth, with the values that it may hold. The
// first series of a table is the depth.
type series struct {
	field   string
	values  []float64
	allowed Limit
}

// fault returns what is wrong with element i, or nil.
func (s series) fault(i int) error {
	v := s.values[i]
	if !(v >= s.allowed.Min && v <= s.allowed.Max) {
		return fmt.Errorf("%s is not allowed; the range is %s", withUnit(v, s.allowed.Unit), s.allowed)
	}
	if s.field == "depth" && i > 0 && v <= s.values[i-1] {
		return fmt.Errorf("%s is not deeper than %s before it", withUnit(v, "m"), withUnit(s.values[i-1], "m"))
	}
	return nil
}

// checkSeries returns the faults of the lists of a configuration. The first
// ones, as many as required, must be there, and at least two in all.
func checkSeries(all []series, required int) error {
	var f faults
	rows, given := len(all[0].values), 0
	for i, s := range all {
		n := len(s.values)
		if n > 0 {
			given++
		}
		f.add(n > 0 || i >= required, s.field, "is empty; give the lists, or a file")
		f.add(n == 0 || n == rows, s.field, "has %d values for %d depths", n, rows)
		for k := range s.values {
			if err := s.fault(k); err != nil {
				f.add(false, element(s.field, k), "%w", err)
			}
		}
	}
	f.add(given != 1 || rows == 0, "depth", "stands alone; a table says something about each depth")
	return f.err()
}

// checkTable returns the first fault of a table that was read from a file, with its
// line.
func checkTable(t *table.Table, all []series) error {
	given := 0
	for _, s := range all {
		if len(s.values) > 0 {
			given++
		}
		for row := range s.values {
			if err := s.fault(row); err != nil {
				return t.Place(row, fmt.Errorf("%s: %w", s.field, err))
			}
		}
	}
	if given == 1 {
		return t.Place(0, errors.New("depth stands alone; a table says something about each depth"))
	}
	return nil
}

// fileAlone reports lists that stand beside the name of a file.
func fileAlone(all []series) error {
	var f faults
	for _, s := range all {
		f.add(len(s.values) == 0, s.field, "is given beside file; one of the two says it")
	}
	return f.err()
}
