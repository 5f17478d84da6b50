package scenarios

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"

	"halocline/plant/vehicle"
	"halocline/scenarios/strict"
	"halocline/sim/geom"
	"halocline/sim/ocean"
)

// LoadVehicle reads and checks a vehicle: a file, or the name of a vehicle that
// comes with the program. A file may extend one of those: base: rexrov, with .yaml
// or without, is the library's if there is no such file beside it. An error about the contents
// is a strict.Faults.
func (l *Library) LoadVehicle(name string) (*vehicle.Model, error) {
	_, model, err := l.readVehicle(strict.Disk, name, nil)
	return model, err
}

// CheckVehicle returns the faults of a vehicle under overrides, and warns of what a node
// of that vehicle is warned of in the water that a scenario has by default.
func (l *Library) CheckVehicle(name string, sets []strict.Set) (warnings []string, err error) {
	return l.checkVehicle(strict.Disk, name, sets)
}

// CheckVehicleText is CheckVehicle for a vehicle that is given as text. Its faults carry the
// name.
func (l *Library) CheckVehicleText(name, text string, sets []strict.Set) (warnings []string, err error) {
	return l.checkVehicle(given(name, text), name, sets)
}

func (l *Library) checkVehicle(open strict.Open, name string, sets []strict.Set) (warnings []string, err error) {
	config, model, err := l.readVehicle(open, name, sets)
	if err != nil {
		return nil, err
	}
	water, err := Default().Water.Build(ocean.Site{})
	if err != nil {
		return nil, err
	}
	density := water.Density(geom.Vec{})
	for _, w := range append(unlikely(model, density, name), vehicle.UnlikelyMotion(model, density, math.Inf(1), true)...) {
		warnings = append(warnings, "vehicle "+config.Name+" "+w)
	}
	return warnings, nil
}

// readVehicle reads a vehicle under overrides, and makes its constants. What data has is
// taken from there, and not from the disk, where it may have changed.
func (l *Library) readVehicle(data strict.Open, name string, sets []strict.Set) (*vehicle.Config, *vehicle.Model, error) {
	disk, file, missing := orBundled(strict.Disk, name, l.vehicles.base), name, false
	open := func(f string) ([]byte, error) {
		text, err := data(f)
		if err != nil {
			text, err = disk(f)
		}
		missing = missing || f == name && errors.Is(err, fs.ErrNotExist)
		return text, err
	}
	if l.vehicles.has(name) {
		open, file = l.vehicles.base, name+".yaml"
	}
	config := vehicle.Default()
	doc, err := strict.Read(open, file, sets, config, strict.Models{})
	if missing {
		if _, err := open(name + ".yaml"); err == nil {
			return nil, nil, fmt.Errorf("there is no file %s; did you mean %s.yaml?", name, name)
		}
		return nil, nil, unknownFile("vehicle", name, l.Vehicles())
	}
	if err != nil {
		return nil, nil, err
	}
	if err := config.Load(func(beside string) ([]byte, error) { return open(strict.Beside(file, beside)) }); err != nil {
		doc.FaultFrom("", err)
		return nil, nil, doc.Err()
	}
	model, err := config.Build()
	doc.FaultFrom("", err)
	return config, model, doc.Err()
}

// IsVehicle reports whether a name is that of a vehicle that comes with the program, or
// of a file that only a vehicle can be: it has a key that scenarios have not, and none that
// only they have. The keys of the files that it extends count.
func (l *Library) IsVehicle(name string) bool {
	return l.vehicles.has(name) || l.isVehicle(strict.Disk, name)
}

// IsVehicleText is IsVehicle for the text of a file, which has this name.
func (l *Library) IsVehicleText(name, text string) bool { return l.isVehicle(given(name, text), name) }

func (l *Library) isVehicle(disk strict.Open, name string) bool {
	library := func(file string) ([]byte, error) {
		if text, err := l.vehicles.base(file); err == nil {
			return text, nil
		}
		return l.scenarios.base(file)
	}
	source, _ := strict.NewSource(orBundled(disk, name, library), name, vehicle.Default(), strict.Models{}) // its faults are for whoever reads it
	entries, _ := source.Root().Entries()
	known, others := keysOf(vehicle.Default(), strict.Models{}), keysOf(Default(), l.models)
	own := false
	for _, e := range entries {
		if others[e.Key] && !known[e.Key] && e.Key != "description" { // which vehicles call about
			return false
		}
		own = own || known[e.Key] && !others[e.Key]
	}
	return own
}

// keysOf returns the keys that a file may have at its top.
func keysOf(into any, models strict.Models) map[string]bool {
	keys := map[string]bool{}
	for _, p := range strict.Describe(into, models) {
		key, _, _ := strings.Cut(p.Key, ".")
		keys[strings.TrimSuffix(key, "[]")] = true
	}
	return keys
}
