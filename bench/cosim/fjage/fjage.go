// Package fjage gives programs of UnetStack, agents in Java, Python, Julia, C or JavaScript, our water to send through. It speaks
// the JSON of fjåge over TCP (docs/protocol.qmd in org-arl/fjage), as a container does at each node that runs the program external.
//
// The container of the node of address k, from 1 on in the order of the scenario, listens on the port k above the flag's. Its agents
// are phy, ranging, node and arp, and where a scenario has several links one for each, by its name. They take the messages DatagramReq,
// RangeReq, ParameterReq and AddressResolutionReq of org.arl.unet. What comes is told to who subscribes to the topic of an agent, or to
// that of all datagrams, as a DatagramNtf.
//
// Times are of the simulation: rxTime in microseconds, when the frame began to arrive, by the node's own clock; sentAt in milliseconds, when
// it had come whole.
//
// Begin with Open.
//
// Left out: all other messages, services and parameters of UnetStack; routes and reliability, which the scenario decides; the destination of
// what went to everybody, which arrives as what went to this node; and closing connections of who is silent.
package fjage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strconv"
	"sync"
	"sync/atomic"

	"halocline/bench/cosim"
	"halocline/plant/program/external"
)

// adapter is a container for each node.
type adapter struct {
	access  cosim.Access
	listen  func(ctx context.Context, address int) (net.Listener, error)
	session *cosim.Session

	messages atomic.Uint64 // so far, which numbers them

	lock       sync.Mutex // an answer goes out before what follows from it
	containers []*container
	last       uint64 // number of a request
	asked      map[uint64]asked
}

// asked is a request that was agreed to.
type asked struct {
	client *client
	to     int
	*request
}

// Open returns the containers of a session: the first node listens on the port above the address's.
func Open(_ context.Context, a cosim.Access, text string) (cosim.Adapter, error) {
	address, err := a.Address(text)
	if err != nil {
		return nil, err
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	base, err := strconv.Atoi(port)
	if err != nil {
		return nil, fmt.Errorf("%q is no number of a port; write one as in 1100", port)
	}
	return &adapter{access: a, listen: func(ctx context.Context, address int) (net.Listener, error) {
		return a.Listen(ctx, net.JoinHostPort(host, strconv.Itoa(base+address)))
	}}, nil
}

// Serve implements cosim.Adapter.
func (a *adapter) Serve(ctx context.Context, s *cosim.Session) error {
	a.session, a.asked = s, map[uint64]asked{}
	var listeners []net.Listener
	defer func() {
		for _, l := range listeners {
			l.Close()
		}
	}()
	for i, name := range s.Names.Nodes {
		c := newContainer(a, name, i+1)
		a.containers = append(a.containers, c)
		if _, ok := s.Ports()[name+".send"]; !ok {
			continue
		}
		l, err := a.listen(ctx, c.address)
		if err != nil {
			return fmt.Errorf("--fjage, for node %s: %w", name, err)
		}
		listeners = append(listeners, l)
		context.AfterFunc(ctx, func() { l.Close() })
		go c.accept(ctx, cosim.Limit(l, cosim.MostClients))
	}
	if len(listeners) == 0 {
		return errors.New("--fjage: no node sends for programs outside; write run: {type: external} for some")
	}
	return a.follow(ctx)
}

// room is how many frames may wait for being looked at, and how many lines for being read.
const room = 1024

// follow tells what comes to nodes.
func (a *adapter) follow(ctx context.Context) error {
	frames := a.session.Subscribe(room)
	defer a.session.Unsubscribe(frames)
	for {
		select {
		case f := <-frames.C:
			a.lock.Lock()
			for i := range f.Mail {
				a.tell(&f.Mail[i])
			}
			a.lock.Unlock()
		case <-ctx.Done():
			return nil
		}
	}
}

// tell tells of a message that has come to a node.
func (a *adapter) tell(m *cosim.Mail) {
	c := a.containers[m.Node]
	switch b := m.Body.(type) {
	case external.Payload:
		c.publish(a.session.Names.Links[m.Link], "org.arl.unet.DatagramNtf", fields{
			"from": m.From + 1, "to": c.address, "protocol": b.Protocol, "data": bytesOf(b.Data),
			"rxTime": int64(m.Began) / 1000, "sentAt": int64(m.At) / 1_000_000,
		})
	case *external.Range:
		if q, ok := a.asked[b.ID]; ok && q.client.container == c {
			delete(a.asked, b.ID)
			q.client.reply(q.request, informs, q.sibling("RangeNtf"), fields{"from": c.address, "to": m.From + 1, "range": b.Range})
		}
	case *external.Fate:
		a.tellFate(b, m)
	}
}

// tellFate tells what has become of a request. One for a range that was sent waits for its answer.
func (a *adapter) tellFate(f *external.Fate, m *cosim.Mail) {
	q, ok := a.asked[f.ID]
	if !ok || q.client.address != int(m.Node)+1 {
		return
	}
	ranging := short(q.class) == "RangeReq"
	if ranging && f.Sent {
		return
	}
	delete(a.asked, f.ID)
	more := fields{"to": q.to, "sentAt": int64(m.At) / 1_000_000}
	switch {
	case ranging:
		q.client.reply(q.request, fails, plain, more)
	case f.Acknowledged:
		q.client.reply(q.request, informs, "org.arl.unet.DatagramDeliveryNtf", more)
	case f.Sent:
		q.client.reply(q.request, informs, "org.arl.unet.DatagramTransmissionNtf", more)
	default:
		q.client.reply(q.request, informs, "org.arl.unet.DatagramFailureNtf", more)
	}
}

// mostAsked is how many requests may wait for what becomes of them; the oldest are forgotten.
const mostAsked = 4096

// ask brings a request in, and answers whether it can be done.
func (a *adapter) ask(c *client, q *request, port string, s external.Sending) {
	a.lock.Lock()
	defer a.lock.Unlock()
	a.last++
	s.ID = a.last
	err := a.bring(c.container, q, port, &s)
	if err != nil {
		c.reply(q, refuses, plain, fields{"reason": err.Error()})
		return
	}
	a.asked[s.ID] = asked{c, *q.To, q}
	delete(a.asked, s.ID-mostAsked)
	c.reply(q, agrees, plain, nil)
}

// bring brings a request in.
func (a *adapter) bring(c *container, q *request, port string, s *external.Sending) error {
	if q.To == nil || *q.To < 0 || *q.To > len(a.containers) {
		return fmt.Errorf("it is for no node; to is an address from 1 to %d, or 0 for all", len(a.containers))
	}
	if *q.To > 0 {
		s.To = a.containers[*q.To-1].name
	}
	s.Link = c.linkOf(q.Recipient)
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return a.session.SendBytes(c.name+"."+port, string(text))
}
