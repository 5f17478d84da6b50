package measure

// controlTerms are those of controllers and of hulls.
func controlTerms() []Term {
	return []Term{
		{
			Names:    []string{"settling time", "rise time", "step response"},
			Meaning:  "time after a step of the set-point from which on the answer of a loop stays within 2 % of its final value.",
			Commands: []string{"halocline loop prints it, and draws the answer with --plot"},
		},
		{
			Names: []string{"thruster saturation", "saturated thruster", "saturated", "saturating", "actuator saturation", "thrust limit"},
			Meaning: "state of a thruster that gives all that it can. The moment that is asked of all thrusters is scaled then until each can give its share, " +
				"and after it the force. Each thrust is a quantity of halocline view and of a probe.",
			Commands: []string{"halocline plot docking --what thrust"},
			Metrics:  []string{"vehicles.saturation"},
			Keys:     []string{"thrusters[].max", "probe"},
		},
		{
			Names: []string{"contact speed", "impact", "impact speed", "docking speed", "collision speed"},
			Meaning: "speed with which a vehicle comes into a contact: with the cone of a dock, the bottom, an obstacle or another vehicle. " +
				"halocline run prints the greatest.",
			Metrics: []string{"<vehicle>.contact_speed_max", "<vehicle>.impulse_max"},
			Keys:    []string{"nodes[].run.berth.cone", "nodes[].run.berth.speed"},
		},
		{
			Names:   []string{"motive energy", "mechanical energy", "propulsion energy"},
			Meaning: "mechanical energy that the thrusters gave a vehicle on its way.",
			Metrics: []string{"vehicles.motive_energy"},
		},
		{
			Names: []string{"limit cycle", "oscillation", "hunting"},
			Meaning: "swing that neither grows nor dies out: that of a loop that is unstable, where the limits of the thrusters hold it. " +
				"Lower gains or shorter delays end it.",
			Commands: []string{"halocline check warns of gains that are unstable", "halocline loop has the margins"},
		},
		{
			Names: []string{"anti-windup", "windup", "integrator windup"},
			Meaning: "what keeps the I of a controller from growing while the thrusters give less than it asks for. An I that adds up does not grow then, " +
				"and clamp bounds it.",
			Keys: []string{"nodes[].run.acoustic.integral", "nodes[].run.acoustic.clamp"},
		},
		{
			Names: []string{"neutral buoyancy", "neutrally buoyant", "trim", "weight in water"},
			Meaning: "state of a vehicle that weighs what the water weighs in its place: volume times density is its mass. " +
				"What is left over, controllers have to hold all the time.",
			Keys: []string{"mass", "volume"},
		},
		{
			Names: []string{"righting moment", "metacentric height", "restoring moment"},
			Meaning: "moment that turns a tilted vehicle upright: its buoyancy times the distance of the centre of buoyancy above the centre of gravity, " +
				"at an angle of 90 degrees.",
			Keys: []string{"centre_of_buoyancy", "centre_of_gravity"},
		},
		{
			Names: []string{"Munk's moment", "Munk moment"},
			Meaning: "moment by which the flow turns a long body across its way. It grows by the square of the speed and by the difference of the added masses " +
				"along and across. Fins, thrusters that act on pitch and yaw, or the righting moment hold against it.",
			Keys:     []string{"added_mass", "centre_of_buoyancy"},
			Commands: []string{"halocline check warns of vehicles that do not keep level"},
		},
	}
}
