package scenarios

import (
	"maps"

	"halocline/mac"
	"halocline/mac/aloha"
	"halocline/mac/alohaan"
	"halocline/mac/csma"
	"halocline/mac/fdma"
	"halocline/mac/handshake"
	"halocline/mac/polling"
	"halocline/mac/route"
	"halocline/mac/route/dbr"
	"halocline/mac/route/flood"
	"halocline/mac/route/static"
	"halocline/mac/route/vbf"
	"halocline/mac/route/vector"
	"halocline/mac/saloha"
	"halocline/mac/sfama"
	"halocline/mac/tdma"
	"halocline/mac/tlohi"
	"halocline/mac/traffic"
	"halocline/mac/waitingroom"
	"halocline/phy"
	"halocline/phy/acoustic"
	"halocline/phy/optical"
	"halocline/phy/ray"
	"halocline/phy/rf"
	"halocline/plant/navigation"
	"halocline/plant/ncs"
	"halocline/plant/program"
	"halocline/plant/program/external"
	"halocline/plant/program/formation"
	"halocline/plant/program/helm"
	"halocline/plant/program/mission"
	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim/ocean"
	"halocline/sim/solid"
)

// Protocols is the shelf of access protocols. A new protocol is one line here.
func Protocols() mac.Catalog {
	return mac.Catalog{
		"aloha":         aloha.Default,
		"aloha-an":      alohaan.Default,
		"csma":          csma.Default,
		"csma-ca":       handshake.DefaultCA,
		"csma-cd":       csma.DefaultCD,
		"cw-mac":        csma.DefaultCW,
		"dacap":         handshake.DefaultDACAP,
		"fdma":          fdma.Default,
		"maca-u":        handshake.DefaultMACAU,
		"polling":       polling.Default,
		"s-fama":        sfama.Default,
		"slotted-aloha": saloha.Default,
		"t-lohi":        tlohi.Default,
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
		"arrivals": func() phy.ChannelConfig { return acoustic.DefaultArrivals() },
		"replay":   func() phy.ChannelConfig { return acoustic.DefaultReplay() },
		"optical":  func() phy.ChannelConfig { return optical.DefaultChannel() },
		"rays":     func() phy.ChannelConfig { return acoustic.DefaultRays() },
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
		"hydromea-luma-x":               optical.LumaX,
		"linkquest-uwm2000":             acoustic.LinkQuestUWM2000,
		"ncl-nanomodem-v3":              acoustic.NanomodemV3,
		"ns3-uan-default":               acoustic.NS3Default,
		"ns3-uan-12khz":                 acoustic.NS3At12kHz,
		"sonardyne-bluecomm-200":        optical.BlueComm200,
		"tapac-33khz":                   acoustic.Tapac33,
		"whoi-micromodem-fh-fsk":        acoustic.MicroModemFHFSK,
		"whoi-micromodem-psk":           acoustic.MicroModemPSK,
		"wfs-seatooth-s300":             rf.SeatoothS300,
		"wifi-2400mhz":                  rf.WiFi54,
	}
}

