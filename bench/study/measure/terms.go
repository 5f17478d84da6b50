package measure

import "strings"

// Term is a word of the field, and where this program has what it means.
type Term struct {
	Names    []string // the usual one first, then others and abbreviations
	Meaning  string
	Metrics  []string // as in Glossary
	Keys     []string // of a scenario, or study.KEY of a study, as explain takes them
	Commands []string // that show or compute it
}

// Is reports whether a name is one of the term, whatever its case, its hyphens and its
// underscores.
func (t Term) Is(name string) bool {
	for _, n := range t.Names {
		if plain(n) == plain(name) {
			return true
		}
	}
	return false
}

// plain returns the words of a name in lower case.
func plain(name string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("-", " ", "_", " ").Replace(strings.ToLower(name))), " ")
}

// Terms returns the words that people look for and that are not, or not alone, names of keys
// or of metrics.
func Terms() []Term {
	var all []Term
	for _, of := range [][]Term{trafficTerms(), delayTerms(), accessTerms(), channelTerms(), energyTerms(), vehicleTerms(), controlTerms(), methodTerms(), programTerms()} {
		all = append(all, of...)
	}
	return all
}

func trafficTerms() []Term {
	return []Term{
		{
			Names:    []string{"throughput", "S", "data throughput", "network throughput"},
			Meaning:  "data delivered in a unit of time. The metric goodput counts the bits of packets that were delivered, each once; run also prints the throughput that counts repetitions. Theory has S, the share of the channel's time: goodput over the bit rate.",
			Metrics:  []string{"packets.goodput", "<link>.goodput"},
			Commands: []string{"halocline reproduce mac-theory compares S over G with its theory"},
		},
		{
			Names:   []string{"packet delivery ratio", "PDR", "delivery ratio", "delivery rate", "packet reception ratio", "PRR", "reliability", "success ratio"},
			Meaning: "ratio of packets delivered to packets offered; of a packet to everybody, the share of the nodes that have it (coverage), where reached_anybody counts it as delivered with the first. Packets that still wait at the end were offered and not delivered.",
			Metrics: []string{"packets.delivery_ratio", "<link>.delivery_ratio", "packets.reached_anybody"},
		},
		{
			Names:   []string{"offered load", "load", "G", "traffic load", "arrival rate", "packet rate"},
			Meaning: "data that sources offer to the network. The traffic sets it: packets of a size, with a period or at a mean rate, from each node of a group. Theory has G, frames per frame time: packets a second, of all nodes, times the time of a frame on the air; the metric offered_load counts the frames that were sent, repetitions included.",
			Metrics: []string{"packets.offered", "packets.offered_rate", "<link>.offered_load"},
			Keys:    []string{"poisson.rate", "periodic.period", "poisson.size"},
		},
		{
			Names:   []string{"coverage", "broadcast", "flooding ratio", "reachability", "broadcast delivery ratio"},
			Meaning: "share of the other nodes of a link that received a packet to everybody. Such a packet is delivered when the first of them receives it, lost if none does, and has a delay for each that does.",
			Metrics: []string{"packets.coverage", "<link>.coverage", "packets.reached_anybody", "packets.delivery_ratio"},
		},
		{
			Names:    []string{"packet loss", "PLR", "packet loss ratio", "packet loss rate", "loss rate", "losses", "drop rate"},
			Meaning:  "packets that did not arrive: lost were sent and not received, dropped were given up by the protocol, refused were never taken. The ratio of all of them, with those still under way at the end, is 1 less the delivery ratio. The model loss takes a share of the frames by chance.",
			Metrics:  []string{"packets.lost", "packets.dropped", "packets.refused", "packets.delivery_ratio"},
			Keys:     []string{"links.*.modem.errors"},
			Commands: []string{"halocline run SCENARIO prints the cause of each loss"},
		},
		{
			Names:   []string{"collisions", "collision", "collision rate", "interference"},
			Meaning: "frames that overlap at a radio. The modem's keys capture and overlap decide what becomes of them. frames.collisions counts them at every radio, packets.collided the packets that were lost so at their destination.",
			Metrics: []string{"frames.collisions", "<link>.collisions", "packets.collided", "<link>.collided"},
			Keys:    []string{"links.*.modem.capture", "links.*.modem.overlap"},
		},
		{
			Names:   []string{"hidden terminal", "hidden node", "hidden station"},
			Meaning: "a node that a sender does not hear, and whose frames overlap with the sender's at a receiver between the two: carrier sense does not help against it. Where the delay is long, every node is hidden until its sound arrives.",
			Metrics: []string{"frames.collisions", "<link>.collisions"},
			Keys:    []string{"links.*.mac", "links.*.modem.capture"},
		},
		{
			Names:   []string{"channel utilisation", "utilisation", "utilization", "channel utilization", "channel occupancy", "duty cycle"},
			Meaning: "part of the time in which somebody sends; airtime adds the times of all nodes up.",
			Metrics: []string{"<link>.utilisation", "frames.airtime"},
		},
		{
			Names:   []string{"fairness", "Jain", "Jain index", "Jain's index", "Jain's fairness index"},
			Meaning: "evenness of the shares that flows have delivered of what they offer.",
			Metrics: []string{"packets.jain"},
		},
		{
			Names:   []string{"packet size", "payload", "packet length", "message size"},
			Meaning: "bits of a packet; the protocol adds its header, and the modem its preamble.",
			Keys:    []string{"periodic.size", "poisson.size", "links.*.mac.header", "links.*.modem.preamble"},
		},
	}
}

