package measure

import (
	"strings"
	"testing"

	"halocline/scenarios"
	"halocline/sim/trace"
)

// linked returns the outcome of a complete run of 2 s with links that have these packets
// and so many frames.
func linked(frames int64, all ...trace.Packets) *Outcome {
	o := &Outcome{Duration: 2, Complete: true}
	for i, p := range all {
		l := trace.LinkSummary{Link: string(rune('a' + i)), Account: trace.Account{Packets: p}}
		l.Frames.Sent = frames
		o.Summary.PerLink = append(o.Summary.PerLink, l)
	}
	return o
}

// A run that did not reach its end says why, and that is all.
func TestDoubtsOfALink(t *testing.T) {
	lost := trace.Packets{Offered: 9}
	lost.Lost[trace.BelowThreshold], lost.Lost[trace.Collision], lost.Dropped[trace.Expired] = 5, 2, 2
	near := trace.Packets{Offered: 2}
	near.Lost[trace.Collision] = 2
	for _, row := range []struct {
		what string
		of   *Outcome
		want string // how the doubt begins; nothing for none
	}{
		{"no frame", linked(0, trace.Packets{Offered: 3, InFlight: 3}), "link a sent no frame in 2 s: of 3 packets offered 3 waited to the end, "},
		{"nothing offered", linked(0, trace.Packets{}), ""},
		{"nothing delivered", linked(9, lost), "link a delivered none of 9 packets offered in 2 s (2 dropped, expired; 7 lost, most by below-threshold); are its nodes out of reach? "},
		{"all delivered", linked(9, trace.Packets{Offered: 9, Delivered: 9, ArrivedBits: 1}), ""},
		{"delivered what was offered before", linked(9, trace.Packets{Offered: 100, ArrivedBits: 1, InFlight: 4}), ""},
		{"a few wait", linked(9, trace.Packets{Offered: 1000, Delivered: 951, ArrivedBits: 1, InFlight: 49}), ""},
		{"nine of eighteen wait", linked(9, trace.Packets{Offered: 18, Delivered: 9, ArrivedBits: 1, InFlight: 9}), ""},
		{"many wait", linked(9, trace.Packets{Offered: 200, Delivered: 190, ArrivedBits: 1, InFlight: 10}), "link a: 10 of 200 packets offered (5 %) still waited when the run ended; "},
		{"nothing delivered near by", linked(9, near), "link a delivered none of 2 packets offered in 2 s (2 lost, collision); look at links.a.mac "},
	} {
		got := row.of.Doubts()
		if len(got) > 1 || len(got) == 1 != (row.want != "") || len(got) == 1 && !strings.HasPrefix(got[0], row.want) {
			t.Errorf("%s: %q", row.what, got)
		}
		if row.of.Complete = false; row.of.Doubts() != nil {
			t.Errorf("%s, not complete: %q", row.what, row.of.Doubts())
		}
	}
}

// What is advised where nothing was delivered follows from what most of the packets met.
func TestAdviceByFate(t *testing.T) {
	for cause, want := range map[trace.Cause]string{
		trace.BitError:  "look at links.a.modem.errors",
		trace.Fading:    "look at links.a.modem.fading",
		trace.Doppler:   "look at links.a.modem.doppler_tolerance",
		trace.Outage:    "look at outages",
		trace.Collision: "look at links.a.mac and at how much is offered",

		trace.OutOfWater: "look at where its nodes are: z is up, and negative under water",
		trace.OutOfRange: "have its nodes nearer, or look at the range of links.a.channel",
	} {
		p := trace.Packets{Offered: 9, InFlight: 1}
		p.Lost[cause], p.Lost[trace.HalfDuplex] = 6, 2
		if got := linked(9, p).Doubts(); len(got) != 1 || !strings.Contains(got[0], "; "+want) {
			t.Errorf("%v: %q", cause, got)
		}
	}
	// A vehicle that is told nothing drifts out of reach, which is not why nothing arrived.
	drifts := trace.Packets{Offered: 9}
	drifts.Lost[trace.BitError], drifts.Lost[trace.BelowThreshold] = 7, 2
	if got := linked(9, drifts).Doubts(); len(got) != 1 || !strings.Contains(got[0], "; look at links.a.modem.errors") {
		t.Errorf("drifts out of reach: %q", got)
	}
	p := trace.Packets{Offered: 6, InFlight: 4}
	p.Lost[trace.Collision] = 2
	if got := linked(9, p).Doubts(); len(got) != 1 || !strings.HasSuffix(got[0], "; is the run (duration) longer than sound takes to the receiver, and than the turns of links.a.mac?") {
		t.Errorf("in flight: %q", got)
	}
	// A network has no key among the links.
	waiting, long := trace.Packets{Offered: 6, InFlight: 6}, trace.Packets{Offered: 6}
	long.Dropped[trace.TooLong] = 6
	for _, p := range []trace.Packets{waiting, long} {
		of := linked(9, p)
		of.Summary.PerLink[0].Link = scenarios.NetworkLink
		if got := of.Doubts(); len(got) != 1 || strings.Contains(got[0], "links.network") {
			t.Errorf("network: %q", got)
		}
	}
	p = trace.Packets{Offered: 5}
	p.Refused[trace.Outage] = 5
	if got := linked(9, p).Doubts(); len(got) != 1 || !strings.Contains(got[0], "; look at outages") {
		t.Errorf("refused: %q", got)
	}
}

// Three tasks that are late are named, and the others counted.
func TestLateTasks(t *testing.T) {
	o := &Outcome{Complete: true, Tasks: []TaskUse{
		{Node: "a", Task: "x", Released: 9, Missed: 1, Worst: 0.25},
		{Node: "a", Task: "y", Released: 9},
		{Node: "b", Task: "x", Released: 1, Missed: 1},
		{Node: "c", Task: "x", Missed: 2},
		{Node: "d", Task: "x", Missed: 3},
	}}
	got := o.Doubts()
	const first = "a: 1 of 9 jobs of the task x missed their deadlines, and one ended 0.25 s after its release; give its computer less to do, or another scheduling"
	if len(got) != 4 || got[0] != first || !strings.HasPrefix(got[1], "b: 1 of 1 job of the task x ") || got[3] != "1 task more missed deadlines" {
		t.Errorf("%q", got)
	}
	if o.Tasks = o.Tasks[1:2]; o.Doubts() != nil {
		t.Errorf("in time: %q", o.Doubts())
	}
}
