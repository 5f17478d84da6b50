package cli

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"halocline/bench/report/shelf"
	"halocline/scenarios"
)

// Every modem but plain, which is one of your own, says of four numbers where they come from,
// or that they are assumed; list presets has all of them, and list NAME those of one. The
// expected sources are those that the comments of the presets name.
func TestListPresets(t *testing.T) {
	r := halocline(t, "", "list", "presets")
	r.expect(t, "list presets", 0, "\n\nWhat is assumed to be 0 is no overhead", "")
	checkLines(t, r.out)
	var origins struct{ Presets []shelf.Origin }
	if err := json.Unmarshal([]byte(halocline(t, "", "list", "presets", "--json").out), &origins); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, o := range origins.Presets {
		count[o.Modem]++
		if o.Value == "" {
			t.Errorf("%s of %s has no value", o.Key, o.Modem)
		}
	}
	for _, shelf := range scenarios.Standard().Shelves() {
		if shelf.Title != "modems" {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(shelf.Models)) {
			want := 4
			if name == "plain" {
				want = 0
			}
			if count[name] != want || strings.Contains(r.out, "\n  "+name+" ") != (want > 0) {
				t.Errorf("%s has %d origins, want %d\n%s", name, count[name], want, r.out)
			}
		}
	}
	for name, want := range map[string]string{
		"linkquest-uwm2000":      "assumed: preamble 0s, turnaround 0s, doppler_tolerance 0, draw.idle 800mW; no source says it",
		"whoi-micromodem-psk":    "preamble 300ms: WHOI's page on the modem",
		"ncl-nanomodem-v3":       "draw.idle 12.5mW: USMART (2018): 2.5 mA at 5 V",
		"ns3-uan-12khz":          "turnaround 0s: ns-3's UanPhyGen, which has none",
		"evologics-s2c-18-34":    "draw.idle 1.3W",
		"evologics-s2c-48-78":    "assumed: turnaround 0s, doppler_tolerance 0; no",
		"wifi-2400mhz":           "preamble 20us: IEEE 802.11-2016, section 17.3",
		"whoi-micromodem-fh-fsk": "draw.idle 158mW: Freitag et al. (2005)",
		"wfs-seatooth-s300":      "draw.idle 4.5W: Erdemir (2018), table 5.3",
		"ns3-uan-default":        "draw.idle 158mW: ns-3's AcousticModemEnergyModel",
		"tapac-33khz":            "draw.idle 0W",
	} {
		if out := strings.Join(strings.Fields(halocline(t, "", "list", name).out), " "); !strings.Contains(out, want) {
			t.Errorf("%s: %q is not in\n%s", name, want, out)
		}
	}
	if out := halocline(t, "", "list", "plain").out; strings.Contains(out, "assumed") {
		t.Errorf("a modem of one's own assumes something:\n%s", out)
	}
}
