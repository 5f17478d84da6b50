package capacity

import (
	"os"
	"regexp"
	"testing"

	"halocline/sim/simtest"
)

// The manual's page has the pictures of the article, and each boundary on it stands in the page on validation, which is what comes out.
func TestPage(t *testing.T) {
	const page = "../../../cmd/docs/pages/protocols.md"
	for _, s := range scenes() {
		simtest.Holds(t, page, s.command())
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(ALOHA|TDMA|CSMA|polling)[a-z0-9A-Z -]*? ([0-9.]+ \[[0-9., ]+\]|1 or less)`).FindAllString(string(text), -1)
	if len(found) < 20 {
		t.Errorf("%d boundaries", len(found))
	}
	for _, f := range found {
		simtest.Holds(t, "../../../cmd/docs/pages/validation.md", f)
	}
}
