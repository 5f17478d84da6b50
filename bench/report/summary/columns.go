// Package summary writes what happened in one run for people: tables of vehicles, controllers,
// nodes, flows, fates and links, and which metrics their columns show.
package summary

import "strings"

// Column is a column of a table of run, and the metrics of which it shows the values of one node,
// link, flow or vehicle. That of names has none.
type Column struct {
	Head    string
	Metrics []string
}

// columnsOf makes columns of headings, each with the names of its metrics behind it.
func columnsOf(rows ...string) []Column {
	var all []Column
	for _, row := range rows {
		head, names, _ := strings.Cut(row, ": ")
		all = append(all, Column{head, strings.Fields(names)})
	}
	return all
}

func voyageColumns() []Column {
	return columnsOf("vehicle", "outcome: <vehicle>.docked", "switch (s): <vehicle>.time_to_switch", "dock (s): <vehicle>.time_to_dock",
		"end (m): <vehicle>.final_distance", "error (m s): <vehicle>.iae", "overshoot (m): <vehicle>.overshoot", "motive (kJ): <vehicle>.motive_energy",
		"estimate (m): <vehicle>.estimate_error_rms")
}

func surveyColumns() []Column {
	return columnsOf("survey", "finished (s): <vehicle>.time_to_finish", "path (m): <vehicle>.path", "covered (m): <vehicle>.covered", "way (m): <vehicle>.way",
		"cross-track (m): <vehicle>.cross_track", "depth error (m): <vehicle>.depth_error",
		"estimate (m): <vehicle>.estimate_error_rms")
}

func loopColumns() []Column {
	return columnsOf("controller", "updates: <vehicle>.updates", "used: <vehicle>.updates_used", "outdated: <vehicle>.updates_outdated", "lost: <vehicle>.updates_lost",
		"delay: <vehicle>.delay_mean", "p95: <vehicle>.delay_p95", "age: <vehicle>.age_mean", "peak: <vehicle>.age_peak", "period: <vehicle>.period_mean",
		"jitter: <vehicle>.period_std")
}

func nodeColumns() []Column {
	return columnsOf("node", "offered: packets.offered", "delivered: packets.delivered", "ratio: packets.delivery_ratio", "delay: packets.delay_mean", "p95: packets.delay_p95",
		"refused: packets.refused", "dropped: packets.dropped", "lost: packets.lost", "in flight: packets.in_flight", "received: packets.received")
}

func flowColumns() []Column {
	return columnsOf("from", "to", "offered: packets.offered", "delivered: packets.delivered", "delay: packets.delay_mean", "p50: packets.delay_p50", "p99: packets.delay_p99",
		"max: packets.delay_max", "jitter: packets.jitter", "age: packets.age_mean", "peak: packets.age_peak")
}

func fateColumns() []Column {
	const fates = "packets.delivered packets.refused packets.dropped packets.lost packets.collided packets.in_flight"
	return columnsOf("fate", "packets: "+fates, "share: "+fates)
}

func linkColumns() []Column {
	return columnsOf("link", "frames: <link>.sent", "aborted: <link>.aborted", "in use: <link>.utilisation", "arrivals: <link>.arrivals", "intact: <link>.arrivals_intact",
		"lost: <link>.arrivals_lost", "missed: <link>.arrivals_missed", "collisions: <link>.collisions")
}

// Table is a table of run.
type Table struct {
	Of      string // what has a row each
	Columns []Column
}

// Tables returns the tables of run.
func Tables() []Table {
	return []Table{
		{"vehicles that dock", voyageColumns()},
		{"controllers", loopColumns()},
		{"surveys", surveyColumns()},
		{"nodes", nodeColumns()},
		{"flows", flowColumns()},
		{"fates", fateColumns()},
		{"links", linkColumns()},
	}
}

// heads returns the headings of columns.
func heads(columns []Column) []string {
	var all []string
	for _, c := range columns {
		all = append(all, c.Head)
	}
	return all
}

// Is reports whether a column has a heading, with or without its unit.
func (c Column) Is(head string) bool {
	plain, _, _ := strings.Cut(c.Head, " (")
	return c.Metrics != nil && (head == c.Head || head == plain)
}