func delayTerms() []Term {
	return []Term{
		{
			Names:   []string{"latency", "delay", "end-to-end delay", "E2E delay", "packet delay"},
			Meaning: "time from the offer of a packet to its delivery: waiting, sending, travelling, and further attempts. Only delivered packets have one, so that it may fall while fewer are delivered: look at packets.delivery_ratio beside it, or at packets.age_mean, which counts what does not come. That of vehicles is from a measurement to the action on it. Keys named latency are of instruments.",
			Metrics: []string{"packets.delay_mean", "packets.delay_p95", "packets.delay_max", "vehicles.delay_mean"},
		},
		{
			Names:   []string{"jitter", "delay variation", "PDV", "IPDV", "packet delay variation"},
			Meaning: "change of the delay from packet to packet. In a control loop it is how unevenly the updates come. Traffic of the type periodic has a jitter of its own.",
			Metrics: []string{"packets.jitter", "vehicles.period_std"},
			Keys:    []string{"periodic.jitter"},
		},
		{
			Names:   []string{"age of information", "AoI", "age", "freshness", "peak age of information", "PAoI", "peak AoI", "staleness"},
			Meaning: "time since the newest received packet was created: it grows with time, and falls when a newer packet comes; before the first, it is the time since the first offer. Requests have none. Of a vehicle it is the age of what its controller acts on.",
			Metrics: []string{"packets.age_mean", "packets.age_peak", "packets.silent_flows", "vehicles.age_mean", "vehicles.age_peak"},
			Keys:    []string{"links.*.mac.order"},
		},
		{
			Names:    []string{"airtime", "time on air", "ToA", "frame duration", "transmission time", "transmission delay"},
			Meaning:  "time that a frame is on the air: preamble, and bits over bit rate.",
			Metrics:  []string{"frames.airtime"},
			Keys:     []string{"links.*.modem.rate", "links.*.modem.preamble"},
			Commands: []string{"halocline link acoustic --preset plain --bits 512bit"},
		},
		{
			Names:    []string{"propagation delay", "maximum propagation delay", "travel time", "time of flight"},
			Meaning:  "distance over the speed of the wave, along the water's profile of the speed of sound. Access protocols with slots, or with answers to wait for, go by the longest one at the start of the run. Nodes that move apart after that need a guard, or a longer one given.",
			Keys:     []string{"water.sound_speed", "water.profile", "links.*.mac.max_delay", "links.*.mac.propagation"},
			Commands: []string{"halocline link acoustic --frequency 25kHz --range 1500m"},
		},
		{
			Names:   []string{"round-trip time", "RTT"},
			Meaning: "time of both ways and of the turn between them. There is no metric of it: a responder answers, and the delay of each way is measured.",
			Metrics: []string{"packets.delay_mean"},
			Keys:    []string{"links.*.modem.turnaround"},
		},
		{
			Names:   []string{"deadline miss", "deadline misses", "deadline miss ratio", "missed deadlines"},
			Meaning: "jobs of a node's computer that were not finished at their deadline.",
			Metrics: []string{"computers.missed", "computers.overruns"},
		},
	}
}

