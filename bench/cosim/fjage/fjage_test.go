package fjage

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"halocline/bench/cosim"
	"halocline/bench/cosim/clienttest"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// pair is two nodes 1300 m apart, a Pythagorean box 300, 400, 1200, in still water of one speed, and a third one beside them. A byte takes 8 ms.
const pair = `
name: pair
duration: 1e5s
links: {a: {channel: {type: ideal, speed: 1500m/s}, modem: {type: plain, rate: 1kbps, preamble: 0s}, mac: {type: aloha, header: 0bit, queue: 4}}}
nodes:
  - {name: x, run: {type: external}}
  - {name: y, at: [300m, 400m, -1200m], run: {type: external}}
  - {name: z, at: [0m, 0m, -100m]}
`

// seen keeps what became of packets.
type seen []trace.Record

func (s *seen) Emit(r trace.Record) {
	if r.Kind == trace.Offered || r.Kind == trace.Delivered {
		*s = append(*s, r)
	}
}

// start runs the pair in step with the wall, and returns the ports of its containers. Its end says what came of it.
func start(t *testing.T, rate float64, tracer trace.Tracer, a cosim.Access, sets ...strict.Set) (s *cosim.Session, ports []string, end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	var listeners []net.Listener
	for range 2 {
		l, err := cosim.Access{}.Listen(ctx, "0")
		if err != nil {
			t.Fatal(err)
		}
		_, port, _ := net.SplitHostPort(l.Addr().String())
		listeners, ports = append(listeners, l), append(ports, port)
	}
	plan, err := scenarios.Standard().Parse("pair.yaml", pair, sets)
	if err != nil {
		t.Fatal(err)
	}
	containers := &adapter{access: a, listen: func(_ context.Context, address int) (net.Listener, error) { return listeners[address-1], nil }}
	s, ended := clienttest.Serve(ctx, t, plan, cosim.Config{Step: 20 * time.Millisecond, Rate: rate}, tracer, containers)
	return s, ports, func() {
		cancel()
		if err := <-ended; err == nil || !strings.Contains(err.Error(), "cancel") {
			t.Errorf("the run ended with %v", err)
		}
	}
}

// datagram is what the client prints of a DatagramNtf.
type datagram struct {
	From, To, Protocol int
	Data               []int
	RxTime, SentAt     int64
	Wall               float64
}

// fjåge's own client finds agents and services, sends through our water, and measures a range. A datagram of five bytes comes after 1300/1500 s on its way
// and 40 bits at 1 kbit/s, 0.906667 s, which the trace has too; its frame begins to arrive after the way alone. The range is 1300 m but for
// 1500 m/s times the nanosecond to which clocks are read.
func TestClientOfFjage(t *testing.T) {
	dir := clienttest.Node(t, "fjage@2.3.1")
	var records seen
	_, ports, end := start(t, 1, &records, cosim.Access{})
	told := map[string][]json.RawMessage{}
	for _, line := range clienttest.Run(t, dir, "testdata/client.mjs", ports...) {
		var one map[string]json.RawMessage
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		for what, value := range one {
			told[what] = append(told[what], value)
		}
	}
	end()
	for what, want := range map[string]string{
		"agents":     `["phy","ranging","node","arp"]`,
		"contains":   `[true,false]`,
		"found":      `["phy","ranging",null,0]`,
		"address":    `1`,
		"parameters": `[2,"y",null]`,
		"resolved":   `[2,"FAILURE"]`,
		"agreed":     `"AGREE" "AGREE" "AGREE"`,
		"sent":       `[true,2] [true,2]`,
	} {
		if got := strings.Trim(fmt.Sprintf("%s", told[what]), "[]"); got != strings.Trim(want, "[]") {
			t.Errorf("%s: %s, not %s", what, got, want)
		}
	}
	checkDatagrams(t, told["datagram"], records)
	var r struct {
		From, To int
		Range    float64
		Mine     bool
	}
	if json.Unmarshal(told["range"][0], &r) != nil || r.From != 1 || r.To != 2 || !r.Mine || math.Abs(r.Range-1300) > 1.5e-6 {
		t.Errorf("range: %s", told["range"])
	}
	t.Logf("range %.9f m", r.Range)
	for i, want := range []string{"REFUSE it is for no node", "REFUSE port x.send: \"x\" is the node itself", "REFUSE port x.send: a message of 0 bytes", "REFUSE port x.range: a range is", "NOT_UNDERSTOOD"} {
		var got []string
		if err := json.Unmarshal(told["refused"][i], &got); err == nil && !strings.HasPrefix(strings.Join(got, " "), want) {
			t.Errorf("%s, not %s", got, want)
		}
	}
}

