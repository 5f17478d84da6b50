package cli

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"halocline/bench/report/shelf"
	"halocline/bench/study/measure"
	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// outcomeOf decodes what run --json prints.
func outcomeOf(t *testing.T, r ran) map[string]any {
	t.Helper()
	var all map[string]any
	if err := json.Unmarshal([]byte(r.out), &all); err != nil {
		t.Fatalf("%v\n%s%s", err, r.out, r.err)
	}
	return all
}

// The same scenario with the same seed has the same fingerprint in every
// process, with either queue, and with or without somebody who looks on.
func TestProcessesAgree(t *testing.T) {
	simtest.SkipShort(t, "takes half a minute")
	for _, name := range scenarios.Standard().Bundled() {
		plan, err := scenarios.Standard().Load(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		once := []string{"run", name, "--json", "--set", "duration=" + strconv.FormatFloat(min(plan.Duration, 5*time.Minute).Seconds(), 'f', -1, 64) + "s"}
		process := halocline(t, "", once...)
		switch faults := process.unwarned().err; {
		case name == "docking-outside":
			if !strings.Contains(faults, "nobody drove it") || strings.Count(faults, "\n") != 1 {
				t.Errorf("%s without a client: %q", name, faults)
			}
		case faults != "":
			t.Errorf("%s: %s", name, faults)
		}
		first := outcomeOf(t, process)
		rows := map[string][]string{
			"seed-traced": append(slices.Clone(once), "--seed", "1", "--trace", filepath.Join(t.TempDir(), "t.csv")),
			"gods-probed": append(slices.Clone(once), "--queue", "gods", "--set", "probe={period: 1700ms}"),
		}
		if name == "aloha20" { // each by itself, and that the fingerprint can differ
			rows["again"] = once
			rows["gods"] = append(slices.Clone(once), "--queue", "gods")
			rows["probe"] = append(slices.Clone(once), "--set", "probe={period: 700ms}")
			rows["other-seed"] = append(slices.Clone(once), "--seed", "2")
		}
		for what, args := range rows {
			got := outcomeOf(t, halocline(t, "", args...))
			if same := got["fingerprint"] == first["fingerprint"]; same == (what == "other-seed") {
				t.Errorf("%s, %s: fingerprint %v, first run %v", name, what, got["fingerprint"], first["fingerprint"])
			}
		}
	}
}

// A link that sends nothing of what it is offered is worth a sentence, and no failure.
// With TDMA the second node's slot begins after that of the first, which has 32 bit at
// 1 kbit/s, no way to go and a guard of 100 s: at 100.032 s. From 0.5 s on a packet is
// offered each second: ten in 10 s, of which a queue of 4 takes four.
func TestSilentLinks(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	write(t, dir, "s.yaml", "name: s\nduration: 10s\nlinks:\n"+
		"  late: {channel: ideal, modem: {type: plain, rate: 1kbps}, mac: {type: tdma, size: 8bit, guard: 100s, queue: 4}}\n"+
		"  soon: {channel: ideal, modem: plain, mac: aloha}\n"+
		"  idle: {channel: ideal, modem: plain, mac: aloha}\n"+
		"nodes: [{name: n}, {name: m}]\ntraffic:\n"+
		"  - {type: periodic, phase: same, link: late, from: m, to: n, start: 0.5s, period: 1s, size: 8bit}\n"+
		"  - {type: periodic, phase: same, link: soon, from: m, to: n, start: 0.5s, period: 1s, size: 8bit}\n")
	look := "; look at links.late.mac: its first turn to send may come after the end (duration), its slots may be too short, or it may lose what it is given\n"
	late := "warning: link late sent no frame in "
	rows := []struct{ sets, want string }{
		{"", late + "10 s: of 10 packets offered 4 waited to the end, 6 were refused and 0 dropped" + look},
		{"links.late.mac.order=newest", late + "10 s: of 10 packets offered 1 waited to the end, 0 were refused and 9 dropped" + look},
		{"duration=1s", late + "1 s: of 1 packet offered 1 waited to the end, 0 were refused and 0 dropped" + look},
		{"duration=100.02s", late + "100.02 s: of 100 packets offered 4 waited to the end, 96 were refused and 0 dropped" + look},
		{"duration=100.6s", ""},
		{"duration=0.4s", ""}, // nothing was offered
		{"links.soon.mac={type: tdma, size: 8bit, guard: 200s, queue: 1}", late + "10 s: of 10 packets offered 4 waited to the end, 6 were refused and 0 dropped" + look +
			"warning: link soon sent no frame in 10 s: of 10 packets offered 1 waited to the end, 9 were refused and 0 dropped" + strings.Replace(look, "late", "soon", 1)},
		{"links.late.mac={type: slotted-aloha, size: 7bit}", "warning: traffic[0] sends 8bit, and slotted-aloha on link late takes at most 7bit\n" +
			late + "10 s: of 10 packets offered 0 waited to the end, 10 were refused and 0 dropped" + look},
	}
	for _, row := range rows {
		args := []string{"run", "s.yaml"}
		if row.sets != "" {
			args = append(args, "--set", row.sets)
		}
		tables, machine := halocline(t, dir, args...), halocline(t, dir, append(args, "--json")...)
		// More packets than fit into the slots are offered on purpose.
		overload := regexp.MustCompile(`warning: .* is to send n .* times as many packets as tdma lets it send, .*\n`)
		tables.err, machine.err = overload.ReplaceAllString(tables.err, ""), overload.ReplaceAllString(machine.err, "")
		if tables.code != 0 || machine.code != 0 || tables.err != row.want || machine.err != row.want {
			t.Errorf("%q: exit codes %d and %d, standard error\n%swith --json\n%swant\n%s", row.sets, tables.code, machine.code, tables.err, machine.err, row.want)
		}
		outcomeOf(t, machine)
		if strings.Contains(tables.out, "warning") || strings.Contains(machine.out, "warning") {
			t.Errorf("%q: a warning on standard output\n%s%s", row.sets, tables.out, machine.out)
		}
	}
}

// The collisions that run prints of a link are those of the metric: among twenty senders many are of
// frames that a radio never began to receive.
func TestCollisionsAreThoseOfTheMetric(t *testing.T) {
	plan, err := scenarios.Standard().Load("aloha20", []strict.Set{{Path: "duration", Value: "300s"}})
	if err != nil {
		t.Fatal(err)
	}
	out, err := measure.Run(t.Context(), plan, measure.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := ""
	for _, m := range out.Metrics() {
		if m.Name == "acoustic.collisions" {
			want = strconv.FormatFloat(m.Value, 'f', -1, 64)
		}
	}
	table := halocline(t, "", "run", "aloha20", "--set", "duration=300s").out
	_, links, _ := strings.Cut(table, "missed  collisions\n")
	if fields := strings.Fields(strings.Split(links, "\n")[1]); fields[len(fields)-1] != want || out.Summary.PerLink[0].Frames.Missed[trace.Collision] == 0 {
		t.Errorf("run prints %v, and the metric is %s", fields, want)
	}
}

// The names of the results are an interface: scripts read them.
func TestResultNames(t *testing.T) {
	all := outcomeOf(t, halocline(t, "", "run", "two-nodes", "--json"))
	keys := func(v any) []string {
		var names []string
		for name := range v.(map[string]any) {
			names = append(names, name)
		}
		slices.Sort(names)
		return names
	}
	first := func(list string, of map[string]any) any { return of[list].([]any)[0] }
	summary := all["summary"].(map[string]any)
	account := summary["total"].(map[string]any)
	rows := []struct {
		what string
		of   any
		want string
	}{
		{"run", all, "complete duration_s energy_j energy_per_bit_j events fingerprint program queue radios reached_s scenario seed summary version"},
		{"summary", summary, "age_mean_s age_peak_s duration_s jain_index jitter_s per_flow per_link per_node silent_flows total"},
		{"packets", account["packets"], "accepted arrived_bits copies coverage delay_max_s delay_mean_s delay_p50_s delay_p95_s delay_p99_s delivered delivered_bits delivery_ratio " +
			"dropped duplicate_bits duplicates goodput_bps in_flight lost offered offered_bits offered_bps reached_anybody refused requeued throughput_bps"},
		{"frames", account["frames"], "aborted airtime_s control lost missed offered_load received sent"},
		{"node", first("per_node", summary), "frames node packets received received_bits"},
		{"link", first("per_link", summary), "frames link packets utilisation"},
		{"flow", first("per_flow", summary), "age_mean_s age_peak_s delay_max_s delay_mean_s delay_p50_s delay_p95_s delay_p99_s delivered destination jitter_s offered source"},
		{"radio", first("radios", all), "band energy_j idle_j idle_s link node off_s receive_j receive_s sleep_j sleep_s transmit_j transmit_s"},
	}
	for _, r := range rows {
		if got := strings.Join(keys(r.of), " "); got != r.want {
			t.Errorf("%s:\n got %s\nwant %s", r.what, got, r.want)
		}
	}
	if all["complete"] != true || all["reached_s"] != 600.0 || all["duration_s"] != 600.0 || all["scenario"] != "two-nodes" || all["queue"] != "heap" {
		t.Errorf("%v", all)
	}
}

// The books in JSON balance: every packet has one end.
func TestResultsBalance(t *testing.T) {
	r := halocline(t, "", "run", "aloha20", "--json")
	var o outcome
	if err := json.Unmarshal([]byte(r.out), &o); err != nil {
		t.Fatal(err)
	}
	p := o.Summary.Total.Packets
	if p.Offered == 0 || p.Offered != p.Delivered+p.Refused.Sum()+p.Dropped.Sum()+p.Lost.Sum()+p.InFlight {
		t.Errorf("%d packets offered: %+v", p.Offered, p)
	}
}

// The forms of a trace hold the same records, and standard output has them
// before the tables.
func TestTraces(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"t.csv", "t.jsonl", "t.txt"} {
		r := halocline(t, dir, "run", "two-nodes", "--trace", name)
		r.expect(t, name, 0, "two-nodes: ", "")
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	rows, err := csv.NewReader(strings.NewReader(read("t.csv"))).ReadAll()
	if err != nil || len(rows) < 100 || strings.Join(rows[0], ",") != "time_s,node,link,kind,packet,peer,cause,value,note" {
		t.Fatalf("%d rows of CSV: %v", len(rows), err)
	}
	lines := slices.Collect(strings.Lines(read("t.jsonl")))
	if len(lines) != len(rows)-1 {
		t.Fatalf("%d lines of JSON for %d rows of CSV", len(lines), len(rows)-1)
	}
	for i, line := range lines {
		var record map[string]any
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		if row := rows[i+1]; record["node"] != row[1] || record["kind"] != row[3] {
			t.Fatalf("record %d: %v in JSON, %v in CSV", i+1, record, row)
		}
	}
	text := read("t.txt")
	if n := strings.Count(text, "\n"); n != len(lines) {
		t.Errorf("%d lines of text for %d records", n, len(lines))
	}
	r := halocline(t, dir, "run", "two-nodes", "--trace", "-")
	if !strings.HasPrefix(r.out, text+"two-nodes: ") || r.code != 0 {
		t.Errorf("standard output does not hold the trace first:\n%s", r.out[:200])
	}
}

// A format that is not known by the ending of a name is told before the run, and no file is made.
func TestFormatsByEnding(t *testing.T) {
	dir := t.TempDir()
	for _, row := range []struct{ flag, file, want string }{
		{"--trace", "x.mcap", "--trace x.mcap: the ending of the name tells the format, and .mcap is unknown; known: .csv, .jsonl, .parquet, .txt\n"},
		{"--trace", "x", "--trace x: the ending of the name tells the format, and it has none; known: .csv, .jsonl, .parquet, .txt\n"},
		{"--readings", "x.jsonl", "--readings x.jsonl: the ending of the name tells the format, and .jsonl is unknown; known: .csv, .parquet\n"},
	} {
		halocline(t, dir, "run", "two-nodes", "--set", "nodes.auv.instruments=[ctd]", row.flag, row.file).expect(t, row.file, command.BadInput, "", row.want)
		if _, err := os.Stat(filepath.Join(dir, row.file)); err == nil {
			t.Errorf("%s was made", row.file)
		}
	}
	halocline(t, dir, "run", "two-nodes", "--set", "duration=1s", "--trace", "/dev/null").expect(t, "a device", command.OK, "two-nodes", "")
}

// An interrupted run prints what it measured, says that this is not all, and
// fails.
func TestInterrupt(t *testing.T) {
	for _, form := range []string{"tables", "json"} {
		dir := t.TempDir()
		file := filepath.Join(dir, "t.txt")
		args := []string{"run", "aloha20", "--set", "duration=1e9s", "--many", "--trace", file}
		if form == "json" {
			args = append(args, "--json")
		}
		c := exec.Command(binary, args...)
		var out, diagnostics bytes.Buffer
		c.Stdout, c.Stderr = &out, &diagnostics
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		dead := time.AfterFunc(patience, func() { c.Process.Kill() })
		for began := time.Now(); time.Since(began) < patience; time.Sleep(10 * time.Millisecond) {
			if info, err := os.Stat(file); err == nil && info.Size() > 0 {
				break // it is under way
			}
		}
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		c.Wait()
		dead.Stop()
		r := ran{out: out.String(), err: diagnostics.String(), code: c.ProcessState.ExitCode()}
		if form == "tables" {
			r.expect(t, form, 1, "of 1e+09 s simulated", "halocline: run ended at ")
			r.expect(t, form, 1, "\nnot complete: run ended at ", "interrupt")
			if !strings.Contains(r.out, "\ntotal ") {
				t.Errorf("no table:\n%s", r.out)
			}
			continue
		}
		all := outcomeOf(t, r)
		offered := all["summary"].(map[string]any)["total"].(map[string]any)["packets"].(map[string]any)["offered"].(float64)
		reason, _ := all["reason"].(string)
		if r.code != 1 || all["complete"] != false || !strings.Contains(reason, "interrupt") || offered == 0 || all["reached_s"].(float64) <= 0 {
			t.Errorf("exit code %d, complete %v, reason %q, %v packets", r.code, all["complete"], reason, offered)
		}
	}
}

// The tables fit into 100 columns, without blanks at the ends of lines; names
// stand left, numbers right.
func TestTables(t *testing.T) {
	r := halocline(t, "", "run", "aloha20")
	checkLines(t, r.out)
	lines := strings.Split(r.out, "\n")
	at := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "node ") })
	if at < 0 || !strings.HasPrefix(lines[at+2], "sink  ") || !strings.HasPrefix(lines[at+3], "n1  ") {
		t.Fatalf("no table of nodes:\n%s", r.out)
	}
	if strings.Index(lines[at], "offered")+len("offered") != strings.Index(lines[at+2], " 0")+len(" 0") {
		t.Errorf("numbers do not stand right:\n%s\n%s", lines[at], lines[at+2])
	}
}

