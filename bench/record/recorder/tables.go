package recorder

import "halocline/bench/record/columns"

// Tables are the tables of a recording.
type Tables struct {
	Records, Sends, Arrivals, Poses, Series, Schedule, Disturbances *columns.Table
}

// All returns them in a fixed order.
func (t *Tables) All() []*columns.Table {
	return []*columns.Table{t.Records, t.Sends, t.Arrivals, t.Poses, t.Series, t.Schedule, t.Disturbances}
}

// NewTables returns the tables of a recording.
func NewTables() *Tables {
	return &Tables{
		Records: records(), Sends: sends(), Arrivals: arrivals(), Poses: poses(), Series: series(), Schedule: schedule(), Disturbances: disturbances(),
	}
}

// The columns of records.
const (
	RecordAt = iota
	RecordIndex
	RecordNode
	RecordLink
	RecordKind
	RecordPacket
	RecordFrame
	RecordPeer
	RecordCause
	RecordValue
	RecordNote
	RecordEvent
)

func records() *columns.Table {
	return &columns.Table{Name: "records", Doc: "what happened, as in a trace, without the readings of a probe", Columns: []columns.Column{
		{Name: "at", Type: columns.Time, Unit: "ns", Doc: "when"},
		{Name: "index", Type: columns.Whole, Doc: "number of the record in the run, from 0"},
		{Name: "node", Type: columns.Whole, Doc: "number of the node; -1 for none"},
		{Name: "link", Type: columns.Whole, Doc: "number of the link"},
		{Name: "kind", Type: columns.Whole, Doc: "number of the kind, see the list of kinds"},
		{Name: "packet", Type: columns.Whole, Doc: "number of the packet; 0 for none"},
		{Name: "frame", Type: columns.Whole, Doc: "number of the frame on its link; 0 for none"},
		{Name: "peer", Type: columns.Whole, Doc: "number of the other node; -1 for everybody or none"},
		{Name: "cause", Type: columns.Whole, Doc: "number of the cause, see the list of causes; 0 for none"},
		{Name: "value", Type: columns.Number, Doc: "what the kind says; of a reception the ratio of signal to noise and interference, linear"},
		{Name: "note", Type: columns.Word, Doc: "name of the fact or state"},
		{Name: "event", Type: columns.Whole, Doc: "1 of an offer that is no status"},
	}}
}

// The columns of sends.
const (
	SendAt = iota
	SendLink
	SendNumber
	SendNode
	SendDest
	SendAirtime
	SendPower
	SendBits
	SendKind
	SendPacket
	SendX
	SendY
	SendZ
	SendBand
)

func sends() *columns.Table {
	return &columns.Table{Name: "sends", Doc: "frames that were sent", Columns: []columns.Column{
		{Name: "at", Type: columns.Time, Unit: "ns", Doc: "when it began"},
		{Name: "link", Type: columns.Whole, Doc: "number of the link"},
		{Name: "number", Type: columns.Whole, Doc: "number of the frame on its link, from 1"},
		{Name: "node", Type: columns.Whole, Doc: "number of the sender"},
		{Name: "dest", Type: columns.Whole, Doc: "number of the node that it is for; -1 for everybody"},
		{Name: "airtime", Type: columns.Whole, Unit: "ns", Doc: "how long it lasts, unless its sender stops before"},
		{Name: "power", Type: columns.Short, Doc: "transmitted power, linear, in the unit of the link's budget"},
		{Name: "bits", Type: columns.Whole, Unit: "bit", Doc: "size"},
		{Name: "kind", Type: columns.Whole, Doc: "kind of frame, by its protocol"},
		{Name: "packet", Type: columns.Whole, Doc: "number of the packet in it; 0 for none"},
		{Name: "x", Type: columns.Short, Unit: "m", Doc: "where the sender was"},
		{Name: "y", Type: columns.Short, Unit: "m", Doc: "where the sender was"},
		{Name: "z", Type: columns.Short, Unit: "m", Doc: "where the sender was, upwards from the surface"},
		{Name: "band", Type: columns.Whole, Doc: "number of the band of the link, from 0"},
	}}
}

// The columns of arrivals.
const (
	ArrivalEnded = iota
	ArrivalBegan
	ArrivalLink
	ArrivalNumber
	ArrivalNode
	ArrivalSender
	ArrivalDelay
	ArrivalDistance
	ArrivalPower
	ArrivalMean
	ArrivalNoise
	ArrivalDoppler
	ArrivalSINR
	ArrivalFate
	ArrivalCause
	ArrivalBand
	ArrivalRadio
	ArrivalReception
)

// How far a radio received an arrival.
const (
	NeverBegun = iota
	Begun      // and given up before its end
	ToItsEnd
)

// Fates of arrivals.
const (
	Received = iota
	Collided
	Lost
	Missed
	InFlight
)

