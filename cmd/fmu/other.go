//go:build !(cgo && linux)

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "fmu: this is the library of an FMU, for Linux and with cgo; make fmu builds it")
	os.Exit(2)
}
