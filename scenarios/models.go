package scenarios

import (
	"reflect"

	"halocline/mac"
	"halocline/mac/aloha"
	"halocline/mac/csma"
	"halocline/mac/fdma"
	"halocline/mac/polling"
	"halocline/mac/saloha"
	"halocline/mac/tdma"
	"halocline/mac/traffic"
	"halocline/mac/waitingroom"
	"halocline/phy"
	"halocline/phy/acoustic"
	"halocline/phy/rf"
	"halocline/plant/ncs"
	"halocline/plant/program"
	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/scenarios/strict"
	"halocline/sim/ocean"
)

// Protocols is the shelf of access protocols. A new protocol is one line here.
func Protocols() mac.Catalog {
	return mac.Catalog{
		"aloha":         aloha.Default,
		"csma":          csma.Default,
		"csma-cd":       csma.DefaultCD,
		"cw-mac":        csma.DefaultCW,
		"fdma":          fdma.Default,
		"polling":       polling.Default,
		"slotted-aloha": saloha.Default,
		"tdma":          tdma.Default,
		"tdma-docking":  tdma.DefaultDocking,
		"waiting-room":  waitingroom.Default,
	}
}

// channels is the list of channels.
func channels() map[string]func() phy.ChannelConfig {
	return map[string]func() phy.ChannelConfig{
		"ideal":    func() phy.ChannelConfig { return &phy.IdealConfig{Speed: 1500} },
		"acoustic": func() phy.ChannelConfig { return acoustic.DefaultChannel() },
		"rf":       func() phy.ChannelConfig { return rf.DefaultChannel() },
	}
}

// modems is the list of modems: descriptions of one's own and presets.
func modems() map[string]func() *phy.ModemConfig {
	return map[string]func() *phy.ModemConfig{
		"plain":                         phy.DefaultModem,
		"evologics-s2c-48-78":           acoustic.EvoLogicsS2CR4878,
		"evologics-s2c-48-78-datasheet": acoustic.EvoLogicsS2CR4878Datasheet,
		"evologics-s2c-18-34":           acoustic.EvoLogicsS2CR1834,
		"linkquest-uwm2000":             acoustic.LinkQuestUWM2000,
		"ncl-nanomodem-v3":              acoustic.NanomodemV3,
		"ns3-uan-default":               acoustic.NS3Default,
		"ns3-uan-12khz":                 acoustic.NS3At12kHz,
		"tapac-33khz":                   acoustic.Tapac33,
		"whoi-micromodem-fh-fsk":        acoustic.MicroModemFHFSK,
		"whoi-micromodem-psk":           acoustic.MicroModemPSK,
		"wfs-seatooth-s300":             rf.SeatoothS300,
		"wifi-2400mhz":                  rf.WiFi54,
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

// programs is the list of programs of nodes.
func programs() map[string]func() program.Program {
	return map[string]func() program.Program{
		"docking-station": func() program.Program { return ncs.DefaultStation() },
		"docking-vehicle": func() program.Program { return ncs.DefaultVehicle() },
		"responder":       func() program.Program { return ncs.DefaultResponder() },
		"survey-vehicle":  func() program.Program { return ncs.DefaultSurvey() },
	}
}

// fresh returns c with its defaults.
func fresh[C interface{ Defaults() }](c C) C {
	c.Defaults()
	return c
}

// dynamics is the list of equations of motion beside those of vehicle files.
func dynamics() map[string]func() vehicle.DynamicsConfig {
	return map[string]func() vehicle.DynamicsConfig{
		"kinematic": func() vehicle.DynamicsConfig { return vehicle.DefaultKinematic() },
	}
}

// Models returns every model that a scenario can name.
func Models() strict.Models {
	m := strict.Models{}
	strict.Add(m, channels())
	strict.Add(m, modems())
	strict.Add(m, phy.Budgets())
	strict.Add(m, phy.ErrorModels())
	strict.Add(m, phy.Fadings())
	strict.Add(m, acoustic.Antennas())
	strict.Add(m, acoustic.Noises())
	strict.Add(m, Protocols())
	strict.Add(m, traffic.Catalog())
	strict.Add(m, placements())
	strict.Add(m, currents())
	strict.Add(m, programs())
	strict.Add(m, instruments())
	strict.Add(m, dynamics())
	return m
}

// Shelf is a kind of model, and the models of that kind.
type Shelf struct {
	Title  string // what the models are
	Key    string // where a scenario names one
	Models strict.Catalog
}

// Shelves returns every model, in the order in which a scenario names them.
func Shelves() []Shelf {
	m := Models()
	return []Shelf{
		{"channels", "links.*.channel", m[reflect.TypeFor[phy.ChannelConfig]()]},
		{"ambient noise", "links.*.channel.noise", m[reflect.TypeFor[acoustic.NoiseConfig]()]},
		{"modems", "links.*.modem", m[reflect.TypeFor[*phy.ModemConfig]()]},
		{"link budgets", "links.*.modem.budget", m[reflect.TypeFor[phy.BudgetConfig]()]},
		{"error models", "links.*.modem.errors", m[reflect.TypeFor[phy.ErrorModelConfig]()]},
		{"fading", "links.*.modem.fading", m[reflect.TypeFor[phy.FadingConfig]()]},
		{"antennas", "links.*.modem.antenna", m[reflect.TypeFor[phy.AntennaConfig]()]},
		{"access protocols", "links.*.mac", m[reflect.TypeFor[mac.Config]()]},
		{"programs", "nodes[].run", m[reflect.TypeFor[program.Program]()]},
		{"dynamics", "nodes[].vehicle.dynamics", m[reflect.TypeFor[vehicle.DynamicsConfig]()]},
		{"instruments", "nodes[].instruments[]", m[reflect.TypeFor[sensor.Config]()]},
		{"traffic", "traffic[]", m[reflect.TypeFor[traffic.Config]()]},
		{"placements", "nodes[].place", m[reflect.TypeFor[Placement]()]},
		{"currents", "water.current", m[reflect.TypeFor[ocean.CurrentConfig]()]},
	}
}

// About returns the line that says what a model is.
func About(model any) string {
	if m, ok := model.(interface{ About() string }); ok {
		return m.About()
	}
	return ""
}
