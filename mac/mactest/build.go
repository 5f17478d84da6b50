package mactest

import (
	"strconv"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// build makes media, radios and protocols, and gives the configuration what it
// asks of its link.
func (r *run) build(config mac.Config) {
	streams := rng.New(r.scene.seed)
	r.rand = streams.Stream("applications")
	modem := r.scene.modem
	modem.Errors = r.errors
	r.water = r.scene.water
	if _, ok := config.(mac.Staffed); ok {
		r.water.reach = 0 // all others depend on that node
	}
	if _, ok := config.(mac.Duplexed); ok {
		modem.FullDuplex = true
	}
	tracer := r.tracer()
	r.delivered = make([]int, r.scene.nodes())
	bands := r.bands(config, modem, tracer)
	envs := r.attach(config, bands, tracer, streams)
	if len(r.scene.at) > r.scene.nodes() {
		j := &jammer{addr: mac.Addr(r.scene.nodes()), jams: r.scene.jams}
		for i, b := range bands {
			radio := b.medium.Attach(j.addr, r.scene.at[j.addr], b.modem, streams.Stream(radioName("jammer", i)))
			radio.Listen(j)
			j.radios = append(j.radios, radio)
		}
		j.timer = r.kernel.NewTimer(sim.Comm, j.burst)
		j.next()
		r.jammer = j
	}
	toners := r.attachTones(config, modem, envs)
	for i, s := range r.stations {
		s.env = envs[i]
		r.speak(func() { s.MAC = config.Build(envs[i]) })
		for _, b := range s.env.Bands {
			t := b.(*transceiver)
			t.Listen(t.listener(s.MAC))
		}
		if toners != nil {
			toners[i].listen(s.MAC)
		}
	}
	if r.scene.terms.Slot != nil {
		r.checks = append(r.checks, r.slotted())
	}
	if r.scene.terms.Handshake != nil {
		r.checks = append(r.checks, newExchanges(r).check)
	}
}

// band is a medium and the modem for it.
type band struct {
	medium *phy.Medium
	modem  *phy.Modem
}

// bands makes the medium of each band. A part of the band carries its part of
// the bit rate.
func (r *run) bands(config mac.Config, modem phy.Modem, tracer trace.Tracer) []band {
	parts := []mac.Part{{Width: 1}}
	if c, ok := config.(mac.Banded); ok {
		parts = c.Bands(r.scene.nodes())
	}
	bands := make([]band, len(parts))
	for i, part := range parts {
		m := modem
		m.Rate *= part.Width
		bands[i] = band{medium: phy.NewMedium(r.kernel, r.water, tracer, 0), modem: &m}
		r.quiet = max(r.quiet, 2*m.Airtime(r.scene.terms.MaxBits))
	}
	return bands
}

// attach makes radios and ports of the stations, and returns what their
// protocols may touch.
func (r *run) attach(config mac.Config, bands []band, tracer trace.Tracer, streams *rng.Source) []mac.Env {
	numbers, named, longest := new(mac.Numbers), make(map[string]mac.Addr), r.maxDelay()
	var envs []mac.Env
	var all []mac.Addr
	for i, c := range r.scene.clocks {
		addr, name := mac.Addr(i), strconv.Itoa(i)
		s := &station{run: r, addr: addr, port: mac.NewPort(r.kernel, numbers, tracer, addr, 0)}
		s.port.Bind(s)
		if err := s.port.Handle(0, s.take); err != nil {
			r.fail("%v", err)
		}
		s.chaser = r.kernel.NewTimer(sim.Comm, s.pursue)
		r.stations = append(r.stations, s)
		env := mac.Env{Kernel: r.kernel, Clock: c, Rand: streams.Stream(name + "/mac"), Addr: addr, Up: s, Named: named, MaxDelay: func() time.Duration { return longest }}
		radios := make([]*phy.Radio, len(bands))
		for k, b := range bands {
			radios[k] = b.medium.Attach(addr, r.scene.at[i], b.modem, streams.Stream(radioName(name, k)))
			t := &transceiver{Radio: radios[k], station: s, band: k}
			radios[k].Listen(t)
			env.Bands = append(env.Bands, t)
		}
		if c, ok := config.(mac.Banded); ok && c.SharedTransducer() {
			phy.ShareTransducer(radios)
		}
		env.PHY, env.Delay = env.Bands[0], radios[0].Delay
		envs = append(envs, env)
		all = append(all, addr)
		named[r.names.Nodes[i]] = addr
	}
	for i := range envs {
		envs[i].Stations = all
	}
	return envs
}

// attachTones makes the radios for tones, where the protocol asks for them.
func (r *run) attachTones(config mac.Config, modem phy.Modem, envs []mac.Env) []*toner {
	c, ok := config.(mac.Toned)
	if !ok {
		return nil
	}
	tones := phy.NewTones(r.kernel, r.water, c.Tone())
	var toners []*toner
	for i := range envs {
		t := &toner{ToneRadio: tones.Attach(envs[i].Addr, r.scene.at[i], &modem), run: r}
		envs[i].Tones = t
		toners = append(toners, t)
	}
	return toners
}

func radioName(node string, band int) string { return node + "/phy" + strconv.Itoa(band) }

// tracer returns the sinks of the run, or nil.
func (r *run) tracer() trace.Tracer {
	var t trace.Tracer
	if r.ledger != nil {
		t = trace.Tee(r.ledger, r.course.records)
	}
	if r.text != nil {
		t = trace.Tee(t, r.text)
	}
	if r.scene.clear {
		t = trace.Tee(t, collisions{r})
	}
	return t
}

// maxDelay returns the longest way between two stations at the start.
func (r *run) maxDelay() time.Duration {
	longest := time.Duration(0)
	for i := range r.scene.clocks {
		for j := range r.scene.clocks {
			longest = max(longest, r.water.Path(phy.NewEnd(r.scene.at[i], nil), phy.NewEnd(r.scene.at[j], nil), 0).Delay)
		}
	}
	return longest
}