// networks is the list of routing protocols.
func networks() map[string]func() route.Config {
	return map[string]func() route.Config{
		"dbr":      dbr.Default,
		"flooding": flood.Default,
		"static":   static.Default,
		"vbf":      vbf.Default,
		"vector":   vector.Default,
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

// waves is the list of waves of the surface.
func waves() map[string]func() ocean.WavesConfig {
	return map[string]func() ocean.WavesConfig{
		"regular": func() ocean.WavesConfig { return &ocean.SwellConfig{} },
		"jonswap": func() ocean.WavesConfig { return fresh(&ocean.JonswapConfig{}) },
	}
}

// programs is the list of programs of nodes.
func programs() map[string]func() program.Program {
	return map[string]func() program.Program{
		"docking-station": func() program.Program { return ncs.DefaultStation() },
		"docking-vehicle": func() program.Program { return ncs.DefaultVehicle() },
		"external":        func() program.Program { return external.Default() },
		"formation":       func() program.Program { return formation.Default() },
		"helm":            func() program.Program { return helm.Default() },
		"mission":         func() program.Program { return mission.Default() },
		"mission-station": func() program.Program { return mission.DefaultReceiver() },
		"operator":        func() program.Program { return mission.DefaultOperator() },
		"responder":       func() program.Program { return ncs.DefaultResponder() },
		"survey-vehicle":  func() program.Program { return ncs.DefaultSurvey() },
	}
}

// navigations is the list of ways in which a vehicle finds out where it is.
func navigations() map[string]func() navigation.Config {
	return map[string]func() navigation.Config{
		"truth":     func() navigation.Config { return &navigation.TruthConfig{} },
		"reckoning": func() navigation.Config { return navigation.DefaultReckoning() },
		"filter":    func() navigation.Config { return navigation.DefaultFilter() },
	}
}

// instruments is the list of instruments that a node can carry: for its program, and for those who try estimators on what
// they read, with the truth beside it. Readings are part of the fingerprint.
func instruments() map[string]func() sensor.Config {
	return map[string]func() sensor.Config{
		"imu":   func() sensor.Config { return sensor.DefaultIMU() },
		"depth": func() sensor.Config { return sensor.DefaultDepth() },
		"dvl":   func() sensor.Config { return sensor.DefaultDVL() },
		"gps":   func() sensor.Config { return sensor.DefaultGPS() },
		"ctd":   func() sensor.Config { return sensor.DefaultCTD() },
		"usbl":  func() sensor.Config { return sensor.DefaultFinder() },

		"altimeter": func() sensor.Config { return sensor.DefaultAltimeter() },
		"multibeam": func() sensor.Config { return sensor.DefaultMultibeam() },
		"fan":       func() sensor.Config { return sensor.DefaultFan() },
		"scanner":   func() sensor.Config { return sensor.DefaultScanner() },
		"profiler":  func() sensor.Config { return sensor.DefaultProfiler() },
	}
}

// joined returns one list of two.
func joined[C any](a, b map[string]func() C) map[string]func() C {
	maps.Copy(a, b)
	return a
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
		"point":     func() vehicle.DynamicsConfig { return vehicle.DefaultPoint() },
	}
}

// Standard returns a library of all our models, bundled scenarios and vehicles. The shelves are in
// the order in which a scenario names them.
func Standard() *Library {
	l := newLibrary()
	addShelf(l, "channels", "links.*.channel", channels())
	addShelf(l, "ambient noise", "links.*.channel.noise", acoustic.Noises())
	addPart(l, "bottoms", "links.*.channel.bottom", ray.Bottoms())
	addPart(l, "surfaces", "links.*.channel.surface", ray.Surfaces())
	addShelf(l, "modems", "links.*.modem", modems())
	addShelf(l, "link budgets", "links.*.modem.budget", phy.Budgets())
	addShelf(l, "error models", "links.*.modem.errors", joined(phy.ErrorModels(), optical.Errors()))
	addShelf(l, "fading", "links.*.modem.fading", phy.Fadings())
	addShelf(l, "antennas", "links.*.modem.antenna", joined(acoustic.Antennas(), optical.Antennas()))
	addShelf(l, "access protocols", "links.*.mac", Protocols())
	addShelf(l, "networks", "network", networks())
	addShelf(l, "programs", "nodes[].run", programs())
	addShelf(l, "navigation", "nodes[].run.navigation", navigations())
	addShelf(l, "dynamics", "nodes[].vehicle.dynamics", dynamics())
	addShelf(l, "instruments", "nodes[].instruments[]", instruments())
	addShelf(l, "traffic", "traffic[]", traffic.Catalog())
	addShelf(l, "placements", "nodes[].place", placements())
	addShelf(l, "currents", "water.current", currents())
	addShelf(l, "waves", "water.waves", waves())
	addShelf(l, "obstacles", "world.obstacles[]", solid.Configs())
	for _, err := range []error{l.AddScenarios(bundled), l.AddVehicles(vehicle.Library())} {
		if err != nil {
			panic("scenarios: " + err.Error())
		}
	}
	return l
}

// About returns the line that says what a model is.
func About(model any) string {
	if m, ok := model.(interface{ About() string }); ok {
		return m.About()
	}
	return ""
}