// checkDatagrams checks the two datagrams that have come against the trace, and the trace against the closed form.
func checkDatagrams(t *testing.T, all []json.RawMessage, records []trace.Record) {
	t.Helper()
	if len(all) != 2 || len(records) != 8 { // and a request with its answer
		t.Fatalf("%d datagrams, %d records: %+v", len(all), len(records), records)
	}
	const way, air = 1300.0 / 1500, 5 * 8 / 1000.0
	for i, text := range all {
		var d datagram
		if err := json.Unmarshal(text, &d); err != nil {
			t.Fatal(err)
		}
		var data []int
		for _, c := range []byte("hello") {
			data = append(data, int(c+byte(128*i)))
		}
		offered, delivered := records[2*i], records[2*i+1]
		if d.From != 1 || d.To != 2 || d.Protocol != 33 || !reflect.DeepEqual(d.Data, data) {
			t.Errorf("datagram: %s", text)
		}
		if offered.Kind != trace.Offered || delivered.Kind != trace.Delivered || math.Abs(delivered.Value-way-air) > 1e-8 {
			t.Errorf("the trace has %+v and %+v; want a delay of %g s", offered, delivered, way+air)
		}
		if begins := offered.At.Seconds() + way; math.Abs(float64(d.RxTime)*1e-6-begins) > 1e-6 || d.SentAt != int64(delivered.At)/1e6 {
			t.Errorf("it began to come at %d us and had come at %d ms; want %.6f s and %v", d.RxTime, d.SentAt, begins, delivered.At)
		}
		t.Logf("delay of the trace %.6f s, by hand %.6f s; by the wall %.3f s", delivered.Value, way+air, d.Wall)
	}
}

// line is a connection to a container.
type line struct {
	t    *testing.T
	conn net.Conn
	in   *bufio.Scanner
}

// dial connects to a container, which says that it is alive.
func dial(t *testing.T, port string) *line {
	t.Helper()
	conn, err := net.Dial("tcp", "127.0.0.1:"+port)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	l := &line{t, conn, bufio.NewScanner(conn)}
	if got := l.next(); got != `{"alive": true}` {
		t.Fatalf("it says %s", got)
	}
	return l
}

// next returns the next line.
func (l *line) next() string {
	l.t.Helper()
	l.conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	if !l.in.Scan() {
		l.t.Fatalf("nothing comes: %v", l.in.Err())
	}
	return l.in.Text()
}

// say writes a line.
func (l *line) say(text string) {
	l.t.Helper()
	if _, err := fmt.Fprintln(l.conn, text); err != nil {
		l.t.Fatal(err)
	}
}

