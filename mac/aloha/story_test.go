package aloha

import (
	"testing"

	"halocline/mac"
	"halocline/mac/mactest"
)

// Unless a story says otherwise there is no header, no queue and no
// acknowledgement.
func TestStories(t *testing.T) {
	mactest.Stories(t, "testdata/*.story", func() mac.Config { return &Config{} })
}
