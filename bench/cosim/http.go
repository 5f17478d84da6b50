package cosim

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"halocline/plant/program"
)

// HTTP is the front of a session: /status is its Report, /ports what can come in, and others are handlers of adapters.
type HTTP struct {
	Listener net.Listener
	Access   Access
	Others   map[string]func(context.Context, *Session) http.Handler // by path
}

// Addr implements Located.
func (h *HTTP) Addr() net.Addr { return h.Listener.Addr() }

// Serve implements Adapter.
func (h *HTTP) Serve(ctx context.Context, s *Session) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /status", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, s.Report()) })
	mux.HandleFunc("GET /ports", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, s.DescribePorts()) })
	for path, make := range h.Others {
		mux.Handle(path, make(ctx, s))
	}
	return Answer(ctx, h.Listener, h.Access.Guard(mux))
}

// Answer serves HTTP on a listener until the context is done.
func Answer(ctx context.Context, l net.Listener, h http.Handler) error {
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: 5 * time.Second, MaxHeaderBytes: 1 << 16, IdleTimeout: 2 * time.Minute,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(Limit(l, MostClients)); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// writeJSON answers with JSON.
func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v)
}

// ListedPort is a port, for who asks what there is.
type ListedPort struct {
	Name string `json:"name"`
	Unit string `json:"unit"`
	Doc  string `json:"doc"`

	Kind  program.PortKind `json:"kind,omitempty"`
	Least float64          `json:"least,omitempty"`
	Most  float64          `json:"most,omitempty"`
}

// DescribePorts lists the ports by name.
func (s *Session) DescribePorts() []ListedPort {
	all := []ListedPort{}
	for name, p := range s.ports {
		all = append(all, ListedPort{name, p.Unit, p.Doc, p.Kind, p.Least, p.Most})
	}
	slices.SortFunc(all, func(a, b ListedPort) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// limited is a listener with a bounded number of connections; one more waits until one ends.
type limited struct {
	net.Listener
	room chan struct{}
}

// Limit bounds the connections of a listener.
func Limit(l net.Listener, most int) net.Listener { return &limited{l, make(chan struct{}, most)} }

// Accept implements net.Listener.
func (l *limited) Accept() (net.Conn, error) {
	l.room <- struct{}{}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.room
		return nil, err
	}
	return &counted{Conn: c, room: l.room}, nil
}

// counted is a connection that gives its room back, once.
type counted struct {
	net.Conn
	room chan struct{}
	once sync.Once
}

// Close implements net.Conn.
func (c *counted) Close() error {
	c.once.Do(func() { <-c.room })
	return c.Conn.Close()
}