// With acknowledgements the sender is told that a datagram was delivered, and where each frame is lost, that it failed, after the answer that it is agreed
// to. A node that hears no answer to a request for a range is told nothing, and one whose request is lost that it failed. All is told
// without a word of wantsMessagesFor, and the names of messages of old versions are answered by their likes.
func TestFatesAreTold(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const ask = `{"action": "send", "message": {"clazz": "org.arl.unet.%s", "data": {"to": %d, "data": {"clazz": "[B", "data": "aGVsbG8="}, "msgID": "m", "perf": "REQUEST", "recipient": "%s", "sender": "me"}}}`
	for _, c := range []struct {
		lost  string
		class string
		to    int
		agent string
		want  []string
	}{
		{"0", "DatagramReq", 2, "phy", []string{`"AGREE"`, "DatagramDeliveryNtf"}},
		{"1", "DatagramReq", 2, "phy", []string{`"AGREE"`, "DatagramFailureNtf"}},
		{"0", "phy.RangeReq", 2, "ranging", []string{`"AGREE"`, "org.arl.unet.phy.RangeNtf"}},
		{"1", "localization.RangeReq", 2, "ranging", []string{`"AGREE"`, `"FAILURE"`}},
		{"1", "localization.RangeReq", 3, "ranging", []string{`"AGREE"`, `"FAILURE"`}},
	} {
		_, ports, end := start(t, 100, nil, cosim.Access{}, strict.Set{Path: "links.a.mac.ack", Value: "true"}, strict.Set{Path: "links.a.modem.errors", Value: "{type: loss, probability: " + c.lost + "}"})
		l := dial(t, ports[0])
		l.say(fmt.Sprintf(ask, c.class, c.to, c.agent))
		for _, want := range c.want {
			if got := l.next(); !strings.Contains(got, want) || !strings.Contains(got, `"inReplyTo":"m"`) || !strings.Contains(got, `"recipient":"me"`) {
				t.Errorf("%s with losses of %s: %s; want %s", c.class, c.lost, got, want)
			}
		}
		end()
	}
}

// Who wants what comes at nodes gets it once, under the first of its topics; who wants something else does not.
func TestTopics(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	_, ports, end := start(t, 100, nil, cosim.Access{})
	var all []*line
	for _, wants := range []string{`"#phy__ntf", "#org.arl.unet.Topics.DATAGRAM"`, `"#org.arl.unet.Topics.DATAGRAM", "me"`, `"#a__ntf"`, `"me"`} {
		l := dial(t, ports[1])
		l.say(`{"action": "wantsMessagesFor", "agentIDs": [` + wants + `]}`)
		l.say(`{"id": "1", "action": "containsAgent", "agentID": "phy"}`)
		if got := l.next(); got != `{"id":"1","inResponseTo":"containsAgent","answer":true}` {
			t.Errorf("%s", got)
		}
		all = append(all, l)
	}
	dial(t, ports[0]).say(`{"action": "send", "message": {"clazz": "org.arl.unet.DatagramReq", "data": {"to": 0, "data": [1, -1], "recipient": "phy", "sender": "me"}}}`)
	for i, want := range []string{"#phy__ntf", "#org.arl.unet.Topics.DATAGRAM", "#a__ntf"} {
		if got := all[i].next(); !strings.Contains(got, `"recipient":"`+want+`"`) || !strings.Contains(got, `"data":"Af8="`) {
			t.Errorf("%s; want it for %s", got, want)
		}
	}
	for _, l := range all {
		l.say(`{"id": "2", "action": "services"}`)
		if got := l.next(); !strings.HasPrefix(got, `{"id":"2","inResponseTo":"services","services":["org.arl.unet.Services.ADDRESS_RESOLUTION","org.arl.unet.Services.DATAGRAM",`) {
			t.Errorf("%s has come too", got)
		}
	}
	end()
}

// No line ends the run. Those that nobody can read are counted, and so are those to nobody.
func TestRandomLines(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	n := 10_000
	if os.Getenv("HALOCLINE_LONG") == "1" {
		n = 1_000_000
	}
	s, ports, end := start(t, 1000, nil, cosim.Access{})
	l := dial(t, ports[0])
	go func() { // what is answered is read
		for l.in.Scan() {
		}
	}()
	dice := rand.New(rand.NewPCG(3, 4))
	junk := int64(0)
	for range n {
		if dice.IntN(2) == 0 {
			junk++
			noise := make([]byte, 1+dice.IntN(100))
			for i := range noise {
				noise[i] = byte(dice.Uint32()) | 0x80 // in UTF-8 no line ends there
			}
			l.say("x" + string(noise))
			continue
		}
		text, isJunk := sentence(dice)
		if isJunk {
			junk++
		}
		l.say(text)
	}
	for deadline := time.Now().Add(10 * time.Second); s.Report().Junk < junk && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(50 * time.Millisecond)
	if r := s.Report(); r.Junk != junk || r.Inputs == 0 {
		t.Errorf("%d of %d lines are junk; counted %d, and %d inputs", junk, n, r.Junk, r.Inputs)
	}
	end()
}

