package scenarios

import (
	"errors"
	"maps"
	"reflect"
	"slices"

	"halocline/plant/vehicle"
	"halocline/scenarios/strict"
)

// IsPart reports whether a name is that of a file that only a part can be: a model, which has
// the key type at its top, or what thrusters or fins of vehicles extend.
func (l *Library) IsPart(name string) bool { return l.parts(name) != nil }

// IsForeign reports whether a file has keys at its top and none of them is one of a scenario or of a vehicle, but
// for those that say what it is: a part that does not name its model looks so. Its own base is no key any more.
func (l *Library) IsForeign(name string) bool {
	source, err := strict.NewSource(strict.Disk, name, &struct{}{}, strict.Models{})
	if err != nil {
		return false // whoever reads it says what is wrong
	}
	entries, _ := source.Root().Entries()
	whole := l.wholes()
	for _, about := range []string{"format", "name", "description"} {
		delete(whole, about)
	}
	return len(entries) > 0 && !slices.ContainsFunc(entries, func(e strict.Entry) bool { return whole[e.Key] })
}

// wholes returns the keys that a scenario or a vehicle may have at its top.
func (l *Library) wholes() map[string]bool {
	keys := keysOf(vehicle.Default(), strict.Models{})
	maps.Copy(keys, keysOf(Default(), l.models))
	return keys
}

// CheckPart returns the faults of a part alone, under overrides: a file that a scenario or a
// vehicle names in place of a model, or as the base of something below it.
func (l *Library) CheckPart(name string, sets []strict.Set) error {
	var fewest strict.Faults
	for i, of := range l.parts(name) {
		_, err := strict.ReadPart(strict.Disk, name, sets, of, l.models)
		var faults strict.Faults
		if !errors.As(err, &faults) {
			return err
		}
		if i == 0 || len(faults) < len(fewest) { // models of several kinds have the name
			fewest = faults
		}
	}
	if fewest == nil {
		return nil
	}
	return fewest
}

// parts returns the types that the part in a file can be of.
func (l *Library) parts(name string) []reflect.Type {
	source, _ := strict.NewSource(strict.Disk, name, &struct{}{}, strict.Models{}) // its faults are for whoever reads it
	entries, _ := source.Root().Entries()
	if model := source.Root().Get("type"); model != nil {
		word, _, _ := model.Word()
		var of, near, all []reflect.Type
		for _, s := range l.shelves {
			switch {
			case s.Models[word] != nil:
				of = append(of, s.of)
			case strict.Nearest(word, slices.Collect(maps.Keys(s.Models))) != "":
				near = append(near, s.of)
			}
			all = append(all, s.of)
		}
		for _, types := range [][]reflect.Type{of, near} {
			if types != nil {
				return types
			}
		}
		return all
	}
	whole := l.wholes()
	for _, part := range []any{&vehicle.ThrusterConfig{}, &vehicle.FinConfig{}} {
		keys := keysOf(part, strict.Models{})
		own := func(e strict.Entry) bool { return keys[e.Key] && !whole[e.Key] }
		other := func(e strict.Entry) bool { return whole[e.Key] && !keys[e.Key] }
		if slices.ContainsFunc(entries, own) && !slices.ContainsFunc(entries, other) {
			return []reflect.Type{reflect.TypeOf(part).Elem()}
		}
	}
	return nil
}
