package study

// Elsewhere says of keys of a scenario where a study has them.
func (*Definition) Elsewhere() map[string]string {
	all := map[string]string{}
	for _, key := range []string{"duration", "warmup", "water", "geo", "world", "links", "network", "nodes", "traffic", "outages", "events", "probe"} {
		all[key] = "it is one of a scenario, and a file with set, sweep, vars, zip, let or repeat is a study: write it under set there, or leave those out"
	}
	return all
}