// sentence returns a line that is nearly right, and whether nobody can read it.
func sentence(dice *rand.Rand) (text string, junk bool) {
	pick := func(all ...string) string { return all[dice.IntN(len(all))] }
	if dice.IntN(3) == 0 {
		action := pick("agents", "containsAgent", "services", "agentForService", "agentsForService", "wantsMessagesFor", "shutdown", "auth", "dance", "")
		return fmt.Sprintf(`{"id": %q, "action": %q, "agentID": "phy", "service": "x", "agentIDs": %s}`, strconv.Itoa(dice.Int()), action, pick("[]", `["a", "#b"]`, "null")), action == "dance" || action == ""
	}
	class := pick("org.arl.unet.DatagramReq", "RangeReq", "org.arl.fjage.param.ParameterReq", "AddressResolutionReq", "a.b.", "", "....")
	to, agent := pick("0", "1", "2", "3", "-1", "99", "null", `"2"`, "1e9", "2.5"), pick("phy", "ranging", "node", "arp", "a", "", "#phy__ntf")
	data := pick("[1, 2, 3]", "[]", "null", `{"clazz": "[B", "data": "AAAA"}`, `{"clazz": "[F", "data": "AAAA"}`, `{"clazz": "[B", "data": "!"}`, "[999]", `"text"`, "[[1]]", "{}", "7")
	text = fmt.Sprintf(`{"action": "send", "message": {"clazz": %q, "data": {"to": %s, "data": %s, "param": %q, "requests": %s, "name": "y", "perf": "REQUEST", "recipient": %q, "sender": "me"}}}`,
		class, to, data, pick("", "address", "a.b.address", "."), pick("null", "[]", `[{"param": "time"}]`), agent)
	return text, to == `"2"` || to == "2.5" || to == "1e9" || agent != "phy" && agent != "ranging" && agent != "node" && agent != "arp"
}

// From other machines nothing is done without the token, and with it all.
func TestToken(t *testing.T) {
	a := &adapter{access: cosim.Access{Remote: true, Token: "secret"}}
	k := &client{container: &container{adapter: a, agents: []agent{{name: "phy"}}}, lines: make(chan []byte, 1)}
	for _, c := range [][2]string{
		{`{"id": "1", "action": "agents"}`, `{"id":"1","inResponseTo":"agents","auth":false}`},
		{`{"id": "2", "action": "auth", "creds": "guess"}`, `{"id":"2","inResponseTo":"auth","auth":false}`},
		{`{"id": "3", "action": "auth", "creds": "secret"}`, `{"id":"3","inResponseTo":"auth","auth":true}`},
		{`{"id": "4", "action": "containsAgent", "agentID": "phy"}`, `{"id":"4","inResponseTo":"containsAgent","answer":true}`},
	} {
		k.read([]byte(c[0]))
		if got := string(<-k.lines); got != c[1] {
			t.Errorf("%s: %s, not %s", c[0], got, c[1])
		}
	}
}

// What is no port, and a scenario without programs outside, are faults.
func TestFaults(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, text := range []string{"x", "70000", "1.2.3.4:5"} {
		if _, err := Open(t.Context(), cosim.Access{}, text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
	plan, err := scenarios.Standard().Load("two-nodes", nil)
	if err != nil {
		t.Fatal(err)
	}
	open, err := Open(t.Context(), cosim.Access{}, "1100")
	if err != nil {
		t.Fatal(err)
	}
	s, err := cosim.New(cosim.Config{Step: time.Second, Rate: 1}, plan, open)
	if err != nil {
		t.Fatal(err)
	}
	run, err := plan.Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Drive(t.Context(), run); err == nil || !strings.Contains(err.Error(), "no node sends for programs outside") {
		t.Errorf("%v", err)
	}
}
