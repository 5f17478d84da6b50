package rosbridge_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"halocline/bench/cosim"
	"halocline/bench/cosim/rosbridge"
	"halocline/sim/rng"
	"halocline/sim/simtest"
)

// dial connects a client that is no roslib.
func (r *rig) dial(header http.Header, client *http.Client) (*websocket.Conn, *http.Response, error) {
	return websocket.Dial(r.t.Context(), r.url, &websocket.DialOptions{HTTPHeader: header, HTTPClient: client, Host: header.Get("Host")})
}

// A page of another origin, and a name that has been turned to this machine, do not get in; the token lets in who has it. Other machines need
// leave and a token.
func TestGuard(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	r := start(t, strings.Replace(alone, "DURATION", "1s", 1), lockstep(), rosbridge.ROS2, cosim.Access{Token: "secret"})
	own := strings.TrimPrefix(r.url, "ws://")
	for _, row := range []struct {
		key, value, query string
		in                bool
	}{
		{"", "", "", true},
		{"Origin", "http://" + own, "", true},
		{"Origin", "http://evil.example", "", false},
		{"Origin", "http://localhost:1", "", false},
		{"Origin", "null", "", false},
		{"Host", "evil.example", "", false},
		{"Host", "evil.example", "/?token=secret", true},
		{"Origin", "http://studio.example", "/?token=secret", true},
		{"Origin", "http://studio.example", "/?token=secre", false},
	} {
		header := http.Header{}
		if row.key != "" {
			header.Set(row.key, row.value)
		}
		r.url = "ws://" + own + row.query
		c, response, err := r.dial(header, nil)
		if (err == nil) != row.in {
			t.Errorf("%s %s %s: %v", row.key, row.value, row.query, err)
		}
		if err != nil && (response == nil || response.StatusCode != http.StatusForbidden) {
			t.Errorf("%s %s: it is told %v", row.key, row.value, response)
		}
		if c != nil {
			c.CloseNow()
		}
	}
	for address, access := range map[string]cosim.Access{"0.0.0.0:0": {}, "[::]:0": {Remote: true}} {
		if _, err := rosbridge.Open(rosbridge.ROS2)(t.Context(), access, address); err == nil {
			t.Errorf("it listens on %s without a token", address)
		}
	}
	r.to(1)
	r.wait()
}

// noise makes frames of bytes.
func noise(s *rng.Stream) []byte {
	data := make([]byte, s.Intn(200))
	for i := range data {
		data[i] = byte(s.Intn(256))
	}
	return data
}

// wild makes requests whose fields have any values, of which some are right.
func wild(s *rng.Stream) []byte {
	pick := func(of ...string) string { return of[s.Intn(len(of))] }
	likely := map[string][]string{
		"id": {`"a"`, `7`}, "topic": {`"/auv/wrench"`, `"/auv/joy"`, `"/auv/odom"`, `"/clock"`, `"/auv/port/surge"`, `"/auv/received"`, `"//"`},
		"type": {`"geometry_msgs/Wrench"`, `"std_msgs/msg/String"`}, "service": {`"/halocline/ports"`, `"rosapi/topics"`, `"/rosapi/topic_type"`, `"/"`},
		"msg": {
			`{"force": {"x": 1e308}}`, `{"force": {"x": 1, "y": -2e9}, "torque": {"z": 3}}`, `{"data": -1e308}`, `{"data": 1e999}`, `{"data": null}`,
			`{"axes": [1e308, -1e308, 0, 0]}`, `{"axes": [1, 0.5, -1, 3, 4, 5]}`, `{"axes": []}`, `{"data": "{}"}`,
		},
		"args": {`{"topic": "/clock"}`, `[]`}, "level": {`"none"`, `"info"`}, "throttle_rate": {`0`, `1e3`, `1e300`, `-1`}, "queue_length": {`0`, `1000`, `-5`},
		"compression": {`"none"`, `"png"`},
	}
	keys := slices.Sorted(maps.Keys(likely))
	op := pick("publish", "publish", "publish", "subscribe", "unsubscribe", "advertise", "call_service", "set_level", "fragment", "")
	all := []string{fmt.Sprintf(`"op": %q`, op), `"topic": ` + pick(likely["topic"]...), `"msg": ` + pick(likely["msg"]...)}
	for range s.Intn(4) {
		key := keys[s.Intn(len(keys))]
		value := pick(likely[key]...)
		if s.Intn(8) == 0 {
			value = pick(`1`, `-1e308`, `1e999`, `null`, `true`, `"x"`, `[]`, `{}`, `[1, 2, null]`, `{"x": {}}`)
		}
		all = append(all, fmt.Sprintf("%q: %s", key, value))
	}
	return []byte("{" + strings.Join(all, ", ") + "}")
}

