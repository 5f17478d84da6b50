package manual

import "slices"

// Pictures returns all pictures of the gallery.
func Pictures() []Picture { return slices.Concat(ofScenarios(), ofStudies(), ofReproductions()) }

// ofScenarios returns those of the scenarios.
func ofScenarios() []Picture {
	return []Picture{
		view("aloha-an", spaceTime, "t=3&from=0&to=16", "A short notification goes before each packet, and others wait until it has passed."),
		view("aloha20", spaceTime, "t=2&from=0&to=5", "Frames of several nodes arrive at the same time, and are lost in collisions."),
		view("altimeter", Scene, "t=40.93", "REMUS 100 passes over the mound, and its report spreads as a wave. The wreck lies ahead."),
		view("arq", Scene, "t=600", "A frame that is lost to bit errors, in orange, and later ones that are received, in green."),
		view("convoy", Scene, "t=100.05", "Three vehicles follow the leader, by what its packets say of where it was."),
		view("csma-ca", spaceTime, "t=8&from=5&to=17", "A node asks for the channel, the buoy answers, and then the packet is sent."),
		view("csma-cd", spaceTime, "t=0.00847&from=0.00835&to=0.0102", "Stations that begin together stop at once, and try again later."),
		view("cw-mac", spaceTime, "t=150&from=150&to=200", "Of nodes that all have a packet the one with the shortest wait sends. Two that wait equally long collide."),
		view("dacap", spaceTime, "t=14&from=9&to=30", "Sensors of two masts ask for the channel with short frames, and send in turn around each mast."),
		view("dock-cone", Scene, "t=76.1", "RexROV comes in along the axis of the cone, which catches it."),
		view("dock-relay", spaceTime, "t=0.8&from=0&to=6", "An update goes from the station over two relays to the vehicle, and each hop costs time."),
		view("docking-frame", spaceTime, "t=0.2&from=0&to=1.6", "Each frame has eight packets of the station first, and the slots of the vehicles behind them."),
		view("docking-light", plots, "t=0&from=0&to=160&series=auv.distance&series=auv.age&series=auv.surge", "The age of the position falls at 120 s, where radio takes over from sound 10 m from the dock. Light follows at 4 m."),
		view("docking-outside", Scene, "t=60.04", "The station sends updates, and no program outside answers: the vehicle drifts."),
		view("docking-rays", spaceTime, "t=0.2&from=0&to=1.6", "Many frames of the same docking are lost in shallow water, where echoes arrive behind the direct sound."),
		view("docking", Scene, "t=66.03", "An update of the station spreads to the vehicle that docks and to four others."),
		view("fallen", plots, "t=120&from=0&to=400&series=auv.thrust_propeller&series=auv.z&series=auv.surge", "The propeller fails after 120 s, and REMUS 100 rises to the surface because it is light."),
		view("fdma8", spaceTime, "t=102&from=100&to=110", "Nodes send at the same time, each in its own band. What is meant for others is missed."),
		view("fleet", Scene, "t=60", "Vehicles come from a ring to berths of their own around the station."),
		view("gateway", Scene, "t=1.78", "A report of the deep instrument reaches both relays, on the way to the buoy and the shore."),
		view("helm", plots, "t=0&from=0&to=700&series=remus.z&series=taipan.z&series=bluerov.z", "Three vehicles follow steps of depth, each in its own way."),
		view("hunt-diamond", Scene, "t=72&cam=top", "Four vehicles that swam in a diamond have surrounded the target, which is not drawn between them."),
		view("hunt-line", Scene, "t=15.01", "Four vehicles swim side by side, and tell each other where they are."),
		view("maca-u", spaceTime, "t=2.4&from=0&to=16", "A request and its answer go before the packet. Neighbours that hear them keep silent."),
		view("navigation", plots, "t=0&from=0&to=138&series=auv.estimate_error&series=auv.distance&series=auv.age", "The error of the position shrinks over the first fixes by sound, while the vehicle comes to its berth."),
		view("polling", spaceTime, "t=0.3&from=0&to=3", "The station asks four vehicles in turn, and each answers."),
		view("ranging", Scene, "t=150", "A buoy answers the vehicle. The time that the exchange took gives their distance."),
		view("reckoning", Scene, "t=40", "RexROV comes to its berth on positions that arrive by sound, and on its own Doppler log."),
		view("s-fama", spaceTime, "t=4&from=2&to=26", "A request, its answer and the packet, each at the beginning of a slot that all share."),
		view("slotted-aloha", spaceTime, "t=2&from=0&to=28", "Twenty nodes begin only with the slots. The rest of each slot is left to the ways of sound."),
		view("station-keeping", spaceTime, "t=0.6&from=0&to=4", "The station sends four positions once a second, and each time the slot of one vehicle follows."),
		view("survey", Scene, "t=420", "Three REMUS 100 swim along strips below the buoy, and report to it."),
		view("swim", plots, "t=0&from=0&to=60&series=auv.surge&series=auv.x&series=auv.y", "Nobody steers RexROV. It is pushed ahead, turns broadside and swims to the side."),
		view("sync", spaceTime, "t=2&from=0&to=20", "Two-way exchanges with the station keep the clocks, and so the turns, apart."),
		view("t-lohi", spaceTime, "t=3.5&from=2&to=16", "Three nodes send one after the other. The short tones by which they agree on that are not drawn."),
		view("tdma8", Scene, "t=3240", "Several frames of one slot are in the water, one behind the other."),
		view("thetis", Scene, "t=1500.5", "A message of Taipan 2 spreads while Taipan 300 passes."),
		view("tour", Scene, "t=200", "The vehicle is at the place where it collects data, behind the obstacles."),
		view("two-nodes", Scene, "t=0.3", "The report of the vehicle spreads towards the station."),
		view("waiting-room", Scene, "t=0.2", "The frame of the station reaches the vehicles nearest to it first."),
	}
}

