package scenarios

import (
	"fmt"
	"strings"
	"testing"
)

// Who does not choose the law of the loss of radio in water is told what absorption alone
// leaves out: over 10 m at 10 MHz in water of 0.01 S/m 49.711893 - 18.179406 = 31.5 dB, with
// the losses that phy/rf holds against Python. Nothing is said to who chooses, nor in air.
func TestUnchosenLawOfLossIsSaid(t *testing.T) {
	const text = "name: s\nduration: 1s\nlinks: {r: {channel: {type: rf, conductivity: 0.01S/m%s}, modem: wfs-seatooth-s300, mac: aloha}}\n" +
		"nodes: [{name: a, at: [0m, 0m, %gm]}, {name: b, at: [5m, 0m, %gm]}]\n"
	const want = "links.r.channel: the law of the loss in water is not chosen"
	for _, row := range []struct {
		chosen string
		z      float64
		warns  bool
	}{{"", -5, true}, {", loss: absorption", -5, false}, {", loss: friis", -5, false}, {"", 5, false}} {
		warnings, err := parse(t, fmt.Sprintf(text, row.chosen, row.z, row.z)).Check()
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Join(warnings, "\n")
		if strings.Contains(said, want) != row.warns || row.warns && !strings.Contains(said, "31.5 dB over 10 m") {
			t.Errorf("%+v: %q", row, said)
		}
	}
}
