package mcap

import (
	"cmp"
	"slices"
	"time"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
)

// tellScene tells of nodes.
func (x *foxglove) tellScene() error {
	x.body = append(x.body[:0], `{"deletions":[],"entities":[`...)
	for i, n := range x.head.Nodes {
		size, colour := n.Size, [4]float64{0.9, 0.6, 0.1, 1}
		if size == [3]float64{} {
			size, colour = [3]float64{nodeSize, nodeSize, nodeSize}, [4]float64{0.4, 0.4, 0.4, 1}
		}
		x.body.comma(i)
		x.entity(0, x.names[i], x.names[i], 0, n.Moves)
		x.body.put(`"cubes":[{"pose":`).pose(n.Middle[0], n.Middle[1], n.Middle[2]).put(`,"size":`).vector(size[0], size[1], size[2]).
			put(`,"color":`).colour(colour).put(`}],"spheres":[]`).put(noPrimitive)
	}
	x.body.put(`]}`)
	return x.tell(x.scene, 0)
}

// entity begins an entity of a frame of reference. It goes after a time, 0 for never.
func (x *foxglove) entity(now int64, id, frame string, lifetime int64, locked bool) {
	x.body.put(`{"timestamp":`).time(now).put(`,"frame_id":`).put(frame).put(`,"id":`).put(id).put(`,"lifetime":`).time(lifetime)
	if locked {
		x.body.put(`,"frame_locked":true`)
	} else {
		x.body.put(`,"frame_locked":false`)
	}
	x.body.put(`,"metadata":[],"arrows":[],`)
}

// front is a frame in the water.
type front struct {
	pace
	start, link, number int64
	x, y, z             float64
	told                int64 // how many sizes
}

// due is a time at which a front has a size.
type due struct {
	now   int64
	front int
}

const (
	frontSteps = 5 // from the first size to the last
	mostFronts = 8
	mostBegun  = 1500
	mostSpeed  = 10_000 // m/s
)

// at returns when a front has a size, by its number from 0.
func (f *front) at(size int64) int64 { return f.start + f.longest*size/frontSteps }

// start takes frames that begin to be sent, if there are few.
func (x *foxglove) start(b *columns.Block) {
	for i := range b.Rows {
		f := front{
			start: b.Ints[recorder.SendAt][i], link: b.Ints[recorder.SendLink][i], number: b.Ints[recorder.SendNumber][i],
			x: float64(b.Shorts[recorder.SendX][i]), y: float64(b.Shorts[recorder.SendY][i]), z: float64(b.Shorts[recorder.SendZ][i]),
		}
		p := x.links[f.link]
		if p == nil || !(p.speed > 0 && p.speed < mostSpeed) || x.begun >= mostBegun {
			continue
		}
		f.pace = *p
		in := 0
		for i := range x.fronts {
			if x.fronts[i].at(frontSteps) > f.start {
				in++
			}
		}
		if in < mostFronts {
			x.fronts = append(x.fronts, f)
			x.begun++
		}
	}
}

// tellFronts tells of the fronts in the water until an instant, and forgets those that are through.
func (x *foxglove) tellFronts(until int64) error {
	x.due = x.due[:0]
	for i := range x.fronts {
		for f := &x.fronts[i]; f.told <= frontSteps && f.at(f.told) < until; f.told++ {
			x.due = append(x.due, due{f.at(f.told), i})
		}
	}
	slices.SortStableFunc(x.due, func(a, b due) int { return cmp.Compare(a.now, b.now) })
	for _, d := range x.due {
		f := &x.fronts[d.front]
		across := 2 * f.speed * time.Duration(d.now-f.start).Seconds()
		x.body = append(x.body[:0], `{"deletions":[],"entities":[`...)
		x.entity(d.now, quoted(x.head.Links[f.link].Name+" "+string(*new(text).whole(f.number))), worldFrame, f.longest/frontSteps, false)
		x.body.put(`"cubes":[],"spheres":[{"pose":`).pose(f.x, f.y, f.z).put(`,"size":`).vector(across, across, across).
			put(`,"color":`).colour([4]float64{0.1, 0.4, 0.9, 0.15}).put(`}]`).put(noPrimitive).put(`]}`)
		if err := x.tell(x.waves, d.now); err != nil {
			return err
		}
	}
	x.fronts = slices.DeleteFunc(x.fronts, func(f front) bool { return f.told > frontSteps })
	return nil
}

