package study

import (
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"halocline/bench/study/results"
)

// Parts of a scenario that are files count in the identity of a study, whether the scenario or
// an axis names them, directly or through another. All runs see what they held when it was read, also side by
// side, and the results keep them.
func TestPartsOfStudy(t *testing.T) {
	const scenario = "name: p\nduration: 30s\nlinks: {a: {channel: acoustic, modem: modem.yaml, mac: aloha}}\n" +
		"nodes: [{name: s, at: [0m, 0m, -20m]}, {name: v, at: [300m, 0m, -20m], vehicle: hull.yaml}]\ntraffic: [{type: periodic, from: v, to: s, period: 5s, size: 100bit}]\n"
	files := []results.Source{
		{Name: "p.yaml", Text: scenario},
		{Name: "study.yaml", Text: "name: parts\nbase: p.yaml\nsweep: {links.a.modem: [modem.yaml, slow.yaml]}\n"},
		{Name: "modem.yaml", Text: "type: plain\nfrequency: 25kHz\nbandwidth: 6kHz\nrate: 500bps\nbudget: level.yaml\n"},
		{Name: "level.yaml", Text: "type: decibels\nsource_level: 180dB\n"},
		{Name: "slow.yaml", Text: "base: slower.yaml\nrate: 250bps\n"},
		{Name: "slower.yaml", Text: "base: modem.yaml\nrate: 100bps\nbudget: high.yaml\n"},
		{Name: "high.yaml", Text: "type: decibels\nsource_level: 190dB\n"},
		{Name: "hull.yaml", Text: "name: box\nmass: 100kg\nvolume: 0.1m3\ninertia: {xx: 10kg.m2, yy: 20kg.m2, zz: 25kg.m2}\nthrusters: [{base: t200.yaml, name: up, position: [0m, 0m, 0m], axis: [0, 0, 1]}]\n"},
		{Name: "t200.yaml", Text: "max: 40N\n"},
	}
	folderOf(t, files...)
	s := loaded(t, "study.yaml")
	hash, before := s.Hash(), []string{}
	for cell := range 2 {
		plan, err := s.Plan(cell, 0)
		if err != nil {
			t.Fatal(err)
		}
		before = append(before, fingerprint(t, plan))
	}
	if before[0] == before[1] {
		t.Error("both modems give the same records")
	}
	kept := s.folder()
	for _, f := range files {
		if !slices.Contains(kept, f) {
			t.Errorf("the results do not keep %s", f.Name)
		}
	}
	if len(kept) != len(files) {
		t.Errorf("%d files are kept, want %d", len(kept), len(files))
	}
	for _, f := range files[2:] {
		changed := strings.NewReplacer("500bps", "400bps", "180dB", "181dB", "190dB", "189dB", "250bps", "200bps", "100bps", "120bps", "40N", "41N", "100kg", "101kg").Replace(f.Text)
		if err := os.WriteFile(f.Name, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		if loaded(t, "study.yaml").Hash() == hash {
			t.Errorf("another %s, and the same study", f.Name)
		}
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			plan, err := s.Plan(i%2, 0)
			if err != nil || fingerprint(t, plan) != before[i%2] {
				t.Errorf("cell %d after its files changed: %v", i%2, err)
			}
		})
	}
	all.Wait()
}
