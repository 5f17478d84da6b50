package measure

import (
	"strings"

	"halocline/scenarios"
)

// About says what a metric is.
type About struct {
	Name    string // <link> and <vehicle> stand for the name of a link or of a vehicle with a program
	Unit    string // empty for counts and ratios
	Meaning string
}

// Glossary returns what there is to know about every metric, in the order of
// Outcome.Metrics. Where Metrics has a NaN, there was nothing to measure.
func Glossary() []About {
	g := glossary{{"run.reached", "s", "simulated time at which the run ended: the duration, or the moment at which the last vehicle docked"}}
	g.packets("packets", "of all links together")
	g.add("packets.jain", "", "Jain's index of fairness among the nodes that offered packets, (sum x)^2 / (n sum x^2) of the packets x that each got delivered: 1 if they share alike, 1/n if one has it all")
	g.add("packets.jitter", "s", "mean change of the delay from one delivery of a flow to the next, over all flows")
	g.add("packets.age_mean", "s", "age of the newest packet that has come, from its offer on and from the first delivery of a flow on, mean over time and then over the flows that delivered")
	g.add("packets.age_peak", "s", "greatest such age of a flow, mean over the flows that delivered")
	g.frames("frames", "of all links together")
	g.add("energy.communication", "J", "electrical energy of all radios; none where no modem draws any power")
	g.add("energy.per_bit", "J/bit", "energy of all radios for each bit that was delivered")
	g.packets("<link>", "offered on this link")
	g.frames("<link>", "on this link")
	g.add("<link>.utilisation", "", "part of the time of the run, without its warm-up, in which at least one node of the link was on the air")
	g.add("<link>.energy", "J", "electrical energy of the link's radios")
	g.add("computers.missed", "", "deadlines that jobs of the nodes' computers missed; none where no node runs a program with tasks")
	g.add("computers.overruns", "", "jobs that were released before an earlier one of their task was finished")
	g.fleet()
	g.voyage()
	g.loop()
	g.survey()
	return g
}

// Covers reports whether a metric of a name may be one that a speaks of.
func (a About) Covers(name string) bool {
	thing, quantity, _ := strings.Cut(a.Name, ".")
	i := strings.LastIndex(name, ".")
	if i <= 0 || name[i+1:] != quantity {
		return false
	}
	return thing == name[:i] || thing[0] == '<' && !scenarios.Reserved(name[:i])
}

// glossary is the list under way.
type glossary []About

func (g *glossary) add(name, unit, meaning string) { *g = append(*g, About{name, unit, meaning}) }

func (g *glossary) packets(of, where string) {
	g.add(of+".offered", "", "packets that sources offered after the warm-up, "+where)
	g.add(of+".delivered", "", "of these, packets that reached their destination, each once; one to everybody, at least one node")
	g.add(of+".refused", "", "packets that a protocol did not take, because its queue was full or its radio busy")
	g.add(of+".dropped", "", "packets that a protocol took and gave up: too old, replaced by a newer one, or too many attempts")
	g.add(of+".lost", "", "packets that were sent and not received, with no later attempt")
	g.add(of+".in_flight", "", "packets that were queued, in the water or waiting for another attempt when the run ended; where they are many, ratio and delays are those of a part")
	g.add(of+".delivery_ratio", "", "packets delivered to packets offered")
	g.add(of+".goodput", "bit/s", "bits of packets that were delivered in the time of the run without its warm-up, each once, over that time")
	g.add(of+".delay_mean", "s", "mean time from the offer of a packet to its delivery")
	g.add(of+".delay_p95", "s", "delay that 95 % of the delivered packets do not exceed")
	g.add(of+".delay_max", "s", "longest delay of a delivered packet")
}

func (g *glossary) frames(of, where string) {
	g.add(of+".sent", "", "frames that were sent "+where+", those that carry no packet and those that were aborted included")
	g.add(of+".collisions", "", "arrivals of frames, counted at each radio, that were lost to the overlap with others")
	g.add(of+".airtime", "s", "time on the air, added up over the nodes; it may exceed the time of the run")
}

// fleet adds what all docking vehicles have together.
func (g *glossary) fleet() {
	const mean = "mean over the docking vehicles that have it: "
	g.add("vehicles.docked", "", "part of the docking vehicles that docked")
	g.add("vehicles.time_to_dock", "s", mean+"time from setting out to the berth")
	g.add("vehicles.time_to_switch", "s", mean+"time from setting out to the first change to the RF link")
	g.add("vehicles.iae", "m.s", mean+"integral of the distance to the berth over time")
	g.add("vehicles.ise", "m2.s", mean+"integral of the squared distance over time")
	g.add("vehicles.itae", "m.s2", mean+"integral of time since setting out times distance")
	g.add("vehicles.overshoot", "m", mean+"how far it was beyond the berth, along the straight line from its start")
	g.add("vehicles.motive_energy", "J", mean+"motive energy by P = (u/1.17) v with the lengths of the wanted force and of the speed over ground, Erdemir's thesis (2018), section 5.2.3; holding a place costs nothing by it")
	g.add("vehicles.motive_energy_water", "J", mean+"the same by the speed through the water")
	g.add("vehicles.thruster_energy", "J", mean+"electrical energy of its thrusters, by the key power of each in the vehicle's file; none where no thruster has it")
	g.add("vehicles.estimate_error_rms", "m", mean+"root mean square over time of the distance from where it is to where it takes itself to be, by dead reckoning")
	g.add("vehicles.age_mean", "s", mean+"age of the information that its controller acts on, mean over time")
	g.add("vehicles.age_peak", "s", mean+"greatest age of the information that its controller acts on")
	g.add("vehicles.delay_mean", "s", mean+"time from a measurement to the action on it")
	g.add("vehicles.delay_p95", "s", mean+"time from a measurement to the action on it that 95 % do not exceed")
	g.add("vehicles.period_mean", "s", mean+"time from one measurement that was used to the next")
	g.add("vehicles.period_std", "s", mean+"standard deviation of that time")
	g.add("vehicles.missed", "", mean+"part of the updates sent to it that it did not act on")
}