// channel is a channel of JSON.
type channel struct {
	id                  *uint16
	topic, schema, text string
}

// channels are those that the run has. Their schemas name the fields that are written, as Foxglove's own do.
func (x *foxglove) channels() []channel {
	all := []channel{
		{&x.tf, "/tf", "foxglove.FrameTransforms", object(`"transforms":` + list(object(`"timestamp":`+timeSchema+`,"parent_frame_id":`+stringSchema+
			`,"child_frame_id":`+stringSchema+`,"translation":`+vectorSchema+`,"rotation":`+quaternionSchema)))},
		{&x.scene, "/scene", "foxglove.SceneUpdate", sceneSchema()},
		{&x.waves, "/fronts", "foxglove.SceneUpdate", sceneSchema()},
		{&x.log, "/log", "foxglove.Log", object(`"timestamp":` + timeSchema + `,"level":` + integerSchema + `,"message":` + stringSchema + `,"name":` + stringSchema +
			`,"file":` + stringSchema + `,"line":` + integerSchema)},
		{&x.metrics, "/metrics", "halocline.metrics", `{"type":"object","additionalProperties":{"type":"object","additionalProperties":` + numberSchema + `}}`},
	}
	if x.head.Geo != nil {
		all = append(all, channel{&x.fix, "/fix", "foxglove.LocationFix", object(`"timestamp":` + timeSchema + `,"frame_id":` + stringSchema + `,"latitude":` + numberSchema +
			`,"longitude":` + numberSchema + `,"altitude":` + numberSchema + `,"position_covariance":` + list(numberSchema) + `,"position_covariance_type":` + integerSchema)})
	}
	return all
}

const (
	numberSchema     = `{"type":"number"}`
	integerSchema    = `{"type":"integer"}`
	stringSchema     = `{"type":"string"}`
	timeSchema       = `{"type":"object","title":"time","properties":{"sec":{"type":"integer"},"nsec":{"type":"integer"}}}`
	durationSchema   = `{"type":"object","title":"duration","properties":{"sec":{"type":"integer"},"nsec":{"type":"integer"}}}`
	vectorSchema     = `{"type":"object","properties":{"x":` + numberSchema + `,"y":` + numberSchema + `,"z":` + numberSchema + `}}`
	quaternionSchema = `{"type":"object","properties":{"x":` + numberSchema + `,"y":` + numberSchema + `,"z":` + numberSchema + `,"w":` + numberSchema + `}}`
	colourSchema     = `{"type":"object","properties":{"r":` + numberSchema + `,"g":` + numberSchema + `,"b":` + numberSchema + `,"a":` + numberSchema + `}}`
)

func object(properties string) string { return `{"type":"object","properties":{` + properties + `}}` }
func list(items string) string        { return `{"type":"array","items":` + items + `}` }

func sceneSchema() string {
	primitive := list(object(`"pose":` + object(`"position":`+vectorSchema+`,"orientation":`+quaternionSchema) + `,"size":` + vectorSchema + `,"color":` + colourSchema))
	none := list(object(""))
	return object(`"deletions":` + none + `,"entities":` + list(object(`"timestamp":`+timeSchema+`,"frame_id":`+stringSchema+`,"id":`+stringSchema+
		`,"lifetime":`+durationSchema+`,"frame_locked":{"type":"boolean"},"metadata":`+none+`,"arrows":`+none+`,"cubes":`+primitive+`,"spheres":`+primitive+
		`,"cylinders":`+none+`,"lines":`+none+`,"triangles":`+none+`,"texts":`+none+`,"models":`+none)))
}
