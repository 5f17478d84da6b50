package simtest

import (
	"slices"
	"strings"
	"testing"
)

// Words are found in any form and case; terms of the field and values of keys that look like them are left.
func TestAvoided(t *testing.T) {
	for text, want := range map[string]string{
		"The frame carries a packet; Blame the crew.":            "carries Blame crew",
		"where a unit is due":                                    "a unit is due",
		"carried: the carrier keeps a mooring in line of sight.": "",
		"one of coastal|turbid-harbour":                          "",
	} {
		if got := strings.Join(Avoided(text), " "); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}

// A sentence of 41 words is long, and one of 40 is not.
func TestLongSentences(t *testing.T) {
	forty := "It" + strings.Repeat(" goes", 38) + " on."
	more := "It" + strings.Repeat(" goes", 39) + " on."
	half := "it" + strings.Repeat(" goes", 20)
	for _, row := range []struct {
		name, text string
		want       []string // what is left of a sentence, for short; nil for none
	}{
		{"as many as may be", forty, nil},
		{"one more", more, []string{"41 words: " + more}},
		{"over two lines", strings.Replace(more, "goes goes", "goes\ngoes", 1), []string{"41 words: " + more}},
		{"two sentences", forty + " " + more + " " + forty, []string{"41 words: " + more}},
		{"a sentence in small letters", half + ". key: " + half + ".", nil},
		{"two paragraphs", half + "\n\n" + half, nil},
		{"an abbreviation", half + ", e.g. " + half, []string{"43 words: " + half + ", e.g. " + half}},
		{"a name with initials", half + " J. R. Smith " + half, []string{"45 words: " + half + " J. R. Smith " + half}},
		{"a journal", half + " Acoust. Soc. Am. " + half, []string{"45 words: " + half + " Acoust. Soc. Am. " + half}},
		{"a number with a point", half + " 0.5 m/s " + half, []string{"43 words: " + half + " 0.5 m/s " + half}},
		{"a file at the end", forty[:len(forty)-1] + " with docking.yaml. It ends.", []string{"42 words: " + forty[:len(forty)-1] + " with docking.yaml."}},
		{"a file", half + " docking.yaml " + half, []string{"43 words: " + half + " docking.yaml " + half}},
		{"numbers and signs are no words", forty[:len(forty)-1] + " = 3 + 4.", nil},
		{"a citation is one word", forty[:len(forty)-4] + " (Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2011).", nil},
		{"brackets without a year are words", forty[:len(forty)-1] + " (as always).", []string{"42 words: " + forty[:len(forty)-1] + " (as always)."}},
		{"code is one word", forty[:len(forty)-4] + " `halocline run docking --set seed=3`.", nil},
		{"a block of code", half + "\n\n\t" + half + "\n\n" + half, nil},
		{"a table", half + "\n    " + half + "\n" + half, nil},
		{"a list of marks", half + ":\n  - " + half + "\n  - " + half, nil},
		{"a long item of a list", "So:\n  - " + more[:97] + "\n    " + more[98:], []string{"41 words: " + more}},
		{"a list behind a colon", "These are left out: " + half + "; " + half + "; " + half + ".", nil},
		{"a list of commas", "Left out: " + half + ", " + half + ".", nil},
		{"a clause behind a colon", "It is so for this one: " + half + ", " + half + ".", []string{"48 words: It is so for this one: " + half + ", " + half + "."}},
		{"a semicolon", half + "; " + half + ".", []string{"42 words: " + half + "; " + half + "."}},
	} {
		if got := LongSentences(row.text); !slices.Equal(got, row.want) {
			t.Errorf("%s: %q, not %q", row.name, got, row.want)
		}
	}
}
