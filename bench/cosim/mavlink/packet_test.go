package mavlink

import (
	"encoding/binary"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"halocline/bench/cosim"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/rng"
	"halocline/sim/simtest"
)

// The sum of CRC-16/MCRF4XX over the digits is 0x6F91 (G. Cook, Catalogue of parametrised CRC algorithms).
func TestCRC(t *testing.T) {
	if got := crc(0xFFFF, []byte("123456789")); got != 0x6F91 {
		t.Errorf("%#x", got)
	}
}

// defined are the messages as github.com/mavlink/mavlink defines them at commit de1e078 (minimal.xml, standard.xml, common.xml): types and
// names of fields in their order there, and of extensions types behind a stroke.
func defined() map[any]string {
	return map[any]string{
		&heartbeat{}:          "0 HEARTBEAT uint8_t type uint8_t autopilot uint8_t base_mode uint32_t custom_mode uint8_t system_status uint8_t mavlink_version",
		&systemTime{}:         "2 SYSTEM_TIME uint64_t time_unix_usec uint32_t time_boot_ms",
		&paramRequestRead{}:   "20 PARAM_REQUEST_READ uint8_t target_system uint8_t target_component char[16] param_id int16_t param_index",
		&paramRequestList{}:   "21 PARAM_REQUEST_LIST uint8_t target_system uint8_t target_component",
		&paramValue{}:         "22 PARAM_VALUE char[16] param_id float param_value uint8_t param_type uint16_t param_count uint16_t param_index",
		&paramSet{}:           "23 PARAM_SET uint8_t target_system uint8_t target_component char[16] param_id float param_value uint8_t param_type",
		&scaledPressure{}:     "29 SCALED_PRESSURE uint32_t time_boot_ms float press_abs float press_diff int16_t temperature | int16_t",
		&attitude{}:           "30 ATTITUDE uint32_t time_boot_ms float roll float pitch float yaw float rollspeed float pitchspeed float yawspeed",
		&attitudeQuaternion{}: "31 ATTITUDE_QUATERNION uint32_t time_boot_ms float q1 float q2 float q3 float q4 float rollspeed float pitchspeed float yawspeed | float[4]",
		&localPosition{}:      "32 LOCAL_POSITION_NED uint32_t time_boot_ms float x float y float z float vx float vy float vz",
		&globalPosition{}:     "33 GLOBAL_POSITION_INT uint32_t time_boot_ms int32_t lat int32_t lon int32_t alt int32_t relative_alt int16_t vx int16_t vy int16_t vz uint16_t hdg",
		&manualControl{}:      "69 MANUAL_CONTROL uint8_t target int16_t x int16_t y int16_t z int16_t r uint16_t buttons | uint16_t uint8_t int16_t int16_t int16_t[6]",
		&rcChannelsOverride{}: "70 RC_CHANNELS_OVERRIDE uint8_t target_system uint8_t target_component uint16_t chan1_raw uint16_t chan2_raw uint16_t chan3_raw uint16_t chan4_raw uint16_t chan5_raw uint16_t chan6_raw uint16_t chan7_raw uint16_t chan8_raw | uint16_t[10]",
		&commandLong{}:        "76 COMMAND_LONG uint8_t target_system uint8_t target_component uint16_t command uint8_t confirmation float param1 float param2 float param3 float param4 float param5 float param6 float param7",
		&commandAck{}:         "77 COMMAND_ACK uint16_t command uint8_t result | uint8_t int32_t uint8_t uint8_t",
	}
}

// sizes returns the sizes of the numbers of a message as they lie in a packet.
func sizes(v reflect.Value) (all []int) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			all = append(all, sizes(v.Field(i))...)
		}
	case reflect.Array:
		for i := range v.Len() {
			all = append(all, sizes(v.Index(i))...)
		}
	default:
		all = append(all, int(v.Type().Size()))
	}
	return all
}

// size returns the size of a number of a type, and how many there are.
func size(kind string) (bytes, count int) {
	kind, rest, array := strings.Cut(kind, "[")
	count = 1
	if array {
		count = map[string]int{"4]": 4, "6]": 6, "10]": 10, "16]": 16}[rest]
	}
	return map[string]int{"char": 1, "uint8_t": 1, "int16_t": 2, "uint16_t": 2, "float": 4, "int32_t": 4, "uint32_t": 4, "uint64_t": 8}[kind], count
}

// Numbers, layouts and CRC_EXTRA follow from the definitions by the rules of mavlink.io/en/guide/serialization.html, as worked out here: fields by size, the
// largest first and of equal ones as they stand; CRC_EXTRA is the sum over the name, types and names of fields without extensions, both
// halves taken together by exclusive or.
func TestDefinitions(t *testing.T) {
	for message, text := range defined() {
		words, extensions, _ := strings.Cut(text, "|")
		w := strings.Fields(words)
		var fields [][2]string
		for i := 2; i < len(w); i += 2 {
			fields = append(fields, [2]string{w[i], w[i+1]})
		}
		slices.SortStableFunc(fields, func(a, b [2]string) int {
			left, _ := size(a[0])
			right, _ := size(b[0])
			return right - left
		})
		extra := crc(0xFFFF, []byte(w[1]+" "))
		var want []int
		add := func(kind string) {
			one, n := size(kind)
			want = append(want, slices.Repeat([]int{one}, n)...)
		}
		for _, f := range fields {
			kind, _, array := strings.Cut(f[0], "[")
			extra = crc(extra, []byte(kind+" "+f[1]+" "))
			if array {
				_, n := size(f[0])
				extra = crc(extra, []byte{byte(n)})
			}
			add(f[0])
		}
		for _, kind := range strings.Fields(extensions) {
			add(kind)
		}
		k := kindOf(message)
		if got := byte(extra) ^ byte(extra>>8); k.extra != got {
			t.Errorf("%s: CRC_EXTRA is %d, want %d", w[1], k.extra, got)
		}
		if got := sizes(reflect.ValueOf(message).Elem()); !slices.Equal(got, want) {
			t.Errorf("%s lies as %v, want %v", w[1], got, want)
		}
		if strings.Fields(text)[0] != strconv.Itoa(int(k.id)) {
			t.Errorf("%s has the number %d", w[1], k.id)
		}
	}
}

