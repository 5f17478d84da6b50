package shelf

// NoEquation says why a model has no equation, by the key and the name under which a scenario chooses it. It is empty for one
// that has some.
func NoEquation(key, name string) string {
	const nothing = "there is nothing to compute"
	return map[string]string{
		"links.*.channel.noise none":   nothing,
		"links.*.channel.bottom none":  nothing,
		"links.*.channel.surface none": nothing,
		"links.*.modem.fading none":    nothing,
		"links.*.modem.antenna omni":   "its gain is 0 dB in all directions",
		"nodes[].run mission-station":  "it answers each packet of data with a receipt, and computes nothing",
		"nodes[].run operator":         "it sends what its keys say, at the times that they say",
		"nodes[].run.navigation truth": "what it knows is the motion itself",
		"traffic[] trace":              "its file says when each packet comes",
	}[key+" "+name]
}