// view is a picture of a scenario.
func view(name string, panel Panel, address, shows string) Picture {
	return Picture{Kind: Scenario, Name: name, Panel: panel, View: address, Shows: shows}
}

// ofStudies returns those of the studies.
func ofStudies() []Picture {
	drawn := func(name, figure, shows string) Picture {
		return Picture{Kind: Study, Name: name, Figure: figure, Shows: shows}
	}
	return []Picture{
		drawn("channel-realism", "protocols", "To a sink near the surface, on the left, rays of any season leave little. Near the bottom those of summer leave as much as straight sound."),
		drawn("common-random-numbers", "delay", "Slotted ALOHA delays packets by more than pure ALOHA. Both have the same random numbers in each run."),
		drawn("dock-first", "boundary", "The tightest loop that brings a vehicle into a cone at its first attempt. Data of others cost ALOHA, and not TDMA."),
		drawn("docking-cone", "first-attempt", "RexROV docks at its first attempt from within 30 degrees of the axis, and from 60 degrees on it does not."),
		drawn("docking-control", "docked", "The later positions come, the longer the docking takes. Controllers that predict suffer least, and some fail."),
		drawn("docking-current", "figure-5-9", "A head current delays the docking. By sound alone it fails earlier than with radio near the dock."),
		drawn("docking-forks", "time-to-dock", "The earlier the current begins, the later the vehicle docks. All runs share what came before."),
		drawn("docking-relay", "age", "Each further relay makes the position older, most of all with slotted FAMA."),
		drawn("fair-access", "least", "The least served node of a line stays below the bound of fair access with every protocol."),
		drawn("follow-dock", "boundary", "How fast a dock may move up and down for five vehicles to stay below it: the fastest where it alone sends."),
		drawn("follow-string", "boundary", "The gain from which on disturbances grow along a string of six vehicles. It is lower, the older the news of a protocol are."),
		drawn("formation-mac", "error-over-age", "The older the positions are, the worse vehicles keep their formation, at each speed of the leader."),
		drawn("gateway-routing", "delivered", "Fixed routes lose what is sent while the relay is down, and routing by distance vectors finds the other relay."),
		drawn("keep-turbulence", "boundary", "The turbulence in a tide that a vehicle is held in at 1500 m, with the best loops of three protocols, and with one for both."),
		drawn("mac-boundaries", "distance", "The tightest loop by protocol and distance, with half of its interval. Below: no loop up to 5 s keeps its place."),
		drawn("mac-comparison-rays", "goodput", "The same protocols under straight sound, on the left, and under rays in summer, on the right."),
		drawn("mac-comparison", "goodput-256", "Goodput over offered load of ten nodes within 75 m and within 750 m. Longer ways cost most protocols goodput."),
		drawn("mac-criterion", "boundary", "The tightest loop of two protocols in each of four cases, for half the bound and for twice the bound."),
		drawn("mac-deafness", "kept", "With a modem that is deaf while it sends, ALOHA needs the slackest loop; with one that hears, it keeps the tightest."),
		drawn("mac-few-settings", "tightest", "With two others that send seldom, nothing is before ALOHA. What is grey keeps its place with no loop up to 5 s."),
		drawn("mac-few", "tightest", "One station of 32 guides a vehicle. ALOHA holds the tightest loops while few of the others send, and TDMA once all do."),
		drawn("mac-load", "kept", "Data of the vehicles cost ALOHA, and CSMA as it is set, the tight loops that TDMA keeps. In a band of their own they cost nothing."),
		drawn("mac-losses", "kept", "With a position every 2 s and half of the frames lost, acknowledgements decide near the station. Far from it they only cost."),
		drawn("mac-map", "age-over-distance", "Near the station polling gives few vehicles young positions. The farther it is, the more a protocol pays that waits for answers or guards."),
		drawn("mac-pareto", "impulse-over-energy", "Who sends all positions docks gently, and takes the most energy. TDMA takes the least, and runs into the cone."),
		drawn("mac-range", "kept", "Near the station TDMA and polling keep the tightest loops, at 1500 m, with guards as long, ALOHA. Without the delay of sound all is as near."),
		drawn("mac-sensitivity", "auv.age_mean", "What thirteen assumptions do to the age of the position, with ALOHA at 1500 m. Spreading, noise and source level do nothing."),
		drawn("mac-span", "boundary", "The tightest loop of the same protocols in runs of 500 s, for a vehicle that has to stay for 80 s or for 250 s of them."),
		drawn("mac-under-current", "age-map", "Mean age of the position by protocol and by number of vehicles. Protocols differ most with eight."),
	}
}

