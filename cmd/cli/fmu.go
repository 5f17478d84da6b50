package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	root "halocline"
	"halocline/bench/cosim/fmi"
	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

func newFMU(lib *scenarios.Library, io command.Streams) *cobra.Command {
	var (
		seed          uint64
		sets          []string
		out, compiled string
	)
	c := &cobra.Command{
		Use:   "fmu SCENARIO",
		Short: "Write a scenario as an FMU, which other simulators step",
		Long: "Write a scenario as a Functional Mock-up Unit for co-simulation, by the Functional Mock-up Interface 3.0, for\n" +
			"Linux: a zip archive with the scenario, the files that it names, modelDescription.xml, and a library that runs\n" +
			"it. In a checkout of halocline, make fmu builds the library. It and this program have to be of the same sources.\n\n" +
			"Inputs are the ports of nodes. Outputs are how nodes with ports and vehicles believe to move, what their\n" +
			"instruments have read last, whether the run has ended, and its fingerprint, which is that of halocline run\n" +
			"whatever the steps are. A value that is set comes in when the run goes on.",
		Example: "  halocline fmu docking-outside --library bin/libhalocline.so -o docking.fmu",
		Args:    oneScenario,
		RunE: func(c *cobra.Command, args []string) error {
			set, err := seededSets(sets, seed, c.Flags().Changed("seed"))
			if err != nil {
				return err
			}
			if compiled == "" {
				return command.Input(errors.New("an FMU has a library in it, and none is given: make fmu, in a checkout of halocline, builds bin/libhalocline.so; then add --library bin/libhalocline.so"))
			}
			library, err := os.ReadFile(compiled)
			if err != nil {
				return command.Input(fmt.Errorf("--library %s: %w", compiled, strict.Unread(err)))
			}
			plan, warnings, err := checked(c.Context(), lib, args[0], set, true)
			if err != nil {
				return err
			}
			warn(io, warnings)
			if out == "" {
				out = plan.Name + ".fmu"
			}
			return writeFMU(lib, args[0], set, library, out)
		},
		ValidArgsFunction: completeScenario(lib),
	}
	overrideFlags(c, &sets, &seed)
	c.Flags().StringVar(&compiled, "library", "", "the library, a `file` that make fmu has built")
	c.Flags().StringVarP(&out, "output", "o", "", "`file` to write; the name of the scenario with .fmu if left out")
	return c
}

// writeFMU writes the archive.
func writeFMU(lib *scenarios.Library, name string, sets []strict.Set, library []byte, out string) error {
	sources, err := root.Sources()
	if err != nil {
		return command.Failure(err)
	}
	model, err := fmi.New(lib, name, sets, sources)
	if err != nil {
		return err
	}
	var archive bytes.Buffer
	if err := model.Pack(&archive, library, command.Version()); err != nil {
		return command.Input(fmt.Errorf("--library: %w", err))
	}
	return command.WriteFile("-o", out, archive.Bytes())
}