// Frames of random bytes are counted, each one; requests of random fields bring nothing down; and the next client is served.
func TestRandomFrames(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	n := 10_000
	if simtest.Long() {
		n = 1_000_000
	}
	r := start(t, strings.Replace(alone, "DURATION", "1s", 1), lockstep(), rosbridge.ROS2, cosim.Access{})
	c, _, err := r.dial(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	c.SetReadLimit(1 << 26)
	answers := make(chan string, 1)
	go func() {
		for {
			_, data, err := c.Read(t.Context())
			if err != nil {
				close(answers)
				return
			}
			if strings.Contains(string(data), `"the last"`) {
				answers <- string(data)
			}
		}
	}()
	s := rng.New(28).Stream("frames")
	send := func(kind websocket.MessageType, data []byte) {
		if err := c.Write(t.Context(), kind, data); err != nil {
			t.Fatal(err)
		}
	}
	for k := range n / 2 {
		send([]websocket.MessageType{websocket.MessageText, websocket.MessageBinary}[k%2], noise(s))
	}
	send(websocket.MessageBinary, []byte(`{"op": "subscribe", "topic": "/clock"}`)) // as bytes, which BSON or CBOR would be
	send(websocket.MessageText, []byte(`{"op": "call_service", "id": "the last", "service": "rosapi/get_time"}`))
	if answer := <-answers; !strings.Contains(answer, `"result":true`) {
		t.Errorf("after the bytes: %s", answer)
	}
	if junk := r.session.Report().Junk; junk != int64(n/2+1) {
		t.Errorf("%d of %d frames are counted", junk, n/2+1)
	}
	for k := range n / 2 {
		send(websocket.MessageText, wild(s))
		if k%1000 == 0 { // what has come in acts on the run
			r.to(r.session.Latest().At.Seconds() + 1e-4)
		}
	}
	send(websocket.MessageText, []byte(`{"op": "call_service", "id": "the last", "service": "rosapi/get_time"}`))
	if answer := <-answers; !strings.Contains(answer, `"result":true`) {
		t.Errorf("after the requests: %s", answer)
	}
	report := r.session.Report()
	t.Logf("of %d frames %d are junk, %d inputs, %d refused, %d dropped", n, report.Junk, report.Inputs, report.Refused, report.Dropped)
	r.to(1)
	r.wait()
	if report.Clients != 1 || report.Inputs == 0 || report.Junk >= int64(n) {
		t.Errorf("report: %+v", report)
	}
}

// deaf are clients that want everything and read nothing: their sockets take little, so that they are full after some frames.
func (r *rig) deaf(n, length int) {
	r.t.Helper()
	small := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := (&net.Dialer{}).DialContext(ctx, network, address)
		if err == nil {
			err = c.(*net.TCPConn).SetReadBuffer(4096)
		}
		return c, err
	}}}
	for range n {
		c, _, err := r.dial(nil, small)
		if err != nil {
			r.t.Fatal(err)
		}
		r.t.Cleanup(func() { c.CloseNow() })
		topics := []string{"/clock"}
		for _, node := range r.session.Names.Nodes {
			topics = append(topics, "/"+node+"/odom", "/"+node+"/truth")
		}
		for _, topic := range topics {
			request, _ := json.Marshal(map[string]any{"op": "subscribe", "topic": topic, "queue_length": length})
			if err := c.Write(r.t.Context(), websocket.MessageText, request); err != nil {
				r.t.Fatal(err)
			}
		}
	}
}

// Clients that never read make no boundary later. Their messages are left out, and counted.
func TestDeafClientsLateness(t *testing.T) {
	simtest.SkipShort(t, "measures time")
	if simtest.Race {
		t.Skip("under the race detector it measures that")
	}
	late := func(n int) cosim.Report {
		text := strings.Replace(alone, "DURATION", "20s", 1)
		for k := range 6 {
			text += fmt.Sprintf("  - {name: b%d, at: [10m, %dm, 0m]}\n", k, 10*k)
		}
		r := start(t, text, cosim.Config{Step: 20 * time.Millisecond, Rate: 10}, rosbridge.ROS2, cosim.Access{})
		r.deaf(n, 0)
		r.wait()
		return r.session.Report()
	}
	const jitter = 500e-6   // of the machine, s
	for try := 1; ; try++ { // on a machine with other work both are what that leaves
		none, some := late(0), late(4)
		t.Logf("lateness without and with 4 deaf clients: median %.3f and %.3f ms (ratio %.2f), p95 %.3f and %.3f ms; %d messages missed",
			1e3*none.Median, 1e3*some.Median, some.Median/none.Median, 1e3*none.P95, 1e3*some.P95, some.Missed)
		if some.Missed == 0 || none.Missed > 0 {
			t.Errorf("%d messages are missed with deaf clients, %d without", some.Missed, none.Missed)
		}
		if some.Median <= 2*none.Median+jitter {
			return
		}
		if try == 3 {
			t.Fatal("deaf clients make boundaries later")
		}
	}
}

// However long clients do not read, what waits for them is bounded: 1000 messages of a topic, most of which all of them share.
func TestDeafClientsMemory(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	r := start(t, strings.Replace(alone, "DURATION", "2000s", 1), lockstep(), rosbridge.ROS2, cosim.Access{})
	r.deaf(4, 1000)
	heap := func() float64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc) / (1 << 20)
	}
	steps := func(from, n int) {
		for k := 1; k <= n; k++ {
			r.to(float64(from+k) * 0.02)
			if k%16 == 0 {
				time.Sleep(time.Millisecond) // as much as the hub needs to make messages of all frames
			}
		}
	}
	steps(0, 8000) // all queues are full
	before := heap()
	steps(8000, 8000)
	after := heap()
	if after > before+2 {
		t.Errorf("the heap has grown from %.1f to %.1f MiB in 8000 frames", before, after)
	}
	missed := r.session.Report().Missed
	if missed < 10_000 {
		t.Errorf("%d messages are missed", missed)
	}
	t.Logf("heap %.1f and %.1f MiB after 8000 and 16000 frames, %d missed", before, after, missed)
	r.stop()
	<-r.ended
}
