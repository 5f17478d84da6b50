package fjage

import (
	"bufio"
	"bytes"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"slices"
	"sync"
	"sync/atomic"

	"halocline/bench/cosim"
	"halocline/plant/program/external"
)

// service is what an agent does.
const service = "org.arl.unet.Services."

// everyDatagram is the topic of all datagrams, of UnetStack 5.2 on.
const everyDatagram = "#org.arl.unet.Topics.DATAGRAM"

// agent is one of a container.
type agent struct {
	name, class string
	services    []string
}

// container is that of a node.
type container struct {
	*adapter
	name    string
	address int
	agents  []agent
	clients map[*client]bool // guarded by the lock of the adapter
}

// newContainer returns the container of a node.
func newContainer(a *adapter, name string, address int) *container {
	c := &container{adapter: a, name: name, address: address, clients: map[*client]bool{}, agents: []agent{
		{"phy", "org.arl.unet.sim.HalfDuplexModem", []string{service + "PHYSICAL", service + "DATAGRAM"}},
		{"ranging", "org.arl.unet.localization.Ranging", []string{service + "RANGING"}},
		{"node", "org.arl.unet.nodeinfo.NodeInfo", []string{service + "NODE_INFO"}},
		{"arp", "org.arl.unet.addr.AddressResolution", []string{service + "ADDRESS_RESOLUTION"}},
	}}
	if links := a.session.Names.Links; len(links) > 1 {
		for _, link := range links {
			c.agents = append(c.agents, agent{link, "org.arl.unet.sim.HalfDuplexModem", []string{service + "DATAGRAM"}})
		}
	}
	return c
}

// find returns the agent of a name, or nil.
func (c *container) find(name string) *agent {
	i := slices.IndexFunc(c.agents, func(a agent) bool { return a.name == name })
	if i < 0 {
		return nil
	}
	return &c.agents[i]
}

// linkOf returns the link of an agent; empty for that of a node with one link only.
func (c *container) linkOf(agent string) string {
	if links := c.session.Names.Links; len(links) > 1 && slices.Contains(links, agent) {
		return agent
	}
	return ""
}

// client is a connection.
type client struct {
	*container
	conn    net.Conn
	allowed atomic.Bool // it is on this machine, or has given the token

	lock  sync.Mutex
	wants map[string]bool // agents and topics; nil for all
	lines chan []byte     // to be written
}

// accept accepts connections.
func (c *container) accept(ctx context.Context, l net.Listener) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		go c.serve(ctx, conn)
	}
}

