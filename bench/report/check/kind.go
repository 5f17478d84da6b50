package check

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"halocline/bench/study"
	"halocline/bench/study/results"
	"halocline/bench/study/studies"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// isFile reports whether a name is that of a plain file. Any other, such as a pipe, is
// left alone until it is known what it is for: it can be read only once.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// HoldsResults reports whether a name is that of a result file.
func HoldsResults(name string) bool { return isFile(name) && results.IsFile(name) }

// IsScenario reports whether a name is that of a bundled scenario, or of a file that
// only a scenario can be.
func IsScenario(lib *scenarios.Library, name string) bool {
	return slices.Contains(lib.Bundled(), name) || !IsStudy(name) && hasKey(name, "links|nodes|traffic|probe")
}

// keysOfStudy are keys that only a study has at its top.
const keysOfStudy = "sweep|vars|zip|let|where|repeat|until|record|seeds"

// IsStudy reports whether a name is that of a bundled study, or of a file that only a
// study can be.
func IsStudy(name string) bool {
	return slices.Contains(studies.Bundled(), name) || hasKey(name, keysOfStudy)
}

// IsVehicle reports whether a name is that of a bundled vehicle, or of a file that only a
// vehicle can be.
func IsVehicle(lib *scenarios.Library, name string) bool {
	return slices.Contains(lib.Vehicles(), name) || isFile(name) && lib.IsVehicle(name)
}

// hasKey reports whether a file has one of some keys at its top.
func hasKey(name, keys string) bool {
	if !isFile(name) {
		return false
	}
	text, err := strict.Disk(name) // not more than the language takes
	return err == nil && keyIn(text, keys)
}

// keyIn reports whether a text has one of some keys at its top.
func keyIn(text []byte, keys string) bool {
	return regexp.MustCompile(`(?m)^(` + keys + `)\s*:`).Match(text)
}

// BesideBase warns of a base that comes with the program, where a file that lies beside the
// study has its name and another text: one of another version, if the study was unpacked.
func BesideBase(lib *scenarios.Library, name string, s *study.Study) []string {
	if slices.Contains(studies.Bundled(), name) {
		return nil
	}
	ours, err := lib.Text(s.Base)
	if err != nil {
		return nil // it is a file
	}
	file := s.Base + ".yaml"
	text, err := strict.Disk(filepath.Join(filepath.Dir(name), file))
	if err != nil || bytes.Equal(text, ours) {
		return nil
	}
	return []string{fmt.Sprintf("%s: base %s is the scenario that comes with the program, and %s beside the study is another; write base: %s to use that one", name, s.Base, file, file)}
}

// ResultGiven is the fault of a result file in place of a scenario or a study.
func ResultGiven(name string) error {
	return fmt.Errorf("%s is a result file: halocline table %s shows what it holds; halocline sweep STUDY --resume -o %s adds runs, and halocline merge puts shards together", name, name, name)
}
