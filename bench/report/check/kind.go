package check

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

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

// IsRecording reports whether a name is that of a recording, or of the journal of a session.
func IsRecording(name string) bool { return strings.HasSuffix(name, ".mcap") || IsJournal(name) }

// IsJournal reports whether a name is that of a journal of halocline serve.
func IsJournal(name string) bool {
	if !isFile(name) {
		return false
	}
	text, err := strict.Disk(name) // not more than the language takes
	return err == nil && bytes.HasPrefix(text, []byte(`{"journal":"halocline"`))
}

// IsScenario reports whether a name is that of a bundled scenario, or of a file that
// only a scenario can be.
func IsScenario(lib *scenarios.Library, name string) bool {
	return slices.Contains(lib.Bundled(), name) || isScenarioFile(name)
}

// isScenarioFile reports whether a name is that of a file that only a scenario can be.
func isScenarioFile(name string) bool {
	return !IsStudy(name) && hasKey(name, "duration|warmup|water|geo|world|links|network|nodes|traffic|outages|events|probe")
}

// keysOfStudy are keys that only a study has at its top.
const keysOfStudy = "set|sweep|vars|zip|let|where|repeat|until|record|seeds|sensitivity|boundary|labels|tables|figures"

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
	text, err := strict.Disk(name)                                             // not more than the language takes
	return err == nil && !bytes.Contains(text, []byte{0}) && keyIn(text, keys) // a result file holds the text of a study
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

// RecordingGiven is the fault of a recording, or of a journal, in place of anything else.
func RecordingGiven(name string) error {
	if IsJournal(name) {
		return fmt.Errorf("%s is the journal of a session: halocline run SCENARIO --replay %s repeats that, with --record FILE.mcap for halocline view", name, name)
	}
	if !isFile(name) {
		return fmt.Errorf("there is no file %s; halocline run SCENARIO --record %s makes it", name, name)
	}
	return fmt.Errorf("%s is a recording: halocline view %s shows it; halocline run SCENARIO with --trace FILE.csv or --record FILE.parquet writes such a run as tables", name, name)
}

// NoResults is the fault of what is named in place of a result file, or nil where that is not known.
func NoResults(name string) error {
	switch _, missing := os.Stat(name); {
	case IsRecording(name):
		return RecordingGiven(name)
	case missing == nil && IsStudy(name):
		return fmt.Errorf("%s is a study, which holds no results: halocline sweep %s makes them", name, name)
	case isScenarioFile(name):
		return fmt.Errorf("%s is a scenario, which holds no results: halocline run %s makes one run, and halocline new study mine --base %s begins a study, of which halocline sweep makes results", name, name, name)
	case missing == nil:
		return nil
	case isFile(name + ".db"):
		return fmt.Errorf("there is no file %s; did you mean %s.db?", name, name)
	case filepath.Ext(name) == "":
		return fmt.Errorf("there is no file %s; halocline sweep STUDY -o %s.db makes a result file; of a scenario, halocline run, plot and view show one run", name, name)
	}
	return fmt.Errorf("there is no file %s; halocline sweep STUDY -o %s makes it", name, name)
}
