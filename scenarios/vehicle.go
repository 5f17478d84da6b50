package scenarios

import (
	"errors"
	"io/fs"
	"os"
	"slices"

	"halocline/plant/vehicle"
	"halocline/scenarios/strict"
)

// LoadVehicle reads and checks a vehicle: a file, or the name of a vehicle that
// comes with the program. A file may extend one of those: base: rexrov, with .yaml
// or without, is the library's if there is no such file beside it. An error about the contents
// is a strict.Faults.
func LoadVehicle(name string) (*vehicle.Model, error) {
	shelf := strict.FS(vehicle.Library())
	open, file := beside(name, shelf), name
	if slices.Contains(vehicle.Names(), name) {
		open, file = shelf, name+".yaml"
	} else if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return nil, unknownFile("vehicle", name, vehicle.Names())
	}
	config := vehicle.Default()
	if _, err := strict.Read(open, file, nil, config, strict.Models{}); err != nil {
		return nil, err
	}
	return config.Build()
}
