package view

import (
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"

	"halocline/bench/record/recorder"
)

// Server answers what the page asks for, below /api/.
type Server struct {
	version string
	runs    []*run
	first   *firstShown
	live    bool // the run may still go on
	mux     *http.ServeMux
}

// run is a run that is shown.
type run struct {
	*cache
	*index
}

// NewLive returns a server of a run that has been built and goes on. It has ended when its head has a fingerprint.
func NewLive(version string, run recorder.Source) (*Server, error) {
	s, err := New(version, run)
	if err == nil {
		s.live = true
	}
	return s, err
}

// New returns a server of one run, or of two that are compared.
func New(version string, sources ...recorder.Source) (*Server, error) {
	s := &Server{version: version, mux: http.NewServeMux()}
	for _, source := range sources {
		c := newCache(source)
		r := &run{c, newIndex(c)}
		if err := r.update(); err != nil {
			return nil, err
		}
		s.runs = append(s.runs, r)
	}
	if len(s.runs) > 1 {
		first, err := differ(s.runs[0], s.runs[1])
		if err != nil {
			return nil, err
		}
		s.first = first
	}
	s.mux.HandleFunc("GET /api/meta", func(w http.ResponseWriter, r *http.Request) { give(w, r, s.meta) })
	s.mux.HandleFunc("GET /api/live", s.follow)
	for what, answer := range s.answers() {
		s.mux.HandleFunc("GET /api/{run}/"+what, func(w http.ResponseWriter, r *http.Request) {
			give(w, r, func(q *query) (any, error) {
				n, err := strconv.Atoi(r.PathValue("run"))
				if err != nil || n < 0 || n >= len(s.runs) {
					return nil, fault{"there is no run " + quoted(r.PathValue("run"))}
				}
				if err := s.runs[n].update(); err != nil {
					return nil, err
				}
				return answer(s.runs[n], q)
			})
		})
	}
	return s, nil
}

// answers are what is answered about a run, by name.
func (s *Server) answers() map[string]func(r *run, q *query) (any, error) {
	return map[string]func(r *run, q *query) (any, error){
		"counts": (*run).counts, "overview": (*run).overview, "lanes": (*run).lanesOf, "scene": (*run).scene,
		"frame": (*run).frame, "packet": (*run).packet, "events": (*run).events, "next": (*run).next,
		"series": (*run).series, "schedule": (*run).scheduled, "states": (*run).states,
	}
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// give sends an answer, or says what is wrong with the question.
func give(w http.ResponseWriter, r *http.Request, answer func(q *query) (any, error)) {
	q := &query{values: r.URL.Query()}
	got, err := answer(q)
	if err == nil {
		switch got := got.(type) {
		case *columnsAnswer:
			err = got.send(w)
		default:
			w.Header().Set("Content-Type", "application/json")
			err = json.NewEncoder(w).Encode(got)
		}
	}
	var wrong fault
	switch {
	case errors.As(err, &wrong):
		http.Error(w, err.Error(), http.StatusBadRequest)
	case err != nil:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// number is a number in JSON, and null where it is none or infinite.
type number float64

// MarshalJSON implements json.Marshaler.
func (n number) MarshalJSON() ([]byte, error) {
	if x := float64(n); math.IsNaN(x) || math.IsInf(x, 0) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, float64(n), 'g', -1, 64), nil
}

// seconds returns a time in s.
func seconds(ns int64) float64 { return float64(ns) / 1e9 }

// decibels returns a ratio of powers in dB.
func decibels(ratio float64) float64 { return 10 * math.Log10(ratio) }
