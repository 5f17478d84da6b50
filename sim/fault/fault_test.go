package fault

import (
	"errors"
	"fmt"
	"testing"
)

// Whoever reads files asks an error for its Field, however often it was wrapped,
// and shows the text of the whole.
func TestFieldIsFoundThroughWrapping(t *testing.T) {
	err := fmt.Errorf("channel: %w", In("profile[2].depth", "%g m is given; write %d %% more", 2.5, 20))
	if got, want := err.Error(), "channel: 2.5 m is given; write 20 % more"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var of interface{ Field() string }
	if !errors.As(err, &of) || of.Field() != "profile[2].depth" {
		t.Errorf("%v, want the field profile[2].depth", of)
	}
}

// What stands below a key has a path; what names no key is about the key itself.
func TestUnder(t *testing.T) {
	for want, err := range map[string]error{"bottom.file": In("file", "lost"), "bottom": errors.New("lost")} {
		under := Under("bottom", err)
		var of interface{ Field() string }
		if !errors.As(under, &of) || of.Field() != want || under.Error() != "lost" || Under("x", nil) != nil {
			t.Errorf("%v of %v, want lost of %s", under, of, want)
		}
	}
}
