package simtest

import (
	"os"
	"testing"
)

// Long tells whether tests have the time for all that they can try: make long sets
// HALOCLINE_LONG.
func Long() bool { return os.Getenv("HALOCLINE_LONG") == "1" }

// SkipShort leaves a test out of go test -short, which is for a bare machine and for a
// minute: this one needs more, as why says.
func SkipShort(t testing.TB, why string) {
	t.Helper()
	if testing.Short() {
		t.Skip(why)
	}
}
