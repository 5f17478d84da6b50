package rosbridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"halocline/scenarios/strict"
)

// request is what a client sends.
type request struct {
	Op          operation       `json:"op"`
	ID          json.RawMessage `json:"id"` // a string or a number
	Topic       string          `json:"topic"`
	Type        string          `json:"type"`
	Msg         json.RawMessage `json:"msg"`
	Service     string          `json:"service"`
	Args        json.RawMessage `json:"args"`
	Level       level           `json:"level"`
	Throttle    float64         `json:"throttle_rate"` // ms
	Length      int             `json:"queue_length"`
	Compression string          `json:"compression"`
}

// operation is what a request is about.
type operation string

// The operations that are carried out.
const (
	advertise   operation = "advertise"
	unadvertise operation = "unadvertise"
	publish     operation = "publish"
	subscribe   operation = "subscribe"
	unsubscribe operation = "unsubscribe"
	callService operation = "call_service"
	setLevel    operation = "set_level"
)

// level says which status messages a client wants.
type level string

// The levels, which each has those before it.
const (
	noLevel      level = "none"
	errorLevel   level = "error"
	warningLevel level = "warning"
	infoLevel    level = "info"
)

// wants reports whether one level has another.
func (l level) wants(other level) bool {
	return slices.Index(levels(), other) <= slices.Index(levels(), l)
}

// levels are in their order.
func levels() []level { return []level{noLevel, errorLevel, warningLevel, infoLevel} }

// Bounds of a request: of its id and its throttle_rate, which is one of an hour at most.
const (
	mostID       = 256
	mostThrottle = 3.6e6
)

// status is what a client is told about a request.
type status struct {
	Op    string          `json:"op"`
	ID    json.RawMessage `json:"id,omitempty"`
	Level level           `json:"level"`
	Msg   string          `json:"msg"`
}

// obey does what a client asks for, and returns what it is answered.
func (c *client) obey(ctx context.Context, data []byte) [][]byte {
	var r request
	if err := json.Unmarshal(data, &r); err != nil || r.Op == "" || len(r.ID) > mostID {
		c.hub.session.Junk()
		return c.tell(nil, errorLevel, errors.New(`it is no request of rosbridge v2; write JSON as text, as in {"op": "subscribe", "topic": "/clock"}`))
	}
	if string(r.ID) == "null" {
		r.ID = nil
	}
	switch r.Op {
	case advertise:
		return c.tell(r.ID, errorLevel, c.advertise(&r))
	case unadvertise:
		return c.tell(r.ID, warningLevel, c.unadvertise(&r))
	case publish:
		return c.tell(r.ID, errorLevel, c.publish(&r))
	case subscribe:
		return c.tell(r.ID, errorLevel, c.subscribe(&r))
	case unsubscribe:
		return c.tell(r.ID, warningLevel, c.unsubscribe(&r))
	case setLevel:
		return c.tell(r.ID, errorLevel, c.setLevel(&r))
	case callService:
		return [][]byte{c.hub.call(ctx, &r)}
	}
	c.hub.session.Junk()
	return c.tell(r.ID, errorLevel, fmt.Errorf("%.40q is no operation here; advertise, unadvertise, publish, subscribe, unsubscribe, call_service and set_level are", r.Op))
}

// tell makes a status message of an error, if there is one and the client wants it.
func (c *client) tell(id json.RawMessage, l level, err error) [][]byte {
	if err == nil || !c.level.wants(l) {
		return nil
	}
	data, err := json.Marshal(status{"status", id, l, err.Error()})
	if err != nil { // an id that is no JSON is none
		return nil
	}
	return [][]byte{data}
}

// sink finds a topic that comes in.
func (c *client) sink(r *request) (*sink, error) {
	in := c.hub.in[r.Topic]
	switch {
	case in == nil && c.hub.out[r.Topic] != nil:
		return nil, fmt.Errorf("topic %s goes out, and nothing comes in through it", r.Topic)
	case in == nil && len(c.hub.in) == 0:
		return nil, fmt.Errorf("topic %.80s: no node has a port through which something comes in; write run: {type: external} for one", r.Topic)
	case in == nil:
		return nil, errors.New(strict.Unknown("topic", fmt.Sprintf("%.80s", r.Topic), slices.Sorted(maps.Keys(c.hub.in))))
	case !sameType(r.Type, in.kind):
		return nil, fmt.Errorf("topic %s is of type %s, and not %.80s", r.Topic, c.hub.version.typed(in.kind), r.Type)
	}
	return in, nil
}

// advertise checks that what a client wants to publish can come in.
func (c *client) advertise(r *request) error {
	_, err := c.sink(r)
	return err
}

// unadvertise has nothing to do: nobody else is told who publishes.
func (c *client) unadvertise(r *request) error {
	_, err := c.sink(r)
	return err
}

// publish has what a client publishes come in at the next boundary.
func (c *client) publish(r *request) error {
	in, err := c.sink(r)
	if err != nil {
		return err
	}
	if err := in.take(r.Msg); err != nil {
		return fmt.Errorf("topic %s: %w", r.Topic, err)
	}
	return nil
}

// subscribe has a client get the messages of a topic.
func (c *client) subscribe(r *request) error {
	s := c.hub.out[r.Topic]
	switch {
	case s == nil:
		return errors.New(strict.Unknown("topic", fmt.Sprintf("%.80s", r.Topic), slices.Sorted(maps.Keys(c.hub.out))))
	case !sameType(r.Type, s.kind):
		return fmt.Errorf("topic %s is of type %s, and not %.80s", r.Topic, c.hub.version.typed(s.kind), r.Type)
	case r.Compression != "" && r.Compression != "none":
		return fmt.Errorf("compression %.40s is not to be had; leave it out, for JSON", r.Compression)
	case !(r.Throttle >= 0 && r.Throttle <= mostThrottle):
		return fmt.Errorf("throttle_rate %g: write a time in ms, from 0 to %g", r.Throttle, mostThrottle)
	case r.Length < 0 || r.Length > mostQueued:
		return fmt.Errorf("queue_length %d: write a number from 0 to %d", r.Length, mostQueued)
	}
	if !c.join(r.Topic, s, string(r.ID), terms{time.Duration(r.Throttle * float64(time.Millisecond)), r.Length}) {
		return fmt.Errorf("the client has %d subscriptions already; no more are to be had", mostIDs)
	}
	return nil
}

// unsubscribe takes a subscription back, or all of a topic.
func (c *client) unsubscribe(r *request) error {
	s := c.hub.out[r.Topic]
	if s == nil || !c.part(r.Topic, string(r.ID)) {
		return fmt.Errorf("topic %.80s: there is no such subscription", r.Topic)
	}
	return nil
}

// setLevel says which status messages a client wants.
func (c *client) setLevel(r *request) error {
	if !slices.Contains(levels(), r.Level) {
		return fmt.Errorf("level %.40q is none of none, error, warning, info", r.Level)
	}
	c.level = r.Level
	return nil
}