func accessTerms() []Term {
	return []Term{
		{
			Names:   []string{"handshake", "RTS", "CTS", "RTS/CTS", "request to send", "clear to send", "channel reservation", "collision avoidance"},
			Meaning: "frames by which a station asks for the channel and gets it before it sends a packet: request to send (RTS) and clear to send (CTS), and often an acknowledgement (ACK) behind the packet. csma-ca, dacap, maca-u and s-fama do so; t-lohi asks by tones.",
			Keys:    []string{"s-fama.control", "maca-u.control", "dacap.control", "csma-ca.control"},
		},
		{
			Names:   []string{"carrier sense", "carrier sensing", "listen before talk", "LBT"},
			Meaning: "a station listens whether the channel is busy before it sends, as csma, csma-ca, csma-cd and cw-mac do. It hears what others sent a delay ago.",
			Keys:    []string{"csma.persistence", "csma.defer"},
		},
		{
			Names:   []string{"slot length", "slot time", "slot duration", "time slot"},
			Meaning: "a slot of tdma, slotted-aloha and s-fama follows from the size of a packet, the bit rate, the longest way and a guard. That of csma, csma-cd and cw-mac is a key.",
			Keys:    []string{"tdma.size", "tdma.guard", "slotted-aloha.size", "slotted-aloha.tolerance", "csma.slot", "cw-mac.slot"},
		},
		{
			Names:   []string{"capture effect", "capture", "frame capture"},
			Meaning: "of frames that overlap, a receiver may keep one that is strong enough. Theory of ALOHA has all of them lost, as capture: off does; with capture a network delivers more.",
			Keys:    []string{"links.*.modem.capture"},
		},
	}
}

func channelTerms() []Term {
	return []Term{
		{
			Names:    []string{"SNR", "SINR", "signal-to-noise ratio", "signal to noise", "Eb/N0", "link budget"},
			Meaning:  "power received to noise, and to interference. It decides whether a frame is acquired and intact.",
			Keys:     []string{"links.*.modem.budget", "links.*.modem.errors", "links.*.channel.noise"},
			Commands: []string{"halocline link acoustic --preset plain --range 1km", "halocline run SCENARIO --trace t.csv has that of each arrival"},
		},
		{
			Names:    []string{"bit error rate", "BER", "frame error rate", "FER", "packet error rate", "PER", "bit errors"},
			Meaning:  "probability that a bit, or a frame, is wrong, by the modem's error model.",
			Keys:     []string{"links.*.modem.errors", "links.*.modem.fading"},
			Commands: []string{"halocline link acoustic --preset plain --modulation fsk --bits 512bit --range 1km"},
		},
		{
			Names:    []string{"path loss", "transmission loss", "TL", "attenuation", "spreading loss"},
			Meaning:  "level by which the wave is weaker at the receiver: spreading and absorption.",
			Keys:     []string{"links.*.channel", "links.*.channel.spreading", "links.*.channel.absorption"},
			Commands: []string{"halocline link acoustic --frequency 25kHz --range 1km"},
		},
		{
			Names:    []string{"range", "communication range", "transmission range", "modem range"},
			Meaning:  "distance up to which a modem is heard, without fading. It follows from budget, channel and noise; no key sets it. The cutoff only leaves out what is too weak to matter.",
			Keys:     []string{"links.*.modem.budget", "links.*.cutoff"},
			Commands: []string{"halocline link acoustic --preset evologics-s2c-18-34"},
		},
		{
			Names:    []string{"multipath", "echo", "echoes", "reflections", "reverberation", "intersymbol interference", "ISI", "delay spread"},
			Meaning:  "arrivals of one signal along several paths: rays, and reflections at surface and bottom. Those in the window of the receiver add up to the signal. The others disturb it and the frames after it. Fading stands for what is not known of them.",
			Keys:     []string{"links.*.channel.bounces", "links.*.channel.echoes", "links.*.modem.window", "links.*.modem.fading"},
			Commands: []string{"halocline list rays"},
		},
		{
			Names:   []string{"shadow zone", "shadow", "ray", "rays", "refraction", "thermocline", "eigenray", "sound speed profile"},
			Meaning: "refraction of sound: rays bend towards water where sound is slower. Where no ray arrives there is a shadow, which is a cause of losses.",
			Keys:    []string{"links.*.channel", "water.profile", "water.sound_speed"},
		},
		{
			Names:   []string{"bit rate", "data rate", "bitrate", "channel capacity"},
			Meaning: "bits per second on the air, which is not what gets through: see throughput.",
			Keys:    []string{"links.*.modem.rate", "links.*.modem.bandwidth"},
		},
	}
}

