package mcap

import (
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

// start takes frames that begin to be sent.
func (x *foxglove) start(b *columns.Block) {
	for i := range b.Rows {
		x.fronts = append(x.fronts, front{
			start: b.Ints[recorder.SendAt][i], link: b.Ints[recorder.SendLink][i], number: b.Ints[recorder.SendNumber][i],
			x: float64(b.Shorts[recorder.SendX][i]), y: float64(b.Shorts[recorder.SendY][i]), z: float64(b.Shorts[recorder.SendZ][i]),
		})
	}
}

// tellFronts tells of the fronts in the water, and forgets those that are through.
func (x *foxglove) tellFronts(now int64) error {
	kept, live := x.fronts[:0], 0
	for _, f := range x.fronts {
		p := x.links[f.link]
		if f.start <= now && (p == nil || now-f.start > p.longest || p.speed > mostSpeed) {
			continue
		}
		kept = append(kept, f)
		if f.start <= now && p.speed > 0 {
			live++
		}
	}
	x.fronts = kept
	if live == 0 || live > mostFronts {
		return nil
	}
	x.body = append(x.body[:0], `{"deletions":[],"entities":[`...)
	told := 0
	for _, f := range x.fronts {
		p := x.links[f.link]
		if f.start > now || !(p.speed > 0) {
			continue
		}
		across := 2 * p.speed * time.Duration(now-f.start).Seconds()
		x.body.comma(told)
		x.entity(now, quoted(x.head.Links[f.link].Name+" "+string(*new(text).whole(f.number))), worldFrame, x.tick, false)
		x.body.put(`"cubes":[],"spheres":[{"pose":`).pose(f.x, f.y, f.z).put(`,"size":`).vector(across, across, across).
			put(`,"color":`).colour([4]float64{0.1, 0.4, 0.9, 0.15}).put(`}]`).put(noPrimitive)
		told++
	}
	x.body.put(`]}`)
	return x.tell(x.waves, now)
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