func arrivals() *columns.Table {
	return &columns.Table{Name: "arrivals", Doc: "waves of frames at radios, by their ends", Columns: []columns.Column{
		{Name: "ended", Type: columns.Time, Unit: "ns", Doc: "when it ended; of one in flight, the end of the run"},
		{Name: "began", Type: columns.Whole, Unit: "ns", Doc: "when it began"},
		{Name: "link", Type: columns.Whole, Doc: "number of the link"},
		{Name: "number", Type: columns.Whole, Doc: "number of the frame on its link"},
		{Name: "node", Type: columns.Whole, Doc: "number of the receiver"},
		{Name: "sender", Type: columns.Whole, Doc: "number of the sender"},
		{Name: "delay", Type: columns.Whole, Unit: "ns", Doc: "from the beginning of sending to that of arriving"},
		{Name: "distance", Type: columns.Number, Unit: "m", Doc: "from where the sender was to where the receiver is as it begins"},
		{Name: "power", Type: columns.Short, Doc: "received power, linear"},
		{Name: "mean", Type: columns.Short, Doc: "received power without fading"},
		{Name: "noise", Type: columns.Short, Doc: "ambient noise and that of the vehicle, in the same unit"},
		{Name: "doppler", Type: columns.Short, Doc: "received over sent frequency, less 1"},
		{Name: "sinr", Type: columns.Short, Doc: "ratio of signal to noise and interference as the radio judged it, linear; of one that it did not receive to its end over the noise alone"},
		{Name: "fate", Type: columns.Whole, Doc: "0 received, 1 collided, 2 lost, 3 never begun to be received, 4 in flight"},
		{Name: "cause", Type: columns.Whole, Doc: "number of the cause, see the list of causes; 0 for none"},
		{Name: "band", Type: columns.Whole, Doc: "number of the band of the link, from 0"},
		{Name: "radio", Type: columns.Whole, Doc: "link of the receiving radio: another than link where links share the water"},
		{Name: "reception", Type: columns.Whole, Doc: "0 where the radio never began to receive it, 1 where it gave up before its end, 2 where it received it to its end, intact or not"},
	}}
}

// The columns of poses.
const (
	PoseAt = iota
	PoseNode
	PoseX
	PoseY
	PoseZ
	PoseQW
	PoseQX
	PoseQY
	PoseQZ
	PoseSurge
	_
	_
	PoseKnows
	PoseBelievedX
	_
	_
	PoseBelievedQW
	_
	_
	_
)

func poses() *columns.Table {
	t := &columns.Table{Name: "poses", Doc: "where nodes are that move, how they are turned, and what their programs believe of it", Columns: []columns.Column{
		{Name: "at", Type: columns.Time, Unit: "ns", Doc: "when"},
		{Name: "node", Type: columns.Whole, Doc: "number of the node"},
	}}
	add := func(typ columns.Type, unit, doc string, names ...string) {
		for _, n := range names {
			t.Columns = append(t.Columns, columns.Column{Name: n, Type: typ, Unit: unit, Doc: doc})
		}
	}
	add(columns.Number, "m", "position, z upwards from the surface", "x", "y", "z")
	add(columns.Short, "", "attitude, a quaternion that turns the body's axes into the world's", "qw", "qx", "qy", "qz")
	add(columns.Short, "m/s", "velocity over ground about its own axes", "surge", "sway", "heave")
	add(columns.Whole, "", "1 where its program believes something else than the truth", "knows")
	add(columns.Number, "m", "position that its program believes", "believed_x", "believed_y", "believed_z")
	add(columns.Short, "", "attitude that its program believes", "believed_qw", "believed_qx", "believed_qy", "believed_qz")
	return t
}

// The columns of series.
const (
	SeriesAt = iota
	SeriesNumber
	SeriesValue
)

func series() *columns.Table {
	return &columns.Table{Name: "series", Doc: "readings of a probe", Columns: []columns.Column{
		{Name: "at", Type: columns.Time, Unit: "ns", Doc: "when"},
		{Name: "series", Type: columns.Whole, Doc: "number of the quantity, see the list of series"},
		{Name: "value", Type: columns.Number, Doc: "reading"},
	}}
}

// The columns of schedule.
const (
	ScheduleAt = iota
	ScheduleComputer
	ScheduleTask
	ScheduleJob
	ScheduleRelease
	ScheduleKind
)

func schedule() *columns.Table {
	return &columns.Table{Name: "schedule", Doc: "what the computers of nodes did", Columns: []columns.Column{
		{Name: "at", Type: columns.Time, Unit: "ns", Doc: "when"},
		{Name: "computer", Type: columns.Whole, Doc: "number of the computer, see the list of computers"},
		{Name: "task", Type: columns.Whole, Doc: "number of the task"},
		{Name: "job", Type: columns.Whole, Doc: "number of the release among those of the task, from 0"},
		{Name: "release", Type: columns.Whole, Unit: "ns", Doc: "when the job was released"},
		{Name: "kind", Type: columns.Whole, Doc: "number of what happened to it, see the list of facts"},
	}}
}

// The columns of disturbances.
const (
	DisturbanceEnded = iota
	DisturbanceBegan
	DisturbanceLink
	DisturbanceNumber
	DisturbanceNode
	DisturbanceSender
	DisturbancePower
	DisturbanceBand
	DisturbanceRadio
)

func disturbances() *columns.Table {
	return &columns.Table{Name: "disturbances", Doc: "waves at radios that none receives, and that disturb others: echoes, sources of noise, and frames that a modem does not understand", Columns: []columns.Column{
		{Name: "ended", Type: columns.Time, Unit: "ns", Doc: "when it ended; of one in flight, the end of the run"},
		{Name: "began", Type: columns.Whole, Unit: "ns", Doc: "when it began"},
		{Name: "link", Type: columns.Whole, Doc: "number of the link of its sender"},
		{Name: "number", Type: columns.Whole, Doc: "number of the frame on its link, of an echo that of its frame; 0 for none"},
		{Name: "node", Type: columns.Whole, Doc: "number of the node where it came"},
		{Name: "sender", Type: columns.Whole, Doc: "number of the node that it came from"},
		{Name: "power", Type: columns.Short, Doc: "received power, linear"},
		{Name: "band", Type: columns.Whole, Doc: "number of the band of the link, from 0"},
		{Name: "radio", Type: columns.Whole, Doc: "link of the radio where it came"},
	}}
}