func energyTerms() []Term {
	return []Term{
		{
			Names:   []string{"energy consumption", "power consumption", "energy", "energy per bit", "energy efficiency", "battery", "battery life"},
			Meaning: "electrical energy of radios by what the modem draws in each state, and of thrusters by what they draw. A node with a battery adds both up with its hotel load and its other loads, and is down when it is empty.",
			Metrics: []string{"energy.communication", "energy.per_bit", "vehicles.thruster_energy", "vehicles.motive_energy"},
			Keys:    []string{"links.*.modem.draw"},
		},
	}
}

func vehicleTerms() []Term {
	return []Term{
		{
			Names: []string{"docking outcome", "outcome", "drifted away", "lost contact", "time limit"},
			Meaning: "what became of a vehicle that was to dock. It drifted away if it ended further from the berth than it began. " +
				"Otherwise it lost contact if it acted on no update in the last ten seconds, or in five sampling periods if that is longer. In all other cases it met the time limit, the end of the run.",
			Metrics: []string{"vehicles.docked"},
		},
		{
			Names:   []string{"docking success", "docking success rate", "success rate", "docking rate"},
			Meaning: "share of runs, or of vehicles, that docked.",
			Metrics: []string{"vehicles.docked", "<vehicle>.docked"},
			Keys:    []string{"nodes[].run.berth"},
		},
		{
			Names:   []string{"tracking error", "position error", "cumulative error", "control error"},
			Meaning: "distance to the berth, added up over time, or squared, or weighted with the time.",
			Metrics: []string{"vehicles.iae", "vehicles.ise", "vehicles.itae"},
		},
		{
			Names:   []string{"cross-track error", "XTE", "path error"},
			Meaning: "distance of a vehicle on a survey from its path.",
			Metrics: []string{"vehicles.cross_track", "vehicles.depth_error"},
		},
		{
			Names:   []string{"navigation error", "localisation error", "localization error", "dead reckoning error", "drift", "RMSE", "belief", "believed position"},
			Meaning: "distance from a vehicle's true position to its estimated one.",
			Metrics: []string{"vehicles.estimate_error_rms"},
			Keys:    []string{"nodes[].run.navigation"},
		},
		{
			Names:    []string{"sampling period", "control period", "update rate", "sampling rate", "sample rate"},
			Meaning:  "time from one update of a controller to the next: as it is set, and as the link lets it be.",
			Metrics:  []string{"vehicles.period_mean", "vehicles.period_std"},
			Keys:     []string{"nodes[].run.acoustic.period"},
			Commands: []string{"halocline loop --sampled 0.74s ... shows what a period does to a loop"},
		},
		{
			Names:    []string{"delay margin", "phase margin", "gain margin", "stability", "stability margin"},
			Meaning:  "delay, phase or gain that may be added to a loop before it becomes unstable.",
			Commands: []string{"halocline loop docking has those of a scenario's controllers", "halocline loop --a 3659.9 --b 728.4 --kp 995 --nd 2.65 --delay 0.74s"},
		},
	}
}

func methodTerms() []Term {
	return []Term{
		{
			Names:    []string{"transient", "warm-up", "warm-up period", "initial transient", "steady state"},
			Meaning:  "the beginning of a run, before queues and delays have their usual length.",
			Keys:     []string{"scenario.warmup"},
			Commands: []string{"halocline steady SCENARIO says how long it has to be"},
		},
		{
			Names:    []string{"replications", "replication", "repetitions", "repetition", "Monte Carlo"},
			Meaning:  "runs of one setting with different random numbers.",
			Keys:     []string{"study.repeat", "study.until", "study.seed"},
			Commands: []string{"halocline table r.db --precision 5% says how many it takes"},
		},
		{
			Names:    []string{"confidence interval", "CI", "error bar", "error bars", "significance"},
			Meaning:  "interval that covers the mean of all possible runs with a given probability, from the runs that were made. Tables and figures have it, and compare with a baseline.",
			Commands: []string{"halocline table r.db --confidence 0.99"},
		},
		{
			Names:    []string{"parameter sweep", "study", "batch", "parameter study", "experiment", "design of experiments"},
			Meaning:  "a study: keys of a scenario take several values each, and every combination is run. Variables of your own go under vars.",
			Keys:     []string{"study.sweep", "study.zip", "study.vars", "study.let"},
			Commands: []string{"halocline new study mine", "halocline sweep mine.yaml"},
		},
	}
}
