package clienttest

import (
	"slices"
	"testing"
)

// A script finds what is installed, gets its arguments, and talks by lines.
func TestNode(t *testing.T) {
	dir := Node(t, "ws@8.18.0")
	c := Start(t, dir, "testdata/echo.mjs", "argument")
	if line := c.Line(); line != "function argument" {
		t.Errorf("it prints %q", line)
	}
	c.Say("hello")
	if rest := c.rest(); !slices.Equal(rest, []string{"you said hello"}) {
		t.Errorf("it goes on with %q", rest)
	}
}