func checkLines(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if utf8.RuneCountInString(line) > 100 || strings.TrimRight(line, " ") != line {
			t.Errorf("too long, or blanks at the end: %q", line)
		}
	}
}

// The listing names every scenario, model and parameter, in lines that fit, with
// ranges whose units are written once.
func TestList(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	r := halocline(t, "", "list", "all")
	r.expect(t, "list all", 0, "\nKeys of a scenario\n", "")
	checkLines(t, r.out)
	for _, name := range append(shelf.Models(scenarios.Standard()), scenarios.Standard().Bundled()...) {
		if !strings.Contains(r.out, "\n  "+name+" ") {
			t.Errorf("%s is not listed", name)
		}
	}
	for _, want := range []string{"duration in (0s, 1e9s]\n", "angle in [-90deg, 90deg]\n", " 12kHz ", " water.density  "} {
		if !strings.Contains(r.out, want) {
			t.Errorf("%q is not in the listing", want)
		}
	}
	for _, bad := range []string{"] s\n", "e+", " 0kg/m3", "|"} {
		if strings.Contains(r.out, bad) {
			t.Errorf("%q is in the listing", bad)
		}
	}
	r = halocline(t, "", "list", "aloha")
	r.expect(t, "list aloha", 0, "\nAccess protocols (links.*.mac)\n\n  aloha  ", "")
	if strings.Contains(r.out, "Modems") {
		t.Error("list aloha lists modems")
	}
	for name, want := range map[string]string{
		"noise":   "\nAmbient noise (links.*.channel.noise)\n\n  flat ",
		"mac":     "\nAccess protocols (links.*.mac)\n",
		"traffic": "\nTraffic (traffic[])\n",
		"water":   "    water.temperature ",
		"units":   "  a speed                    m/s km/s km/h cm/s mm/s mm/h kn\n",
	} {
		r = halocline(t, "", "list", name)
		r.expect(t, "list "+name, 0, want, "")
		checkLines(t, r.out)
		if strings.Contains(r.out, "Bundled") || strings.Contains(r.out, "Modems") {
			t.Errorf("list %s lists everything", name)
		}
	}
	r = halocline(t, "", "show", "two-nodes")
	r.expect(t, "show", 0, "name: two-nodes\n", "")
	halocline(t, "", "show", "rexrov").expect(t, "show a vehicle", 0, "name: rexrov\n", "")
	halocline(t, "", "show", "two-node").expect(t, "show", 2, "", `unknown bundled scenario, study or vehicle "two-node"; did you mean "two-nodes"?`)
	halocline(t, "", "list", "rayl").expect(t, "part of a name", 0, "  block-rayleigh ", "")
}