// ofReproductions returns those of the published results.
func ofReproductions() []Picture {
	drawn := func(name, figure, shows string) Picture {
		return Picture{Kind: reproduction, Name: name, Figure: figure, Shows: shows}
	}
	return []Picture{
		drawn("erdemir-fig5.2", "step", "Responses to a step of 1 m: of the linear model, and of the simulated vehicle up and down."),
		drawn("erdemir-fig5.7", "distance", "The distance to the dock with sound alone and with radio. Rings are the times of the thesis."),
		drawn("erdemir-fig5.8", "motive-power", "Motive power over time. Radio updates near the dock make the controller use far more of it."),
		drawn("erdemir-fig5.9", "time-to-dock", "Time to dock against the head current. Rings are the times of the thesis in still water."),
		drawn("erdemir-fig5.10", "cumulative-error", "The cumulative error grows with the head current, by sound alone more than with radio."),
		drawn("erdemir-table5.1", "factor", "The spread of the skew over the real-time factor: that of Table 5.1, and those of four explanations."),
		drawn("erdemir-readings", "", "Each line of its table changes one thing that the thesis leaves open, and gives the times to dock. Nothing is judged."),
		drawn("erdemir-tdma-frame", "", "The frame and both sampling periods are those of the thesis. The printed times of single packets contradict their size."),
		drawn("thetis-range", "level", "The received level over range crosses the level that is needed at the published range, the ring."),
		drawn("thetis-messages", "level", "The level while the vehicle passes. It is above the threshold between the two published times, the rings."),
		drawn("thetis-trial", "depth", "Depth over time in the lake with three readings of the controller. All settle at the depth that was set."),
		drawn("mac-theory", "", "Throughput, delay and age of access protocols against closed forms. No judged number differs by more than its error allows."),
		drawn("loop-erasure", "second-moment", "The second moment of a loop grows without bound towards the critical loss, 1/a². Marks are simulated links."),
		drawn("age-queues", "age", "The mean age over the load of three queues. Few updates are old when the next one comes, and many wait."),
		drawn("docking-capacity", "prediction", "The tightest loop that protocols allow, found over predicted. Rings have delays that vary, or losses in a row."),
		drawn("unet-s-fama", "", "Throughput at five loads, beside that of another program of the same rules."),
		drawn("contract-period", "", "All five positions after 20 s agree with the printed digits."),
		drawn("contract-fig10", "drift", "The error of the position over time for each period. It ends in the published values, the rings."),
		drawn("platform-tour", "", "The vehicle comes to its goal among obstacles, and to three stations in the order of the scheduler."),
		drawn("platform-hunt", "hunt-diamond", "Ways of four vehicles, seen from above, from a diamond to places around the target."),
		drawn("library-vehicles", "", "The drag of REMUS 100 across the flow is near that of a cylinder. Most other numbers are shown, because sources disagree or were fitted to."),
	}
}
