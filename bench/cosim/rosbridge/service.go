package rosbridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"halocline/bench/cosim"
	"halocline/scenarios/strict"
	"halocline/sim"
)

// response is the answer to a call. The values of one that failed are why.
type response struct {
	Op      string          `json:"op"`
	ID      json.RawMessage `json:"id,omitempty"`
	Service string          `json:"service"`
	Values  any             `json:"values"`
	Result  bool            `json:"result"`
}

// asked is what those arguments say that are looked at.
type asked struct {
	Topic   string   `json:"topic"`
	Type    string   `json:"type"`
	Service string   `json:"service"`
	To      *float64 `json:"to"` // s
}

// service is what clients may call.
type service struct {
	kind string
	call func(*hub, context.Context, *asked) (any, error)
}

// services are by their names without a slash in front.
func services() map[string]service {
	return map[string]service{
		"halocline/ports": {"halocline/Ports", func(h *hub, _ context.Context, _ *asked) (any, error) {
			return map[string]any{"ports": h.session.DescribePorts()}, nil
		}},
		"halocline/status":       {"halocline/Status", func(h *hub, _ context.Context, _ *asked) (any, error) { return h.session.Report(), nil }},
		"halocline/step":         {"halocline/Step", (*hub).step},
		"rosapi/get_time":        {"rosapi/GetTime", (*hub).time},
		"rosapi/nodes":           {"rosapi/Nodes", func(h *hub, _ context.Context, _ *asked) (any, error) { return map[string]any{"nodes": h.names}, nil }},
		"rosapi/topics":          {"rosapi/Topics", (*hub).topics},
		"rosapi/topics_for_type": {"rosapi/TopicsForType", (*hub).topicsForType},
		"rosapi/topic_type":      {"rosapi/TopicType", (*hub).topicType},
		"rosapi/services": {"rosapi/Services", func(*hub, context.Context, *asked) (any, error) {
			return map[string]any{"services": serviceNames()}, nil
		}},
		"rosapi/service_type": {"rosapi/ServiceType", (*hub).serviceType},
	}
}

// serviceNames returns the names of services, as ROS has them.
func serviceNames() (all []string) {
	for name := range services() {
		all = append(all, "/"+name)
	}
	slices.Sort(all)
	return all
}

// call carries out a call of a service.
func (h *hub) call(ctx context.Context, r *request) []byte {
	out := response{Op: "service_response", ID: r.ID, Service: fmt.Sprintf("%.80s", r.Service)}
	values, err := h.answer(ctx, r)
	if out.Values, out.Result = values, err == nil; err != nil {
		out.Values = err.Error()
	}
	data, err := json.Marshal(out)
	if err != nil { // numbers that JSON has no words for
		out.Values, out.Result = err.Error(), false
		data, _ = json.Marshal(out)
	}
	return data
}

// answer finds the answer to a call.
func (h *hub) answer(ctx context.Context, r *request) (any, error) {
	all, name := services(), strings.TrimPrefix(r.Service, "/")
	s, known := all[name]
	if !known {
		return nil, errors.New(strict.Unknown("service", fmt.Sprintf("%.80s", name), slices.Sorted(maps.Keys(all))))
	}
	var args asked
	if len(r.Args) > 0 && r.Args[0] == '{' { // a list of them has nothing that is looked at
		if err := json.Unmarshal(r.Args, &args); err != nil {
			return nil, fmt.Errorf("the arguments are not those of the service: %w", err)
		}
	}
	return s.call(h, ctx, &args)
}

// kinds returns the types of all topics.
func (h *hub) kinds() map[string]string {
	all := map[string]string{}
	for name, s := range h.in {
		all[name] = h.version.typed(s.kind)
	}
	for name, s := range h.out {
		all[name] = h.version.typed(s.kind)
	}
	return all
}

// topics lists all topics with their types.
func (h *hub) topics(context.Context, *asked) (any, error) {
	kinds := h.kinds()
	names := slices.Sorted(maps.Keys(kinds))
	types := make([]string, len(names))
	for i, name := range names {
		types[i] = kinds[name]
	}
	return map[string]any{"topics": names, "types": types}, nil
}

// topicsForType lists the topics of a type.
func (h *hub) topicsForType(_ context.Context, a *asked) (any, error) {
	names := []string{}
	for name, kind := range h.kinds() {
		if a.Type != "" && (a.Type == kind || strings.ReplaceAll(kind, "/msg/", "/") == a.Type) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return map[string]any{"topics": names}, nil
}

// topicType tells the type of a topic.
func (h *hub) topicType(_ context.Context, a *asked) (any, error) {
	return map[string]any{"type": h.kinds()[a.Topic]}, nil
}

// serviceType tells the type of a service.
func (h *hub) serviceType(_ context.Context, a *asked) (any, error) {
	kind := services()[strings.TrimPrefix(a.Service, "/")].kind
	if kind != "" && h.version == ROS2 {
		kind = splitType(kind, "/srv/")
	}
	return map[string]any{"type": kind}, nil
}

// time tells the simulated time.
func (h *hub) time(context.Context, *asked) (any, error) {
	f := h.session.Latest()
	if f == nil {
		return nil, errors.New("the run has not begun")
	}
	return map[string]any{"time": h.version.stamp(f.At)}, nil
}

// most is how far a run goes at most, s.
const most = 1e9

// step carries a run in lock step on, with what this client has published before.
func (h *hub) step(ctx context.Context, a *asked) (any, error) {
	if a.To == nil || !(*a.To >= 0 && *a.To <= most) {
		return nil, fmt.Errorf(`the argument to is a time in s from 0 to %g, as in {"to": 0.5}`, most)
	}
	f, err := h.session.Go(ctx, cosim.Order{To: sim.Time(math.Round(*a.To * 1e9))})
	if err != nil {
		return nil, err
	}
	return map[string]any{"time": h.version.stamp(f.At), "ended": f.Ended}, nil
}