// A probe reads three numbers each second, 4 times in 3 s. What it reads is less than 1 % off the
// truth, and the run is the same as without.
func TestRunReadings(t *testing.T) {
	dir := t.TempDir()
	carry := []string{"run", "two-nodes", "--set", "duration=3s", "--set", "nodes.auv.instruments=[{type: ctd, period: 1s, latency: 250ms}]", "--json"}
	r := halocline(t, dir, append(carry, "--readings", "r.csv")...)
	if plain := outcomeOf(t, halocline(t, dir, carry...)); r.code != 0 || outcomeOf(t, r)["fingerprint"] != plain["fingerprint"] {
		t.Errorf("%d: %s%s", r.code, r.out, r.err)
	}
	file, err := os.Open(filepath.Join(dir, "r.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) != 13 || strings.Join(rows[0], ",") != "taken_s,available_s,node,instrument,quantity,value,truth" {
		t.Fatalf("%v (%v)", rows, err)
	}
	for i, row := range rows[1:] {
		want := []string{strconv.Itoa(i / 3), strconv.FormatFloat(float64(i/3)+0.25, 'f', -1, 64), "auv", "ctd", []string{"conductivity_spm", "temperature_degc", "depth_m"}[i%3]}
		value, err1 := strconv.ParseFloat(row[5], 64)
		truth, err2 := strconv.ParseFloat(row[6], 64)
		if !slices.Equal(row[:5], want) || err1 != nil || err2 != nil || value == truth || !(math.Abs(value-truth) < 0.01*truth) {
			t.Errorf("%v, want %v", row, want)
		}
	}
	for args, want := range map[string]string{
		"r2.csv":       "--readings: no node has an instrument; write instruments: [imu, dvl] into one, and see halocline explain nodes[].instruments",
		"absent/r.csv": "--readings absent/r.csv: there is no folder absent; make it first",
	} {
		set := "duration=3s"
		if args != "r2.csv" {
			set = "nodes.auv.instruments=[ctd]"
		}
		halocline(t, dir, "run", "two-nodes", "--set", set, "--readings", args).expect(t, args, 2, "", want)
	}
	halocline(t, dir, append(carry, "--readings", "/dev/full")...).expect(t, "full", 1, "{", "--readings /dev/full: cannot be written: no space left on device")
}
