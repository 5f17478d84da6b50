package scenarios

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"

	"halocline/plant/vehicle"
	"halocline/scenarios/strict"
)

// LoadVehicle reads and checks a vehicle: a file, or the name of a vehicle that
// comes with the program. A file may extend one of those: base: rexrov.yaml is
// the library's if there is no such file beside it. An error about the contents
// is a strict.Faults.
func LoadVehicle(name string) (*vehicle.Model, error) {
	shelf := strict.FS(vehicle.Library())
	open, file := strict.Open(func(file string) ([]byte, error) {
		text, err := strict.Disk(file)
		if base := path.Base(file); errors.Is(err, fs.ErrNotExist) && file != name {
			if text, err := shelf(base); err == nil {
				return text, nil
			}
		}
		return text, err
	}), name
	if slices.Contains(vehicle.Names(), name) {
		open, file = shelf, name+".yaml"
	} else if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s, and there is no file of that name", strict.Unknown("vehicle", name, vehicle.Names()))
	}
	config := vehicle.Default()
	if _, err := strict.Read(open, file, nil, config, strict.Models{}); err != nil {
		return nil, err
	}
	return config.Build()
}
