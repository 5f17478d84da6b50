package cosim_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"github.com/coder/websocket"

	"halocline/bench/cosim"
	"halocline/bench/cosim/lockstep"
	"halocline/bench/study/measure"
	"halocline/sim/simtest"
)

// Random frames to /step, texts and bytes, are answered with an error and counted, and so are those to other paths; the run is that of run then. 10^6 of
// them with HALOCLINE_LONG.
func TestRandomFramesToStep(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	n := 5_000
	if simtest.Long() {
		n = 1_000_000
	}
	listener, err := cosim.Access{}.Listen(t.Context(), "0")
	if err != nil {
		t.Fatal(err)
	}
	orders := &lockstep.Orders{}
	plan := load(t, "docking-outside", "duration=1s")
	session, err := cosim.New(cosim.Config{Step: 20 * time.Millisecond}, plan, &cosim.HTTP{
		Listener: listener, Others: map[string]func(context.Context, *cosim.Session) http.Handler{"/step": orders.Handler},
	})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan string, 1)
	go func() {
		out, err := measure.Run(t.Context(), plan, measure.Options{Drive: session.Drive, Readings: session.Reading})
		ended <- fmt.Sprint(err, out.Stopped, out.Fingerprint)
	}()
	c, _, err := websocket.Dial(t.Context(), "ws://"+listener.Addr().String()+"/step", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	c.SetReadLimit(-1)
	rnd := rand.New(rand.NewPCG(3, 4))
	say := func(kind websocket.MessageType, data []byte) map[string]any {
		t.Helper()
		if err := c.Write(t.Context(), kind, data); err != nil {
			t.Fatal(err)
		}
		_, text, err := c.Read(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var answer map[string]any
		if err := json.Unmarshal(text, &answer); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		return answer
	}
	for i := range n {
		data := make([]byte, rnd.IntN(64))
		for k := range data {
			data[k] = byte(rnd.Uint32())
		}
		kind := websocket.MessageBinary
		if i%2 == 0 {
			kind, data = websocket.MessageText, []byte(`{"to":`+fmt.Sprint(rnd.Int64()-1<<62)) // cut off
		}
		if a := say(kind, data); a["error"] == nil {
			t.Fatalf("%q: %v", data, a)
		}
	}
	if junk := session.Report().Junk; junk != int64(n) {
		t.Errorf("%d of %d frames were counted", junk, n)
	}
	if a := say(websocket.MessageText, []byte(`{"seq":1,"to":1}`)); a["ended"] != true {
		t.Error(a)
	}
	if got, want := <-ended, fmt.Sprint(nil, nil, plain(t, load(t, "docking-outside", "duration=1s")).Fingerprint); got != want {
		t.Errorf("%s, not %s", got, want)
	}
}