// serve carries a connection on.
func (c *container) serve(ctx context.Context, conn net.Conn) {
	defer c.session.Client()()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	defer conn.Close()
	k := &client{container: c, conn: conn, lines: make(chan []byte, room)}
	from, _ := conn.RemoteAddr().(*net.TCPAddr)
	k.allowed.Store(c.access.Token == "" || from != nil && from.IP.IsLoopback())
	c.join(k, true)
	defer c.join(k, false)
	ended := make(chan struct{})
	defer close(ended)
	go k.write(ended)
	k.line([]byte(`{"alive": true}`)) // letter by letter: clients compare
	lines := bufio.NewScanner(conn)
	lines.Buffer(nil, cosim.MostMessage)
	for lines.Scan() {
		if line := bytes.TrimSpace(lines.Bytes()); len(line) > 0 {
			k.read(line)
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		c.session.Junk()
	}
}

// join adds a client, or takes it away.
func (c *container) join(k *client, in bool) {
	c.adapter.lock.Lock()
	defer c.adapter.lock.Unlock()
	if in {
		c.clients[k] = true
		return
	}
	delete(c.clients, k)
}

// write writes lines.
func (k *client) write(ended <-chan struct{}) {
	for {
		select {
		case line := <-k.lines:
			if _, err := k.conn.Write(append(line, '\n')); err != nil {
				return
			}
		case <-ended:
			return
		}
	}
}

// line has a line written. A client that does not read misses the oldest.
func (k *client) line(line []byte) {
	for {
		select {
		case k.lines <- line:
			return
		default:
			select {
			case <-k.lines:
			default:
			}
		}
	}
}

// put has an envelope written.
func (k *client) put(e *envelope) {
	if line, err := json.Marshal(e); err == nil {
		k.line(line)
	}
}

// read does what a line asks for.
func (k *client) read(line []byte) {
	e, q, err := parse(line)
	switch {
	case err != nil:
		k.session.Junk()
	case e.Action == "": // an answer, or a sign of life
	case e.Action == authenticates:
		if subtle.ConstantTimeCompare([]byte(e.Creds), []byte(k.access.Token)) == 1 {
			k.allowed.Store(true)
		}
		allowed := k.allowed.Load()
		k.put(&envelope{ID: e.ID, InResponseTo: e.Action, Auth: &allowed})
	case !k.allowed.Load():
		k.put(&envelope{ID: e.ID, InResponseTo: e.Action, Auth: new(bool)})
	case q != nil:
		k.obey(q)
	default:
		k.answer(&e)
	}
}

// answer answers what a line asks of the container.
func (k *client) answer(e *envelope) {
	out := &envelope{ID: e.ID, InResponseTo: e.Action}
	does := func(a agent) bool { return slices.Contains(a.services, e.Service) }
	switch e.Action {
	case wants:
		k.want(e.AgentIDs)
		return
	case lists:
		for _, a := range k.agents {
			out.AgentIDs, out.AgentTypes = append(out.AgentIDs, a.name), append(out.AgentTypes, a.class)
		}
	case contains:
		there := k.find(e.AgentID) != nil
		out.Answer = &there
	case listsServices:
		all := map[string]bool{}
		for _, a := range k.agents {
			for _, s := range a.services {
				all[s] = true
			}
		}
		out.Services = slices.Sorted(maps.Keys(all))
	case finds:
		if i := slices.IndexFunc(k.agents, does); i >= 0 {
			out.AgentID = k.agents[i].name
		}
	case findsAll:
		for _, a := range k.agents {
			if does(a) {
				out.AgentIDs, out.AgentTypes = append(out.AgentIDs, a.name), append(out.AgentTypes, a.class)
			}
		}
	case shuts: // nobody shuts a run down
		return
	default:
		k.session.Junk()
		return
	}
	k.put(out)
}

// want notes which agents the client asks to hear of: all where it names none.
func (k *client) want(names []string) {
	k.lock.Lock()
	defer k.lock.Unlock()
	k.wants = nil
	if len(names) > 0 {
		k.wants = map[string]bool{}
	}
	for _, id := range names {
		k.wants[id] = true
	}
}

// obey does what a message to an agent asks for.
func (k *client) obey(q *request) {
	if k.find(q.Recipient) == nil {
		k.session.Junk() // nobody gets it
		return
	}
	switch short(q.class) {
	case "DatagramReq", "TxFrameReq":
		data, err := q.bytes()
		if err != nil {
			k.reply(q, refuses, plain, fields{"reason": err.Error()})
			return
		}
		k.ask(k, q, "send", external.Sending{Data: data, Protocol: q.Protocol})
	case "RangeReq":
		k.ask(k, q, "range", external.Sending{})
	case "ParameterReq":
		k.tellParameters(q)
	case "AddressResolutionReq":
		k.resolve(q)
	default:
		if q.Perf == requests {
			k.reply(q, baffled, plain, nil)
		}
	}
}

// resolve tells the address of a node.
func (k *client) resolve(q *request) {
	if i := slices.Index(k.session.Names.Nodes, q.Name); i >= 0 {
		k.reply(q, informs, q.sibling("AddressResolutionRsp"), fields{"name": q.Name, "address": i + 1})
		return
	}
	k.reply(q, fails, plain, nil)
}

// reply answers a message, in the name of who got it.
func (k *client) reply(q *request, perf performative, class string, more fields) {
	k.message(class, fields{"perf": perf, "sender": q.Recipient, "recipient": q.Sender, "inReplyTo": q.MsgID}, more)
}

// message has a message written.
func (k *client) message(class string, about, more fields) {
	maps.Copy(about, more)
	about["msgID"] = fmt.Sprintf("00000000-0000-4000-8000-%012x", k.messages.Add(1))
	if data, err := json.Marshal(about); err == nil {
		k.put(&envelope{Action: sends, Message: &message{class, data}})
	}
}

// publish tells those who want it of something that has come over a link, each once.
func (c *container) publish(link, class string, more fields) {
	for k := range c.clients {
		if topic := k.topic(link); topic != "" && k.allowed.Load() {
			k.message(class, fields{"perf": informs, "sender": "phy", "recipient": topic}, more)
		}
	}
}

// topic returns the topic of which a client wants what comes over a link; empty for none.
func (k *client) topic(link string) string {
	k.lock.Lock()
	defer k.lock.Unlock()
	for _, topic := range []string{"#phy__ntf", "#" + link + "__ntf", everyDatagram} {
		if k.wants == nil || k.wants[topic] {
			return topic
		}
	}
	return ""
}
