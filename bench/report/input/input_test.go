package input

import (
	"math"
	"testing"
)

// Numbers for people have six digits and the prefix of their unit, those for machines all digits.
func TestHuman(t *testing.T) {
	for _, c := range []struct {
		v          float64
		unit, want string
	}{
		{0.00123456789, "m", "1.23457 mm"},
		{999.9999999999, "Hz", "1 kHz"},
		{2.5e9, "Hz", "2.5 GHz"},
		{12, "dB", "12 dB"},
		{0, "s", "0 s"},
		{math.Inf(1), "m", "unlimited"},
		{3, "", "3"},
	} {
		if got := Human(c.v, c.unit); got != c.want {
			t.Errorf("%g %s: %q, want %q", c.v, c.unit, got, c.want)
		}
	}
	tenth := 0.1
	if got := Exact(tenth + 0.2); got != "0.30000000000000004" {
		t.Error(got)
	}
}

// An input keeps what was asked for, says where it is from, and refuses what it does not take.
func TestInput(t *testing.T) {
	var list List
	var level, law Input
	law.Words = []string{"thorp", "fisher"}
	list.Add(&level, "level", "3W", "what is sent", Quantity("W", "(0,10]"), Quantity("dB", "[0,200]"))
	list.Add(&law, "law", "thorp", "how it is lost")
	if level.Origin != ByDefault || level.Value != 3 || !math.IsNaN(level.In("dB")) {
		t.Errorf("%+v", level)
	}
	level.Fill(5, "W", ByPreset)
	if err := level.Set("120dB"); err != nil || level.In("dB") != 120 || level.Column() != "level_db" || level.Spoken() != "level 120 dB" {
		t.Errorf("%v, %+v", err, level)
	}
	if level.Fill(5, "W", ByPreset); level.In("dB") != 120 {
		t.Error("a preset replaces what was given")
	}
	for _, text := range []string{"11W", "3m", "", "x"} {
		if err := level.Set(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
	if err := law.Set("fischer"); err == nil || err.Error() != `unknown name "fischer"; did you mean "fisher"?` {
		t.Error(err)
	}
	if _, err := list.Numeric("law"); err == nil {
		t.Error("a word is taken for a number")
	}
}
