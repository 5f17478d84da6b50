package cosim

import (
	"context"
	"errors"
	"fmt"
	"net"
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
		return "", fmt.Errorf("%q is an address that other machines reach, who could see and drive the run; add --remote --token SECRET to allow that, or listen on 127.0.0.1:%s", text, port)
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

// Exposed is a warning, where other machines reach the address on which somebody listens.
func Exposed(at net.Addr) string {
	if isLoopback(hostOf(at.String())) {
		return ""
	}
	return fmt.Sprintf("other machines reach %v, and who has the token gets in; nothing is encrypted on the way", at)
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
