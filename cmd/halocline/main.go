// Halocline simulates control loops that are closed through water. Package cli is its
// command line, and package scenarios has what scenarios can name.
package main

import (
	"halocline/cmd/cli"
	"halocline/scenarios"
)

func main() { cli.Main(scenarios.Standard()) }