// voyage adds what one docking vehicle has.
func (g *glossary) voyage() {
	g.add("<vehicle>.docked", "", "1 if the vehicle docked, 0 if it did not; the mean over runs is the share of runs")
	g.add("<vehicle>.time_to_dock", "s", "time from setting out to the berth; none if it did not dock")
	g.add("<vehicle>.time_to_switch", "s", "time from setting out to the first change to the RF link")
	g.add("<vehicle>.final_distance", "m", "distance to the berth at the end")
	g.add("<vehicle>.least_distance", "m", "least distance to the berth on its way")
	g.add("<vehicle>.iae", "m.s", "integral of the distance to the berth over time, the cumulative position error")
	g.add("<vehicle>.ise", "m2.s", "integral of the squared distance over time")
	g.add("<vehicle>.itae", "m.s2", "integral of time since setting out times distance")
	g.add("<vehicle>.overshoot", "m", "how far it was beyond the berth, along the straight line from its start")
	g.add("<vehicle>.motive_energy", "J", "motive energy by P = (u/1.17) v with the lengths of the wanted force and of the speed over ground, Erdemir's thesis (2018), section 5.2.3; holding a place costs nothing by it")
	g.add("<vehicle>.motive_energy_water", "J", "the same by the speed through the water")
	g.add("<vehicle>.thruster_energy", "J", "electrical energy of the thrusters, by the key power of each in the vehicle's file; none where no thruster has it")
	g.add("<vehicle>.way", "m", "length of its way over ground, of a docking vehicle or of one on a survey")
	g.add("<vehicle>.estimate_error_rms", "m", "distance from where it is to where it takes itself to be by dead reckoning, root mean square over the time from its first update to the berth, or to the end; none if it has no key reckoning, or no update")
	g.add("<vehicle>.estimate_error_horizontal_rms", "m", "the same of the horizontal part of that distance")
	g.add("<vehicle>.estimate_error_max", "m", "the greatest such distance")
	g.add("<vehicle>.communication_energy", "J", "electrical energy of the vehicle's radios")
}

// loop adds what the controller of a docking vehicle has.
func (g *glossary) loop() {
	g.add("<vehicle>.updates", "", "updates that were sent to the vehicle")
	g.add("<vehicle>.updates_used", "", "of these, updates that its controller acted on")
	g.add("<vehicle>.updates_outdated", "", "updates that were delivered and not acted on: there was a newer one, or the controller did not listen")
	g.add("<vehicle>.missed", "", "part of the updates that the controller did not act on")
	g.add("<vehicle>.age_mean", "s", "age of the information that the controller acts on, mean over time")
	g.add("<vehicle>.age_peak", "s", "greatest age of the information that the controller acts on")
	g.add("<vehicle>.delay_mean", "s", "mean time from a measurement to the action on it")
	g.add("<vehicle>.delay_p95", "s", "time from a measurement to the action on it that 95 % do not exceed")
	g.add("<vehicle>.delay_max", "s", "longest time from a measurement to the action on it")
	g.add("<vehicle>.period_mean", "s", "mean time from one measurement that was used to the next")
	g.add("<vehicle>.period_max", "s", "longest time from one measurement that was used to the next")
	g.add("<vehicle>.period_std", "s", "standard deviation of the time from one measurement that was used to the next")
}

// survey adds what survey vehicles have together, and each of them.
func (g *glossary) survey() {
	const mean = "mean over the survey vehicles that have it: "
	const (
		finish  = "time until the last point of its path was passed for the first time; none if it was not"
		covered = "length of its path that it has covered, in the plane, further rounds and the ways back to their beginning included"
		across  = "distance from its path in the plane, root mean square over the time from the first point to the last one; of the leg that it follows and the one before the nearer one counts"
		deep    = "distance from its path in depth, root mean square over the same time"
	)
	g.add("vehicles.time_to_finish", "s", mean+finish)
	g.add("vehicles.covered", "m", mean+covered)
	g.add("vehicles.cross_track", "m", mean+across)
	g.add("vehicles.depth_error", "m", mean+deep)
	g.add("<vehicle>.time_to_finish", "s", finish)
	g.add("<vehicle>.covered", "m", covered)
	g.add("<vehicle>.cross_track", "m", across)
	g.add("<vehicle>.depth_error", "m", deep)
}
