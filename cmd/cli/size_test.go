package cli

import (
	"testing"

	"halocline/cmd/command"
)

// What is allowed and hardly meant is told before it is begun, by each command that makes
// runs; check only warns.
func TestTooLargeRuns(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.yaml", "name: s\nbase: two-nodes\nsweep: {\"traffic[0].period\": [1s, 1ns]}\n")
	// 200 nodes at 20/s: 1.4e7 packets with 402 events each; 20 at 1000/s: 7.2e7 packets, and 42 events each.
	write(t, dir, "two.yaml", "name: two\nbase: aloha20\nzip: [{nodes.n.count: [200, 20], \"traffic[0].rate\": [20/s, 1000/s]}]\n")
	const asks = "add --many to allow that\n"
	for _, row := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"run", "two-nodes", "--set", "traffic[0].period=1ns"}, command.BadInput, asks},
		{[]string{"run", "two-nodes", "--set", "traffic=[{type: poisson, from: auv, to: station, rate: 1e9/s}]"}, command.BadInput, asks},
		{[]string{"run", "docking", "--set", "nodes.auv.vehicle.step=1ns"}, command.BadInput, "4e+11 events; " + asks}, // 400 s; what programs send is not estimated
		{[]string{"steady", "two-nodes", "--set", "traffic[0].period=1ns"}, command.BadInput, asks},
		{[]string{"plot", "two-nodes", "-o", "p.svg", "--set", "traffic[0].period=1ns"}, command.BadInput, asks},
		{[]string{"sweep", "s.yaml"}, command.BadInput, asks},
		{[]string{"sweep", "two.yaml"}, command.BadInput, asks},
		{[]string{"check", "two.yaml"}, command.OK, "9.7 GB of memory for 7.2e+07 packets; sweep asks for --many\n"},
		{[]string{"check", "s.yaml"}, command.OK, "GB of memory for 6e+11 packets; sweep asks for --many\n"},
		{[]string{"check", "two-nodes", "--set", "traffic[0].period=1ns"}, command.OK, "; run asks for --many\n"},
	} {
		r := halocline(t, dir, row.args...)
		out := ""
		if row.code == command.OK {
			out = ": ok\n"
		}
		r.expect(t, row.args[0]+" "+row.args[1], row.code, out, row.want)
	}
}
