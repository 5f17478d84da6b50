package ocean

import (
	"io/fs"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestReadProfile(t *testing.T) {
	text := "# CTD cast\nsalinity, depth,temperature\n34,0,12.5\n35 ,10.5, -1e0\n"
	p, err := ReadProfile(strings.NewReader(text), "cast.csv")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(p.Depth, []float64{0, 10.5}) || !slices.Equal(p.Temperature, []float64{12.5, -1}) ||
		!slices.Equal(p.Salinity, []float64{34, 35}) || p.SoundSpeed != nil {
		t.Errorf("got %+v", p)
	}
}

func TestReadProfileNamesThePlace(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "p.csv:1: the file is empty; write a line of column names and rows of numbers"},
		{"depth,temperature\n", "p.csv:1: there is no row below the column names; write at least one"},
		{"depth,heat\n0,1\n", `p.csv:1: column "heat" is unknown; the columns are depth, temperature, salinity, sound_speed`},
		{"temperature\n1\n", "p.csv:1: column depth is missing; add it"},
		{"depth\n1\n", "p.csv:2: depth stands alone; a table says something about each depth"},
		{"depth,depth\n1,2\n", "p.csv:1: column depth is there twice; leave one out"},
		{"depth,temperature\n0,1\n5\n", "p.csv:3: the row has not as many columns as the first line; give each column a number"},
		{"depth,temperature\n0,1\n\n# note\n5,\n", "p.csv:5: temperature is empty; a table has no holes"},
		{"depth,temperature\n0,1\n5,warm\n", `p.csv:3: temperature "warm" is not a number; write one such as 1.5`},
		{"depth,temperature\n0,NaN\n", `p.csv:2: temperature "NaN" is not a number; write one such as 1.5`},
		{"depth,temperature\n0,1e400\n", `p.csv:2: temperature "1e400" is not a number; write one such as 1.5`},
		{"depth,temperature\n0,0x1p3\n", `p.csv:2: temperature "0x1p3" is not a number; write one such as 1.5`},
		{"depth,temperature\n0,1\n5,2\n5,3\n", "p.csv:4: depth: 5 m is not deeper than 5 m before it"},
		{"depth,temperature\n-1,1\n", "p.csv:2: depth: -1 m is not allowed; the range is 0 to 12000 m"},
		{"depth,salinity\n0,35\n9,400\n", "p.csv:3: salinity: 400 psu is not allowed; the range is 0 to 45 psu"},
		{"depth,sound_speed\n0,330\n", "p.csv:2: sound_speed: 330 m/s is not allowed; the range is 1300 to 1900 m/s"},
		{"depth,temperature\n0,\"1\n", `p.csv:2: extraneous or missing " in quoted-field; leave quotes out`},
	}
	for _, tt := range tests {
		if _, err := ReadProfile(strings.NewReader(tt.text), "p.csv"); err == nil || err.Error() != tt.want {
			t.Errorf("%q: got %v, want %s", tt.text, err, tt.want)
		}
	}
}

// A profile says the same in a file and in line.
func TestProfileFromAFile(t *testing.T) {
	c := Default()
	c.Profile = &ProfileConfig{File: "cast.csv"}
	site := Site{Open: func(name string) ([]byte, error) {
		if name != "cast.csv" {
			return nil, fs.ErrNotExist
		}
		return []byte("depth,temperature\n0,20\n10,10\n"), nil
	}}
	w, err := c.Build(site)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "temperature", w.Temperature(at(2.5)), 17.5, 1e-12)
	near(t, "salinity", w.Salinity(at(2.5)), 35, 0)

	c.SoundSpeed = "profile"
	if _, err := c.Build(site); err == nil || err.Error() != "sound_speed: is that of a profile, and the profile has no column sound_speed; add it, or choose a formula such as mackenzie" {
		t.Errorf("got %v", err)
	}
	c.Profile.File = "other.csv"
	if _, err := c.Build(site); err == nil || err.Error() != "profile: file does not exist" {
		t.Errorf("got %v", err)
	}
	if _, err := c.Build(Site{}); err == nil {
		t.Error("a file is read without a way to open it")
	}
}

// Whatever is in a file, reading it ends in a table without holes or in an
// error with its name.
func FuzzReadProfile(f *testing.F) {
	f.Add("depth,temperature,salinity,sound_speed\n0,1,2,1500\n")
	f.Add("depth,salinity\n\"0\n\",1\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ReadProfile(strings.NewReader(text), "f")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f:") {
				t.Errorf("no place: %v", err)
			}
			return
		}
		for _, s := range p.series() {
			if s.values != nil && len(s.values) != len(p.Depth) {
				t.Errorf("%s has %d values for %d depths", s.field, len(s.values), len(p.Depth))
			}
			for _, v := range s.values {
				if math.IsNaN(v) {
					t.Errorf("%s is not a number", s.field)
				}
			}
		}
	})
}
