package mcap

import (
	"math"
	"time"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
	"halocline/sim/geom"
)

// foxglove writes, beside the tables, what Foxglove shows, by the schemas that it knows by their names
// (https://docs.foxglove.dev/docs/sdk/schemas):
//
//   - /tf: where nodes are, in the frame world, in which x, y and z upwards are in m: all of them at the beginning, and then those that
//     move at each tick. A tick is a tenth of a second; in runs of more than 500 s a 5,000th of the run.
//   - /scene: nodes as cubes, once, at the beginning. A hull has its size, and what has none is half a metre wide.
//   - /fronts: the front of each frame in straight sound, as a sphere that grows from where it was sent, in six sizes until the longest
//     delay of its link so far has passed. Its speed is the distance over the delay of the last arrival on the link, so that there is
//     none before the first one; and none while there are 8, on a link faster than 10 km/s, or after the first 1,500 of a run.
//   - /log: arrivals that were not received where the frame was for, with the cause; the first 10,000 of a run.
//   - /fix: latitude and longitude of what moves, every tenth tick, where the scenario has geo.
//   - /metrics: readings as numbers, by node and quantity, at each tick.
//
// They follow from the blocks of each step of the grid, when it is over.
type foxglove struct {
	to     *Writer
	head   *recorder.Head
	names  []string // of nodes, quoted
	series []string // names, quoted
	byNode [][]int  // numbers of series
	geo    *geom.Geo
	tick   int64

	step   int64
	blocks []*columns.Block
	sent   *recorder.Frames
	links  map[int64]*pace
	fronts []front
	due    []due
	values []float64 // of series
	body   text

	tf, scene, waves, log, fix, metrics uint16 // channels
	nextPose, nextValue, nextFix        int64
	logged, begun                       int // losses and fronts that were told
}

// pace is how fast frames of a link go, and how long the longest way took so far.
type pace struct {
	speed   float64 // m/s
	longest int64   // ns
}

const (
	leastTick   = int64(100 * time.Millisecond)
	mostTicks   = 5000
	mostLogged  = 10_000
	fixTicks    = 10
	worldFrame  = `"world"`
	nodeSize    = 0.5 // m
	noPrimitive = `,"cylinders":[],"lines":[],"triangles":[],"texts":[],"models":[]}`
)

// begin adds the channels and says what stays as it is.
func (x *foxglove) begin(h *recorder.Head) error {
	x.head, x.sent, x.links = h, recorder.NewFrames(), map[int64]*pace{}
	x.tick = max(leastTick, h.Duration/mostTicks)
	for _, n := range h.Nodes {
		x.names = append(x.names, quoted(n.Name))
	}
	for _, c := range x.channels() {
		id, err := x.to.add(c.topic, "json", c.schema, "jsonschema", c.text)
		if err != nil {
			return err
		}
		*c.id = id
	}
	if h.Geo != nil {
		x.geo = &geom.Geo{Latitude: h.Geo.Latitude, Longitude: h.Geo.Longitude}
	}
	x.body = x.body[:0]
	x.body.put(`{"transforms":[`)
	for i, n := range h.Nodes {
		x.body.comma(i)
		x.transform(0, i, n.At, n.Turned)
	}
	x.body.put(`]}`)
	if err := x.tell(x.tf, 0); err != nil {
		return err
	}
	return x.tellScene()
}

// know takes down which series there are by now.
func (x *foxglove) know(h *recorder.Head) {
	x.head = h
	x.byNode = make([][]int, len(h.Nodes))
	for i, s := range h.Series {
		if s.Node >= 0 {
			x.byNode[s.Node] = append(x.byNode[s.Node], i)
		}
	}
	for len(x.values) < len(h.Series) {
		x.series = append(x.series, quoted(h.Series[len(x.values)].Name))
		x.values = append(x.values, math.NaN())
	}
}

// put takes a block. With the first one of a step, that before is over.
func (x *foxglove) put(b *columns.Block) error {
	var err error
	if step := b.First() / x.head.Grid; step != x.step {
		err = x.flush((x.step + 1) * x.head.Grid)
		x.step = step
	}
	x.blocks = append(x.blocks, b)
	return err
}

// flush tells what was until an instant.
func (x *foxglove) flush(until int64) error {
	for _, b := range x.blocks {
		if b.Table.Name == "sends" {
			x.sent.Take(b)
		}
	}
	var err error
	for _, b := range x.blocks {
		if err != nil {
			break
		}
		switch b.Table.Name {
		case "arrivals":
			err = x.takeArrivals(b)
		case "poses":
			err = each(b, &x.nextPose, x.tick, x.takePoses)
		case "series":
			err = each(b, &x.nextValue, x.tick, x.takeValues)
		}
	}
	for _, b := range x.blocks { // now that it is known how fast sound is
		if b.Table.Name == "sends" {
			x.start(b)
		}
	}
	clear(x.blocks)
	x.blocks = x.blocks[:0]
	if err == nil {
		err = x.tellFronts(until)
	}
	return err
}

