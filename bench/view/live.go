package view

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// news is what is told of a run that goes on.
type news struct {
	Reached float64 `json:"reached"`
	Ended   bool    `json:"ended"`
}

// ended reports whether nothing goes on any more.
func (s *Server) ended() bool {
	return !s.live || !slices.ContainsFunc(s.runs, func(r *run) bool { return r.source.Head().Fingerprint == "" })
}

// follow tells how far a run has come, until it has ended.
func (s *Server) follow(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	every := time.NewTicker(100 * time.Millisecond)
	defer every.Stop()
	for {
		n := news{Ended: s.ended()}
		for _, run := range s.runs {
			n.Reached = max(n.Reached, seconds(run.reached()))
		}
		text, err := json.Marshal(n)
		if err != nil {
			return
		}
		if _, err := fmt.Fprintf(w, "data: %s\n\n", text); err != nil || n.Ended {
			return
		}
		if err := http.NewResponseController(w).Flush(); err != nil {
			return
		}
		select {
		case <-every.C:
		case <-r.Context().Done():
			return
		}
	}
}
