package view

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"halocline/bench/record/recorder"
	"halocline/bench/study"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/sim"
)

const two = `name: <two> protocols
base: two-nodes
set: {duration: 20s}
sweep: {nodes.auv.at: [[1km, 0m, -75m], [2km, 0m, -75m]]}
repeat: 3
`

// The runs of a study are listed, and each is carried out when it is asked for, once: that of cell 1 and repetition 2 has the seed and
// the fingerprint that the study gives it. What no run is called is not there.
func TestStudy(t *testing.T) {
	s, err := study.Parse(scenarios.Standard(), "two.yaml", two)
	if err != nil {
		t.Fatal(err)
	}
	carried := map[string]int{}
	shown := &Study{Study: s, Version: "1.2.3", Files: fstest.MapFS{"index.html": {Data: []byte("the page")}}}
	shown.Carry = func(ctx context.Context, cell, repetition int) (recorder.Source, error) {
		carried[fmt.Sprintf("%d:%d", cell, repetition)]++
		plan, err := s.Plan(cell, repetition)
		if err != nil {
			return nil, err
		}
		kept := NewMemory()
		taken := recorder.New(plan, kept)
		out, err := measure.Run(ctx, plan, measure.Options{Tracer: taken, Built: taken.Attach})
		if err != nil {
			return nil, err
		}
		taken.Close(sim.Time(sim.Seconds(out.Reached)))
		taken.Head.Fingerprint = out.Fingerprint
		kept.Inform(&taken.Head)
		return kept, nil
	}
	handler, err := shown.Handler()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	defer server.Close()
	get := func(path string, status int) string {
		t.Helper()
		answer, err := http.Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != status {
			t.Errorf("%s: status %d, %v: %.300s", path, answer.StatusCode, err, text)
		}
		return string(text)
	}
	list := get("/", 200)
	if !strings.Contains(list, `<a href="/1:2/">2</a>`) || !strings.Contains(list, "&lt;two&gt;") || strings.Contains(list, "<two>") || strings.Contains(list, "/2:0/") {
		t.Errorf("the list: %s", list)
	}
	if page := get("/1:2", 200); page != "the page" {
		t.Errorf("without the stroke behind it: %q", page)
	}
	if page := get("/1:2/", 200); page != "the page" {
		t.Errorf("the page of a run: %q", page)
	}
	stranger := httptest.NewRecorder() // who does not learn which runs there are
	if handler.ServeHTTP(stranger, httptest.NewRequest("GET", "/1:2", nil)); stranger.Code != http.StatusForbidden {
		t.Errorf("a stranger gets status %d", stranger.Code)
	}
	var meta struct {
		Runs []struct {
			Seed        uint64
			Fingerprint string
		}
	}
	for range 2 {
		if err := json.Unmarshal([]byte(get("/1:2/api/meta", 200)), &meta); err != nil {
			t.Fatal(err)
		}
	}
	plan, err := s.Plan(1, 2)
	if err != nil {
		t.Fatal(err)
	}
	want, err := measure.Run(t.Context(), plan, measure.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(meta.Runs) != 1 || meta.Runs[0].Seed != want.Seed || meta.Runs[0].Fingerprint != want.Fingerprint || len(carried) != 1 || carried["1:2"] != 1 {
		t.Errorf("%+v for seed %d and fingerprint %s; carried out were %v", meta, want.Seed, want.Fingerprint, carried)
	}
	for _, name := range []string{"/2:0/", "/1:3/api/meta", "/01:2/", "/-1:0/", "/api/meta", "/x", "/1:2:3/"} {
		get(name, 404)
	}
}