// each calls a function for the rows of one instant, of those that are a tick or more apart.
func each(b *columns.Block, next *int64, tick int64, take func(b *columns.Block, from, to int, now int64) error) error {
	for from, to := 0, 0; from < b.Rows; from = to {
		now := b.Ints[0][from]
		for to = from + 1; to < b.Rows && b.Ints[0][to] == now; to++ {
		}
		if now < *next {
			continue
		}
		*next = (now/tick + 1) * tick
		if err := take(b, from, to, now); err != nil {
			return err
		}
	}
	return nil
}

// tell writes the message that has been made.
func (x *foxglove) tell(channel uint16, now int64) error {
	return x.to.message(channel, now, now, x.body)
}

func (x *foxglove) transform(now int64, node int, at [3]float64, turned [4]float64) {
	x.body.put(`{"timestamp":`).time(now).put(`,"parent_frame_id":`).put(worldFrame).put(`,"child_frame_id":`).put(x.names[node]).
		put(`,"translation":`).vector(at[0], at[1], at[2]).put(`,"rotation":`).quaternion(turned[0], turned[1], turned[2], turned[3]).put(`}`)
}

func (x *foxglove) takePoses(b *columns.Block, from, to int, now int64) error {
	x.body = append(x.body[:0], `{"transforms":[`...)
	for i := from; i < to; i++ {
		x.body.comma(i - from)
		short := func(column int) float64 { return float64(b.Shorts[column][i]) }
		x.transform(now, int(b.Ints[recorder.PoseNode][i]), place3(b, i), [4]float64{short(recorder.PoseQW), short(recorder.PoseQX), short(recorder.PoseQY), short(recorder.PoseQZ)})
	}
	x.body.put(`]}`)
	if err := x.tell(x.tf, now); err != nil || x.geo == nil || now < x.nextFix {
		return err
	}
	x.nextFix = (now/(fixTicks*x.tick) + 1) * fixTicks * x.tick
	for i := from; i < to; i++ {
		at := place3(b, i)
		latitude, longitude, height := x.geo.Place(geom.Vec{X: at[0], Y: at[1], Z: at[2]})
		x.body = append(x.body[:0], `{"timestamp":`...)
		x.body.time(now).put(`,"frame_id":`).put(x.names[b.Ints[recorder.PoseNode][i]]).put(`,"latitude":`).number(latitude * 180 / math.Pi).
			put(`,"longitude":`).number(longitude * 180 / math.Pi).put(`,"altitude":`).number(height).
			put(`,"position_covariance":[0,0,0,0,0,0,0,0,0],"position_covariance_type":0}`)
		if err := x.tell(x.fix, now); err != nil {
			return err
		}
	}
	return nil
}

func place3(b *columns.Block, i int) [3]float64 {
	return [3]float64{b.Floats[recorder.PoseX][i], b.Floats[recorder.PoseY][i], b.Floats[recorder.PoseZ][i]}
}

func (x *foxglove) takeValues(b *columns.Block, from, to int, now int64) error {
	for i := range x.values {
		x.values[i] = math.NaN()
	}
	for i := from; i < to; i++ {
		x.values[b.Ints[recorder.SeriesNumber][i]] = b.Floats[recorder.SeriesValue][i]
	}
	x.body = append(x.body[:0], '{')
	nodes := 0
	for node, all := range x.byNode {
		if len(all) == 0 {
			continue
		}
		x.body.comma(nodes).put(x.names[node]).put(`:{`)
		for i, s := range all {
			x.body.comma(i).put(x.series[s]).put(`:`).number(x.values[s])
		}
		x.body.put(`}`)
		nodes++
	}
	x.body.put(`}`)
	return x.tell(x.metrics, now)
}

// takeArrivals learns how fast frames go, and tells of those that were not received where they were for.
func (x *foxglove) takeArrivals(b *columns.Block) error {
	for i := range b.Rows {
		at := func(column int) int64 { return b.Ints[column][i] }
		link, delay, distance := at(recorder.ArrivalLink), at(recorder.ArrivalDelay), b.Floats[recorder.ArrivalDistance][i]
		p := x.links[link]
		if p == nil {
			p = &pace{}
			x.links[link] = p
		}
		p.longest = max(p.longest, delay)
		if delay > 0 && distance > 0 {
			p.speed = distance / time.Duration(delay).Seconds()
		}
		fate := at(recorder.ArrivalFate)
		if fate == recorder.Received || fate == recorder.InFlight || x.logged >= mostLogged {
			continue
		}
		f, _ := x.sent.Of(link, at(recorder.ArrivalNumber))
		if f.Dest >= 0 && f.Dest != at(recorder.ArrivalNode) {
			continue
		}
		x.logged++
		now := at(recorder.ArrivalEnded)
		x.body = append(x.body[:0], `{"timestamp":`...)
		x.body.time(now).put(`,"level":3,"message":`).
			put(quoted("frame " + string(*new(text).whole(f.Number)) + " of " + x.head.Nodes[at(recorder.ArrivalSender)].Name + " is not received: " + x.head.Causes[at(recorder.ArrivalCause)])).
			put(`,"name":`).put(x.names[at(recorder.ArrivalNode)]).put(`,"file":"","line":0}`)
		if err := x.tell(x.log, now); err != nil {
			return err
		}
	}
	return nil
}
