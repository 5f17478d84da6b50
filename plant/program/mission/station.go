package mission

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"halocline/plant/program"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/metric"
	"halocline/sim/rtos"
)

// ReceiverConfig describes a node that takes the data of missions.
type ReceiverConfig struct {
	Link    string `yaml:"link" doc:"link over which data come; the only one if left out"`
	Receipt int    `yaml:"receipt" unit:"bit" range:"[0,1e6]" doc:"bits of a receipt, which tells the vehicle that a packet of data has arrived; 0 for none, if the access protocol itself acknowledges packets"`
}

// DefaultReceiver returns one whose receipts have the number of a packet and no more.
func DefaultReceiver() *ReceiverConfig { return &ReceiverConfig{Receipt: 32} }

// About says what the program is.
func (*ReceiverConfig) About() string {
	return "node that receives the data of missions and sends receipts"
}

// Validate finds nothing beyond the ranges of the fields.
func (*ReceiverConfig) Validate() error { return nil }

// Receiver takes the data of missions.
type Receiver struct {
	name   string
	config *ReceiverConfig
	link   program.Link
	has    map[piecesOf]bool
	bits   float64
}

// piecesOf names a packet of data by its sender and its number.
type piecesOf struct {
	from   int32
	number int
}

// Install makes the program of a node.
func (c *ReceiverConfig) Install(site program.Site) (program.Running, error) {
	ask := site.Link
	if c.Receipt == 0 {
		ask = site.Replies
	}
	l, err := ask(c.Link)
	if err != nil {
		return nil, fault.In("link", "%w", err)
	}
	r := &Receiver{name: site.Name(), config: c, link: l, has: map[piecesOf]bool{}}
	return r, l.Handle(service, r.receive)
}

// CPU implements program.Running.
func (*Receiver) CPU() *rtos.CPU { return nil }

// receive takes a packet, and says that it has come, also when it has come before: the receipt may have been lost.
func (r *Receiver) receive(mail program.Mail) {
	d, ok := mail.Body.(*data)
	if !ok {
		return
	}
	if key := (piecesOf{mail.From, d.number}); !r.has[key] {
		r.has[key] = true
		r.bits += float64(d.bits)
	}
	if r.config.Receipt > 0 {
		_, _ = r.link.Send(mail.From, program.Message{Bits: r.config.Receipt, Service: service, Body: &receipt{d.number}}) // one that is refused is missed
	}
}

// Received returns the data that have come, bit.
func (r *Receiver) Received() float64 { return r.bits }

// Metrics implements metric.Config.
func (*ReceiverConfig) Metrics() []metric.Def { return receiverMetrics().Defs() }

// Values implements metric.Source.
func (r *Receiver) Values(put func(def int, subject string, value float64)) {
	receiverMetrics().Put(r, r.name, put)
}

func receiverMetrics() metric.List[Receiver] {
	var all metric.List[Receiver]
	all.Add("data_received", "bit", metric.Total, "data of missions that have arrived at a station, each packet counted once", (*Receiver).Received)
	for i := range all {
		all[i].Of = "stations of missions"
	}
	return all
}

// OperatorConfig describes a node that sends orders to missions.
type OperatorConfig struct {
	Link string      `yaml:"link" doc:"link over which orders go; the only one if left out"`
	Say  []SayConfig `yaml:"say" min:"1" required:"true" doc:"orders, each at its time"`
}

// SayConfig describes an order.
type SayConfig struct {
	At      time.Duration `yaml:"at" range:"[0,1e9]" required:"true" doc:"time of the order, since the beginning of the run"`
	To      string        `yaml:"to" required:"true" doc:"node that runs the mission"`
	Message string        `yaml:"message" doc:"word, for which events of the mission may wait"`
	Tasks   []TaskConfig  `yaml:"tasks" doc:"tasks that take the place of all that are not done; if left out, they stay"`
	Bits    int           `yaml:"size" unit:"bit" range:"[1,1e6]" doc:"bits of the order"`
	Times   int           `yaml:"times" range:"[1,1000]" doc:"number of times that it is sent; a mission takes the first copy that it receives, unless it has received a later order of the same operator before"`
	Every   time.Duration `yaml:"every" range:"[1e-3,1e6]" doc:"time from one of these to the next"`
}

