package cli

import "testing"

// What keeps a scenario from becoming an FMU is said, and nothing is written. That one is written is a test of cmd/fmu, which has the library.
func TestFMUFaults(t *testing.T) {
	dir := t.TempDir()
	text := write(t, dir, "library.txt", "no library")
	for _, row := range []struct {
		args        []string
		diagnostics string
	}{
		{[]string{"fmu"}, "halocline: which scenario?"},
		{[]string{"fmu", "docking"}, "halocline: an FMU has a library in it, and none is given: make fmu, in a checkout of halocline, builds bin/libhalocline.so"},
		{[]string{"fmu", "docking", "--library", "absent.so"}, "halocline: --library absent.so: cannot be read: no such file or directory; see whether its name and its folder are right"},
		{[]string{"fmu", "docking", "--library", text}, "halocline: --library: it is no library for Linux"},
		{[]string{"fmu", "docking", "--library", binary}, "halocline: --library: it is no library of an FMU: it has no function fmi3DoStep"},
		{[]string{"fmu", "dokcing", "--library", text}, `did you mean "docking"?`},
		{[]string{"fmu", "docking", "--library", text, "--set", "sede=1"}, `unknown key "sede"`},
	} {
		halocline(t, dir, row.args...).expect(t, row.args[len(row.args)-1], 2, "", row.diagnostics)
	}
}
