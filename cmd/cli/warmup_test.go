package cli

import (
	"strings"
	"testing"
)

// The station of two-nodes offers 64 bit at 5 s, 15 s and so on to 595 s, and the vehicle
// 112 bit at 0 s, 10 s and so on to 600 s, the last of which is not delivered. From 100 s
// on these are 50 and 51 packets, and (50 x 64 + 50 x 112) bit in 500 s are 17.6 bit/s.
func TestRunWithAWarmup(t *testing.T) {
	warm := []string{"run", "two-nodes", "--set", "warmup=100s"}
	tables := halocline(t, "", warm...)
	for _, want := range []string{"seed 1, 600 s simulated and counted from 100 s on, ", "goodput 17.6 bit/s", "\ntotal        101        100 "} {
		tables.expect(t, want, 0, want, "")
	}
	all := outcomeOf(t, halocline(t, "", append(warm, "--json")...))
	whole := outcomeOf(t, halocline(t, "", "run", "two-nodes", "--json"))
	summary := all["summary"].(map[string]any)
	if all["warmup_s"] != 100.0 || summary["warmup_s"] != 100.0 || all["duration_s"] != 600.0 || all["fingerprint"] != whole["fingerprint"] {
		t.Errorf("%v s and %v s of %v s, fingerprint %v", all["warmup_s"], summary["warmup_s"], all["duration_s"], all["fingerprint"])
	}
	packets := summary["total"].(map[string]any)["packets"].(map[string]any)
	if packets["offered"] != 101.0 || packets["delivered"] != 100.0 || packets["in_flight"] != 1.0 || packets["goodput_bps"] != 17.6 {
		t.Errorf("%v", packets)
	}
}

// A link that sends nothing behind the warm-up is worth a sentence about that time: of the
// packets at 0.5 s, 1.5 s and so on, 50 are offered from 50 s on, and the queue is full
// of those before. So is a run that is over within its warm-up, which counts nothing.
func TestWarnsOfAWarmup(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.yaml", "name: s\nduration: 100s\nwarmup: 50s\n"+
		"links: {late: {channel: ideal, modem: {type: plain, rate: 1kbps}, mac: {type: tdma, guard: 100s, queue: 4}}}\n"+
		"nodes: [{name: n}, {name: m}]\n"+
		"traffic: [{type: periodic, phase: same, from: m, to: n, start: 0.5s, period: 1s, size: 8bit}]\n")
	halocline(t, dir, "run", "s.yaml").expect(t, "silent", 0, "counted from 50 s on",
		"warning: link late sent no frame in 50 s after the warm-up: of 50 packets offered 0 waited to the end, 50 were refused and 0 dropped; ")
	halocline(t, dir, "run", "docking", "--set", "warmup=200s", "--set", "duration=300s", "--set", "nodes.auv.vehicle.step=5ms").expect(t, "over", 0, "docked",
		" s, within its warm-up of 200 s: nothing is counted; make warmup shorter\n")
	halocline(t, dir, "run", "s.yaml", "--set", "duration=50s").expect(t, "nothing left", 2, "",
		"s.yaml:3:9: the warm-up lasts 50s and the whole run 50s, so that nothing would be counted; make warmup shorter than duration")
}

// A study varies the warm-up as any other key, and a cell in which it is too long is named.
func TestStudyOfWarmups(t *testing.T) {
	dir := t.TempDir()
	const text = "name: s\nbase: two-nodes\nsweep: {warmup: [0s, 100s]}\nrepeat: 1\n"
	write(t, dir, "s.yaml", text)
	halocline(t, dir, "sweep", "s.yaml", "-o", "s.db").expect(t, "sweep", 0, "", "2 runs made")
	table := halocline(t, dir, "table", "s.db", "--metric", "packets.offered", "--rows", "warmup")
	values := map[string]string{}
	for line := range strings.Lines(table.out) {
		if fields := strings.Fields(line); len(fields) == 2 {
			values[fields[0]] = fields[1]
		}
	}
	if values["0"] != "121(a)" || values["100"] != "101(a)" {
		t.Errorf("%s%s", table.out, table.err)
	}
	write(t, dir, "wrong.yaml", text+"set: {duration: 90s}\n")
	halocline(t, dir, "sweep", "wrong.yaml", "-o", "w.db").expect(t, "too long", 2, "", "the warm-up lasts 1m40s and the whole run 1m30s")
}

// A study whose runs are over within their warm-up counts nothing: the vehicle docks after
// some 110 s. That is said.
func TestStudyWithinItsWarmup(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.yaml", "name: s\nbase: docking\nset: {duration: 300s, nodes.auv.vehicle.step: 5ms}\nsweep: {warmup: [0s, 250s]}\nrepeat: 2\n")
	halocline(t, dir, "sweep", "s.yaml", "-o", "s.db").expect(t, "sweep", 0, "",
		"4 runs made; s.db holds 4, 0 failed\nwarning: 2 of these runs were over before the end of their warm-up, so that nothing in them is counted; make warmup shorter\n")
}
