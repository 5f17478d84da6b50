// Outside is halocline with models of another module: a main function that puts them into the
// library, and a file for each model. Nothing of halocline is changed for it.
package main

import (
	"embed"
	"errors"
	"io/fs"
	"log"

	"halocline/cmd/cli"
	"halocline/scenarios"
)

// sources are all files that the program is made of. Results are known by them, so that those of
// before an edit and after it are not mixed.
//
//go:embed *.go scenarios/*.yaml
var sources embed.FS

func main() {
	l := scenarios.Standard()
	if err := add(l); err != nil {
		log.Fatal(err)
	}
	cli.Main(l)
}

// add puts what this module has into a library. A new model is one line here.
func add(l *scenarios.Library) error {
	bundled, err := fs.Sub(sources, "scenarios")
	return errors.Join(err,
		l.AddSources("outside", sources),
		l.AddScenarios(bundled),
		scenarios.Put(l, "duty-cycle", DefaultDutyCycle),
		scenarios.Put(l, "buoy", DefaultBuoy),
		scenarios.Put(l, "relay", DefaultRelay),
		scenarios.Put(l, "sink", DefaultSink),
		scenarios.Put(l, "glider", DefaultGlider),
		scenarios.Put(l, "thermometer", DefaultThermometer),
		scenarios.Put(l, "ranger", DefaultRanger),
		scenarios.Put(l, "pier", DefaultPier),
	)
}
