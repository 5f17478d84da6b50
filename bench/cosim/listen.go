package cosim

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"syscall"
)

// MostMessage bounds what a client sends at once, in bytes.
const MostMessage = 1 << 20

// MostClients bounds how many clients an adapter has at a time.
const MostClients = 64

// Access says from where clients may come.
type Access struct {
	Remote bool   // from other machines too, by --remote; these give the token
	Token  string // empty: there is none
}

// Address completes an address: a port alone is one of this machine. Others than loopback need leave.
func (a Access) Address(text string) (string, error) {
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		host, port = "", text
	}
	if host == "" {
		host = "127.0.0.1"
	}
	if _, err := net.LookupPort("tcp", port); err != nil {
		return "", fmt.Errorf("%q is no address to listen on; write a port, as in 7400, or 127.0.0.1:7400", text)
	}
	if !isLoopback(host) && (!a.Remote || a.Token == "") {
		return "", fmt.Errorf("%q is an address that other machines reach, who could drive the run; add --remote --token SECRET if that is meant, or listen on 127.0.0.1:%s", text, port)
	}
	return net.JoinHostPort(host, port), nil
}

// isLoopback reports whether a host is this machine alone.
func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}

// Listen listens for streams.
func (a Access) Listen(ctx context.Context, text string) (net.Listener, error) {
	address, err := a.Address(text)
	if err != nil {
		return nil, err
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	return l, taken(err)
}

// ListenPacket listens for datagrams.
func (a Access) ListenPacket(ctx context.Context, text string) (net.PacketConn, error) {
	address, err := a.Address(text)
	if err != nil {
		return nil, err
	}
	c, err := (&net.ListenConfig{}).ListenPacket(ctx, "udp", address)
	return c, taken(err)
}

// taken says what to do about an address that another program has.
func taken(err error) error {
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%w: another program listens there; name another port, or 0 for any that is free", err)
	}
	return err
}

// Guard lets only those in whom the page or the program of a person on this machine has sent: a request names this machine as
// its host, so that no other name has been turned to its address, and no page of another origin has made it. Elsewhere the token
// stands for that, as a header Authorization: Bearer TOKEN, or as ?token=TOKEN where a browser cannot set one.
func (a Access) Guard(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !a.admits(r) {
			http.Error(w, "not from here: use the address on which halocline serve listens, or give its token", http.StatusForbidden)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// admits reports whether a request may come in.
func (a Access) admits(r *http.Request) bool {
	given := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if given == "" {
		given = r.URL.Query().Get("token")
	}
	if a.knows(given) {
		return true
	}
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	if !isLoopback(strings.Trim(host, "[]")) || !isLoopback(hostOf(r.RemoteAddr)) {
		return false
	}
	origin := r.Header.Get("Origin")
	return origin == "" || strings.TrimPrefix(strings.TrimPrefix(origin, "http://"), "https://") == r.Host
}

// knows reports whether a token is that of the session.
func (a Access) knows(token string) bool {
	return a.Token != "" && subtle.ConstantTimeCompare([]byte(token), []byte(a.Token)) == 1
}

// From reports whether a client may come from an address, with the token that it gives: from this machine without one.
func (a Access) From(address, token string) bool {
	return isLoopback(hostOf(address)) || a.knows(token)
}

// hostOf returns the host of an address.
func hostOf(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	return host
}
