package scenarios

import (
	"strings"
	"testing"

	"halocline/scenarios/strict"
)

// Who sets a key by a path that is not that of any is told where keys of its name are, first those with the most of the path. A model
// of another type is named with its type, and a path of which nothing but the name agrees is left as it is.
func TestKeysOfTheSameName(t *testing.T) {
	for _, row := range []struct{ scenario, path, want string }{
		{"docking", "modem.power", `unknown key "modem"; did you mean links.acoustic.modem.budget.power; or links.rf.modem.budget.power? Known here: format, `},
		{"two-nodes", "modem.power", `did you mean links.acoustic.modem.budget.power, with type: dbm or watts? Known here: format, `},
		{"two-nodes", "links.acoustic.modem.power", `"power"; did you mean links.acoustic.modem.budget.power, with type: dbm or watts? Known here (in plain): frequency, `},
		{"two-nodes", "modem.frequency", "did you mean links.acoustic.modem.frequency?"},
		{"two-nodes", "links.acoustic.frequency", "did you mean links.acoustic.modem.frequency?"},
		{"two-nodes", "mac.slots", "did you mean links.acoustic.mac.slots, with type: tdma?"},
		{"two-nodes", "water.depth", "did you mean water.profile.depth; or water.seabed.depth?"},
		{"two-nodes", "battery.capacity", "did you mean nodes.station.battery.capacity; or nodes.auv.battery.capacity?"},
		{"docking", "gains.kp", "did you mean nodes.auv.run.acoustic.kp; or nodes.auv.run.rf.kp; or nodes.auv.run.attitude.kp?"},
		{"two-nodes", "salinity", "did you mean water.salinity; or water.profile.salinity"},
		{"two-nodes", "speed", `did you mean "seed"? Or water.speed; or links.acoustic.ranging.speed`},
		{"two-nodes", "node.depth", `unknown key "node"; did you mean "nodes"?`},
		{"two-nodes", "links.acoustic.modem.errors={type:loss}", `unknown key "type:loss"; put a blank behind the colon: type: loss`},
		{"two-nodes", "nodes.auv.depth", `unknown key "depth"; known: name, count, at, `},
	} {
		value := "1"
		if path, of, ok := strings.Cut(row.path, "="); ok {
			row.path, value = path, of
		}
		_, err := Standard().Load(row.scenario, []strict.Set{{Path: row.path, Value: value}})
		if err == nil || !strings.Contains(err.Error(), row.want) || strings.HasSuffix(row.want, `"nodes"?`) && !strings.HasSuffix(err.Error(), row.want) {
			t.Errorf("%s of %s: %v\nwant %s", row.path, row.scenario, err, row.want)
		}
	}
}
