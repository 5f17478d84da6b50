package scenarios

import (
	"halocline/mac"
	"halocline/mac/aloha"
	"halocline/mac/traffic"
	"halocline/phy"
	"halocline/phy/acoustic"
	"halocline/scenarios/strict"
	"halocline/sim/ocean"
)

// Protocols is the shelf of access protocols. A new protocol is one line here.
func Protocols() mac.Catalog {
	return mac.Catalog{
		"aloha": aloha.Default,
	}
}

// channels is the list of channels.
func channels() map[string]func() phy.ChannelConfig {
	return map[string]func() phy.ChannelConfig{
		"ideal":    func() phy.ChannelConfig { return &phy.IdealConfig{Speed: 1500} },
		"acoustic": func() phy.ChannelConfig { return acoustic.DefaultChannel() },
	}
}

// modems is the list of modems: descriptions of one's own and presets.
func modems() map[string]func() phy.ModemConfig {
	return map[string]func() phy.ModemConfig{
		"plain": func() phy.ModemConfig { return phy.DefaultModem() },
	}
}

// currents is the list of motions of the water.
func currents() map[string]func() ocean.CurrentConfig {
	return map[string]func() ocean.CurrentConfig{
		"uniform":      func() ocean.CurrentConfig { return &ocean.UniformConfig{} },
		"layered":      func() ocean.CurrentConfig { return &ocean.LayeredConfig{} },
		"tidal":        func() ocean.CurrentConfig { return fresh(&ocean.TidalConfig{}) },
		"gauss-markov": func() ocean.CurrentConfig { return fresh(&ocean.GaussMarkovConfig{}) },
		"sum":          func() ocean.CurrentConfig { return &ocean.SumConfig{} },
	}
}

// fresh returns c with its defaults.
func fresh[C interface{ Defaults() }](c C) C {
	c.Defaults()
	return c
}

// Models returns every model that a scenario can name.
func Models() strict.Models {
	m := strict.Models{}
	strict.Add(m, channels())
	strict.Add(m, modems())
	strict.Add(m, phy.Budgets())
	strict.Add(m, phy.ErrorModels())
	strict.Add(m, phy.Fadings())
	strict.Add(m, acoustic.Noises())
	strict.Add(m, Protocols())
	strict.Add(m, traffic.Catalog())
	strict.Add(m, placements())
	strict.Add(m, currents())
	return m
}