// Zeros at the end are cut off but for the first byte, and read again as zeros.
func TestZeros(t *testing.T) {
	for _, row := range []struct {
		message any
		length  int
	}{
		{&paramRequestList{}, 1},
		{&paramRequestList{System: 1}, 1},
		{&paramRequestList{Component: 1}, 2},
		{&commandLong{Command: 0x0100}, 30},
		{&manualControl{T: 0x0100}, 18},
	} {
		data := pack(nil, 7, row.message)
		if len(data) != header+row.length+sum || int(data[1]) != row.length {
			t.Errorf("%T %+v: %d bytes of %d", row.message, row.message, data[1], len(data))
		}
		p, rest, ok := unpack(append(data, 1, 2))
		if !ok || len(rest) != 2 || !reflect.DeepEqual(p.message, row.message) || p.system != system {
			t.Errorf("%+v is read as %+v, %v, %v", row.message, p, rest, ok)
		}
	}
}

// open returns the vehicle of a scenario as clients see it, of a run that goes on.
func open(t *testing.T) *speaker {
	t.Helper()
	plan, err := scenarios.Standard().Parse("test.yaml", `
name: test
duration: 1h
nodes: [{name: auv, vehicle: {model: point}, run: {type: external, navigation: truth, drive: {in: wrench}}}]
`, nil)
	if err != nil {
		t.Fatal(err)
	}
	adapter, err := Open(t.Context(), cosim.Access{}, "0")
	if err != nil {
		t.Fatal(err)
	}
	session, err := cosim.New(cosim.Config{Step: 20 * time.Millisecond}, plan, adapter)
	if err != nil {
		t.Fatal(err)
	}
	run, err := plan.Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	go session.Drive(t.Context(), run)
	if _, err := session.Go(t.Context(), cosim.Order{To: sim.Time(time.Second)}); err != nil {
		t.Fatal(err)
	}
	v := &speaker{link: adapter.(*Link), session: session, pilot: newPilot(session, "auv"), clients: map[string]*client{}}
	if !v.pilot.drives() || v.pilot.ports[5] != nil {
		t.Fatalf("ports: %v", v.pilot.ports)
	}
	return v
}

// Whatever comes in, nothing panics, and what nobody can read is counted: datagrams at random, and packets with one bit or one byte that is
// wrong, which the sum finds.
func TestJunk(t *testing.T) {
	v, stream := open(t), rng.New(1).Stream("junk")
	n := 10_000
	if simtest.Long() {
		n = 1_000_000
	}
	from := v.link.Conn.LocalAddr()
	before := v.session.Report().Junk
	messages := []any{&heartbeat{}, &paramRequestList{}, &manualControl{X: 1000}, &commandLong{Command: armDisarm, Param: [7]float32{1}}}
	for i := range n {
		var data []byte
		switch i % 3 {
		case 0:
			data = make([]byte, 1+stream.Intn(300))
			for k := range data {
				data[k] = byte(stream.Intn(256))
			}
			if stream.Intn(2) == 0 {
				data[0] = magic
			}
		case 1:
			data = pack(nil, byte(i), messages[stream.Intn(len(messages))])
			data[stream.Intn(len(data))] ^= 1 << stream.Intn(8)
		case 2:
			data = pack(nil, byte(i), messages[stream.Intn(len(messages))])
			data = data[:1+stream.Intn(len(data)-1)]
		}
		v.hear(from, data)
	}
	// Of a random datagram with a message that is not known, what is behind it is read too, and counted.
	junk := v.session.Report().Junk - before
	if junk < int64(n) || junk > int64(n)+int64(n)/3 {
		t.Errorf("%d of %d are counted", junk, n)
	}
	t.Logf("of %d datagrams %d messages are counted", n, junk)
	if len(v.clients) > 0 || v.pilot.armed {
		t.Errorf("%d clients, armed %v", len(v.clients), v.pilot.armed)
	}
}

// Packets that are well formed and ask for nonsense do no harm: all numbers of all messages at random.
func TestNonsense(t *testing.T) {
	v, stream := open(t), rng.New(2).Stream("nonsense")
	for i := range 20_000 {
		_, message := incoming([]uint32{0, 20, 21, 23, 69, 70, 76}[i%7])
		data := make([]byte, binary.Size(message))
		for k := range data {
			data[k] = byte(stream.Intn(256))
		}
		binary.Decode(data, binary.LittleEndian, message)
		if m, ok := message.(*commandLong); ok && i%2 == 0 {
			m.System, m.Component, m.Command, m.Param[0] = 1, 1, armDisarm, 1
		}
		p, _, ok := unpack(pack(nil, 0, message))
		if !ok {
			t.Fatalf("%+v cannot be read", message)
		}
		v.pilot.hear(p)
		if g := v.pilot.gain; !(g >= 0 && g <= 1) {
			t.Fatalf("the gain is %g", g)
		}
	}
	if refused := v.session.Report().Refused; refused > 0 || !v.pilot.armed {
		t.Errorf("%d inputs are refused, armed %v", refused, v.pilot.armed)
	}
}
