// Package rosbridge speaks rosbridge v2, by which programs of ROS that are no nodes of it, web pages above all, publish and
// subscribe to topics and call services, as JSON over a WebSocket. The server is the simulation, without ROS. Frames are those of REP 103,
// which are Halocline's own: the world is ENU with z up, a body has x ahead, y to the left and z up.
//
// Out go, of each node: odom, which is where its program takes it to be, truth, received, and what its instruments read. In come
// wrench, thrusters, joy, cmd_vel, send, and a Float64 or String for each port. Service halocline/ports tells the
// ports, rosapi/topics all topics, and halocline/step carries a run in lock step on. Stamps are simulated time; /clock has it too, for
// use_sim_time.
//
// Source: rosbridge v2.0 Protocol Specification, ROSBRIDGE_PROTOCOL.md of github.com/RobotWebTools/rosbridge_suite; messages as in
// common_interfaces of ROS 2, whose Range and FluidPressure have the fields of ROS 1.
//
// A page comes from another origin, and has to give the token: ws://localhost:9090/?token=SECRET.
//
// A client that does not read misses the oldest messages. A throttle_rate is of time on the wall, as in rosbridge itself.
//
// Begin with Open.
//
// Left out: compression and fragments, services and actions of clients, topics of clients for each other, parameters, /tf, and
// covariances, which are all 0.
package rosbridge

import (
	"context"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"halocline/bench/cosim"
	"halocline/sim"
)

// Version says how times are written and types are called.
type Version int

// The versions.
const (
	ROS1 Version = 1 // secs and nsecs, nav_msgs/Odometry
	ROS2 Version = 2 // sec and nanosec, nav_msgs/msg/Odometry
)

// Open returns what opens an adapter. A client may use any path; /status and /ports are those of cosim.HTTP.
func Open(v Version) func(context.Context, cosim.Access, string) (cosim.Adapter, error) {
	return func(ctx context.Context, access cosim.Access, address string) (cosim.Adapter, error) {
		listener, err := access.Listen(ctx, address)
		if err != nil {
			return nil, err
		}
		return &cosim.HTTP{Listener: listener, Access: access, Others: map[string]func(context.Context, *cosim.Session) http.Handler{"/": v.handler}}, nil
	}
}

// handler serves clients until ctx is done.
func (v Version) handler(ctx context.Context, session *cosim.Session) http.Handler {
	h := newHub(v, session)
	go h.follow(ctx)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The guard of cosim.HTTP has looked at the origin already.
		conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
		if err != nil {
			return // Accept has told the client
		}
		defer conn.CloseNow()
		defer session.Client()()
		conn.SetReadLimit(cosim.MostMessage)
		serve(ctx, h, conn)
	})
}

// serve serves one client.
func serve(ctx context.Context, h *hub, conn *websocket.Conn) {
	ctx, cancel := context.WithCancel(ctx)
	c := newClient(h)
	written := make(chan struct{})
	go func() {
		defer close(written)
		defer cancel()
		c.write(ctx, func(data []byte) error {
			ctx, cancel := context.WithTimeout(ctx, patience)
			defer cancel()
			return conn.Write(ctx, websocket.MessageText, data)
		})
	}()
	defer func() {
		h.leave(c)
		cancel()
		<-written
	}()
	for {
		kind, data, err := conn.Read(ctx)
		if err != nil {
			return
		}
		if kind != websocket.MessageText {
			data = nil // BSON and CBOR: no request
		}
		for _, answer := range c.obey(ctx, data) {
			select {
			case c.answers <- answer: // who does not read them is not read from
			case <-ctx.Done():
				return
			}
		}
	}
}

// patience is how long a client may take nothing before its connection is closed.
const patience = 30 * time.Second

// stamp returns a time as the version writes it.
func (v Version) stamp(t sim.Time) any {
	s, ns := int64(t)/1e9, int64(t)%1e9
	if v == ROS1 {
		return stamp1{s, ns}
	}
	return stamp2{s, ns}
}

// typed returns the name of a type as the version has it, from that of ROS 1.
func (v Version) typed(name string) string {
	if v == ROS1 {
		return name
	}
	return splitType(name, "/msg/")
}
