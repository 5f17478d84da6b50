package condition

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// known are values by name.
type known map[string]any

func (k known) Number(name string) (float64, bool) { x, ok := k[name].(float64); return x, ok }
func (k known) Word(name string) (string, bool)    { x, ok := k[name].(string); return x, ok }
func (k known) Happens(event string) bool          { x, _ := k[event].(bool); return x }

func terms() []Term {
	return []Term{
		{"depth", "m", ""},
		{"battery", "%", ""},
		{"heading", "rad", ""},
		{"speed", "m/s", ""},
		{"time", "s", ""},
		{"contacts", "1", ""},
		{"message", Word, ""},
		{"no way", Event, ""},
		{"data", "bit", ""},
	}
}

// Comparisons, their units, and how they bind, each worked by hand.
func TestHolds(t *testing.T) {
	v := known{"depth": 90.0, "battery": 0.2, "heading": math.Pi / 2, "contacts": 0.0, "message": "recall", "no way": true, "speed": 1.0, "data": 2e5}
	for text, want := range map[string]bool{
		"depth > 90m":                        false,
		"depth >= 90m":                       true,
		"depth >= 0.09km":                    true,
		"battery < 20%":                      false,
		"battery<=20%":                       true,
		"heading >= 89.9deg":                 true,
		"heading > 1.58rad":                  false,
		"speed < 2kn":                        true, // 1.03 m/s
		"speed < 1.9kn":                      false,
		"data == 200kbit":                    true,
		"contacts > 0":                       false,
		"contacts != 1":                      true,
		"message == 'recall'":                true,
		"message != \"recall\"":              false,
		"no way":                             true,
		"not no way":                         false,
		"time > 0s":                          false, // it is not known
		"time <= 0s":                         false,
		"time != 0s":                         false,
		"not time > 0s":                      true,
		"depth > 90m or no way":              true,
		"depth > 90m and no way":             false,
		"no way or no way and depth > 90m":   true,  // and binds closer than or
		"(no way or no way) and depth > 90m": false, // unless there are brackets
		"not depth > 90m and no way":         true,  // not binds closest
	} {
		c, err := Parse(text, terms())
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := c.Holds(v); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
	if new(Condition).Holds(v) {
		t.Error("a condition of nothing holds")
	}
	c, err := Parse("depth > 1m or not (battery < 5% and depth < 3m)", terms())
	if got := strings.Join(c.Names(), " "); err != nil || got != "depth battery" {
		t.Errorf("%v: %s", err, got)
	}
}

// A word matters where a comparison with it holds: that of another one does not, and of all others it does where one is left out.
func TestMinds(t *testing.T) {
	for text, want := range map[string]bool{
		"message == 'recall'":                    true,
		"message == 'up' or message == 'recall'": true,
		"depth > 1m and not message == 'recall'": true,
		"message == 'up'":                        false,
		"message != 'up'":                        true,
		"message != 'recall'":                    false,
		"no way or depth > 1m":                   false,
	} {
		c, err := Parse(text, terms())
		if err != nil || c.Minds("message", "recall") != want {
			t.Errorf("%s: %v, want %t", text, err, want)
		}
	}
	if new(Condition).Minds("message", "recall") {
		t.Error("a condition of nothing minds")
	}
}

// What is wrong is said with what to write.
func TestFaults(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "a comparison is missing; write one of depth, battery",
		"dephts > 3m":           `"dephts" is nothing that is known here; there are depth`,
		"depth":                 "depth is compared with nothing; write depth > 10m",
		"depth >":               "depth > is followed by nothing",
		"depth > 3":             `"3" is no value of depth; write depth > 10m`,
		"depth > 3s":            `"3s" is no value of depth`,
		"depth > m":             `"m" is no value of depth`,
		"depth = 3m":            "depth is compared with nothing",
		"battery < 0.2":         `write battery < 20%`,
		"message == recall":     "message is a word; write message == 'recall'",
		"message < 'recall'":    "message is a word",
		"message == 'recall":    "a quotation mark is not closed",
		"(depth > 3m":           "a bracket is not closed",
		"depth > 3m)":           `")" stands where the condition could end`,
		"depth > 3m depth":      `"depth" stands where the condition could end`,
		"depth > 3m and":        "a comparison is missing",
		"depth > 1e999m":        "is no value of depth",
		strings.Repeat("(", 99): "nested more than 50 deep",
	} {
		if _, err := Parse(text, terms()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// No text makes it panic.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"depth > 90m or contacts > 0", "not (message == 'a') and no way", "'", "<>=", "not not"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := Parse(text, terms()); err == nil {
			c.Holds(known{})
		}
	})
}

// Words are those that a name is compared with, wherever in the condition that is.
func TestWordsOfAName(t *testing.T) {
	c, err := Parse("(task == 'a' or not task != 'b') and message == 'c'", []Term{{"task", Word, ""}, {"message", Word, ""}})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Words("task"); !slices.Equal(got, []string{"a", "b"}) {
		t.Error(got)
	}
}