// Defaults makes it an order that is sent once.
func (c *SayConfig) Defaults() { c.Bits, c.Times, c.Every = 64, 1, 20*time.Second }

// Validate checks that it says something.
func (c *SayConfig) Validate() error {
	if c.Message == "" && len(c.Tasks) == 0 {
		return fault.In("message", "the order says nothing; give it a message or tasks")
	}
	return nil
}

// DefaultOperator returns one that says nothing yet.
func DefaultOperator() *OperatorConfig { return &OperatorConfig{} }

// About says what the program is.
func (*OperatorConfig) About() string {
	return "node that sends orders to missions: words for which they wait, and other tasks"
}

// Validate finds nothing beyond its parts.
func (*OperatorConfig) Validate() error { return nil }

// Needs returns the missions, which know whether they can do what they are to be told, and the nodes that their tasks name.
func (c *OperatorConfig) Needs() []string {
	var all []string
	for _, s := range c.Say {
		all = append(append(all, s.To), nodesOf(s.Tasks)...)
	}
	return all
}

// operator sends orders.
type operator struct{}

// CPU implements program.Running.
func (operator) CPU() *rtos.CPU { return nil }

// Install makes the program of a node.
func (c *OperatorConfig) Install(site program.Site) (program.Running, error) {
	l, err := site.Link(c.Link)
	if err != nil {
		return nil, fault.In("link", "%w", err)
	}
	var faults []error
	for i := range c.Say {
		if err := c.Say[i].schedule(site, l, c.place(i)); err != nil {
			faults = append(faults, fault.Under(fmt.Sprintf("say[%d]", i), err))
		}
	}
	return operator{}, errors.Join(faults...)
}

// place returns the place of an order by time, from 1 on; of those at the same time the first in the list comes first.
func (c *OperatorConfig) place(i int) int {
	place := 1
	for k := range c.Say {
		if at := c.Say[k].At; at < c.Say[i].At || at == c.Say[i].At && k < i {
			place++
		}
	}
	return place
}

// schedule has an order sent. Its number is greater than those of the orders before it.
func (c *SayConfig) schedule(site program.Site, l program.Link, number int) error {
	to, err := site.Node(c.To)
	if err != nil {
		return fault.In("to", "%w", err)
	}
	peer, err := site.Peer(c.To)
	if err != nil {
		return fault.In("to", "%w", err)
	}
	m, ok := peer.(*Mission)
	switch {
	case !ok:
		return fault.In("to", "node %q runs no mission", c.To)
	case m.config.Orders == "":
		return fault.In("to", "the mission of node %q hears no orders; name the link in its key orders", c.To)
	case m.radio.links[m.config.Orders].Number() != l.Number():
		return fault.In("to", "the mission of node %q hears orders on link %q; send them there", c.To, m.config.Orders)
	}
	if len(c.Tasks) > 0 {
		if _, err := m.prepare(c.Tasks, "tasks"); err != nil {
			return err
		}
	}
	if c.Message != "" && !slices.ContainsFunc(m.events, func(e event) bool { return e.when.Minds("message", c.Message) }) {
		site.Warn("it says %q to node %q, and no event of the mission there waits for that word; give that one such as {when: message == '%s', do: home}", c.Message, c.To, c.Message)
	}
	body := &command{number: number, message: c.Message, tasks: c.Tasks}
	for k := range c.Times {
		at := sim.Time(c.At).Add(time.Duration(k) * c.Every)
		if at > site.End() {
			break
		}
		site.Kernel().NewTimer(sim.Control, func(sim.Time) {
			_, _ = l.Send(to, program.Message{Bits: c.Bits, Service: service, Body: body}) // one that is refused is missed
		}).Arm(at)
	}
	return nil
}
