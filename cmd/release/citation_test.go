package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// CITATION.cff cites the newest release of CHANGELOG.md, by its version and its date.
func TestCitation(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	newest := regexp.MustCompile(`(?m)^## \[(\d\S*)\] - (\S+)$`).FindStringSubmatch(read("CHANGELOG.md"))
	cited := regexp.MustCompile(`(?ms)^version: (\S+)$.^date-released: "(\S+)"$`).FindStringSubmatch(read("CITATION.cff"))
	if newest == nil || cited == nil || newest[1] != cited[1] || newest[2] != cited[2] {
		t.Errorf("CHANGELOG.md has %q and CITATION.cff %q", newest, cited)
	}
}
