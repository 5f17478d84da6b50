package arq_test

import (
	"strings"
	"testing"
	"time"

	"halocline/mac"
	"halocline/mac/aloha"
	"halocline/mac/arq"
	"halocline/mac/csma"
	"halocline/mac/fdma"
	"halocline/mac/mactest"
	"halocline/mac/polling"
	"halocline/mac/saloha"
	"halocline/mac/tdma"
	"halocline/phy"
	"halocline/sim/simtest"
)

// defaults returns the layer's defaults, changed.
func defaults(change func(*arq.Config)) *arq.Config {
	c := new(arq.Config)
	c.Defaults()
	change(c)
	return c
}

// build makes the layer over a protocol as one protocol: the kit's radios have one listener.
func build(c *arq.Config, env mac.Env, below mac.Config) mac.MAC {
	l := c.Build(env, below)
	if hears, ok := l.Below().(phy.CarrierListener); ok {
		return struct {
			*arq.Layer
			phy.CarrierListener
		}{l, hears}
	}
	return l
}

// A protocol with the layer over it asks of a link what the protocol asks.
type (
	overALOHA struct {
		*aloha.Config
		arq *arq.Config
	}
	overCSMA struct {
		*csma.Config
		arq *arq.Config
	}
	overFDMA struct {
		*fdma.Config
		arq *arq.Config
	}
	overPolling struct {
		*polling.Config
		arq *arq.Config
	}
	overSlots struct {
		*saloha.Config
		arq *arq.Config
	}
	overTDMA struct {
		*tdma.Config
		arq *arq.Config
	}
)

func (o overALOHA) Build(env mac.Env) mac.MAC   { return build(o.arq, env, o.Config) }
func (o overCSMA) Build(env mac.Env) mac.MAC    { return build(o.arq, env, o.Config) }
func (o overFDMA) Build(env mac.Env) mac.MAC    { return build(o.arq, env, o.Config) }
func (o overPolling) Build(env mac.Env) mac.MAC { return build(o.arq, env, o.Config) }
func (o overSlots) Build(env mac.Env) mac.MAC   { return build(o.arq, env, o.Config) }
func (o overTDMA) Build(env mac.Env) mac.MAC    { return build(o.arq, env, o.Config) }

// A node holds what waits here and below, and a window for each of up to eleven others. What go-back-N hears out of
// order it throws away, and delivers when it comes again: for that no packet may be given up.
func TestContract(t *testing.T) {
	terms := mactest.Terms{MaxHeld: 16 + 17 + 11*64, MaxBits: 400, MinJain: 0.3, Settle: 48 * time.Hour, Load: 0.3}

	selective := func(*arq.Config) {}
	back := func(c *arq.Config) { c.Kind, c.Retries, c.Train, c.Window = arq.GoBackN, 30, 2, 4 }
	for i, c := range []struct {
		name   string
		config func() mac.Config
	}{
		{"selective repeat over aloha", func() mac.Config { return overALOHA{aloha.Default().(*aloha.Config), defaults(selective)} }},
		{"go-back-n over aloha", func() mac.Config { return overALOHA{aloha.Default().(*aloha.Config), defaults(back)} }},
		{"selective repeat over csma", func() mac.Config { return overCSMA{csma.Default().(*csma.Config), defaults(selective)} }},
		{"go-back-n over csma", func() mac.Config { return overCSMA{csma.Default().(*csma.Config), defaults(back)} }},
		{"trains over tdma", func() mac.Config {
			return overTDMA{tdma.Default().(*tdma.Config), defaults(func(c *arq.Config) { c.Train, c.Retries = 4, 1 })}
		}},
		{"selective repeat over fdma", func() mac.Config { return overFDMA{apart(), defaults(selective)} }},
		{"stop and wait over slotted aloha", func() mac.Config {
			return overSlots{saloha.Default().(*saloha.Config), defaults(func(c *arq.Config) { c.Window = 1 })}
		}},
		{"selective repeat over polling", func() mac.Config { return overPolling{patient(), defaults(selective)} }},
		{"fixed time-out, time to live", func() mac.Config {
			return overALOHA{aloha.Default().(*aloha.Config), defaults(func(c *arq.Config) { c.Timeout, c.TTL, c.Order = 5*time.Second, 20*time.Second, mac.Fresh })}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if i > 1 {
				simtest.SkipShort(t, "each protocol below takes 3 s; the first two have both kinds of repeat request")
			}
			terms := terms
			terms.Discards = strings.HasPrefix(c.name, string(arq.GoBackN))
			mactest.Conform(t, c.config, terms)
		})
	}
}

// patient is polling that waits for answers as long as the kit's nodes may drift apart.
func patient() *polling.Config {
	c := polling.Default().(*polling.Config)
	c.Turnaround, c.Margin = 500*time.Millisecond, 5*time.Second
	return c
}

// apart is FDMA whose nodes hear while they send: one that always has something to repeat hears nothing otherwise.
func apart() *fdma.Config {
	c := fdma.Default().(*fdma.Config)
	c.Shared = false
	return c
}
