package fjage

import (
	"maps"
	"slices"

	"halocline/plant/program/external"
)

// parameters returns what an agent tells of itself. Nothing of it can be set.
func (c *container) parameters(agent string) fields {
	seen := c.session.Latest().Nodes[c.address-1]
	switch agent {
	case "node":
		p := fields{"address": c.address, "nodeName": c.name}
		if seen.Knows {
			at := seen.Believed.Position
			p["location"] = []float64{at.X, at.Y, at.Z}
		}
		return p
	case "phy":
		return fields{"MTU": external.MostBytes, "time": int64(seen.Local) / 1000}
	}
	return fields{}
}

// tellParameters answers who asks for parameters: for some by their names, which may have a package before them, or for all.
func (k *client) tellParameters(q *request) {
	names := []string{q.Param}
	for _, r := range q.Requests {
		names = append(names, r.Param)
	}
	has, values := k.parameters(q.Recipient), fields{}
	if q.Param == "" {
		names = slices.Sorted(maps.Keys(has))
	}
	for _, name := range names {
		if value, ok := has[short(name)]; ok {
			values[name] = value
		}
	}
	more := fields{"index": -1}
	if q.Index != nil {
		more["index"] = *q.Index
	}
	if first := slices.IndexFunc(names, func(n string) bool { return values[n] != nil }); first >= 0 {
		more["param"], more["value"] = names[first], values[names[first]]
		delete(values, names[first])
	}
	more["values"] = values
	k.reply(q, informs, q.sibling("ParameterRsp"), more)
}
