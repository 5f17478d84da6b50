package strict_test

import (
	"fmt"
	"testing/fstest"
	"time"

	"halocline/scenarios/strict"
)

// buoy is a language: what a file about a buoy may say.
type buoy struct {
	Name   string        `yaml:"name" required:"true" doc:"name of the buoy"`
	Depth  float64       `yaml:"depth" unit:"m" range:"[0,100]" doc:"depth of its hydrophone"`
	Period time.Duration `yaml:"period" range:"(0,inf)" doc:"time from one ping to the next"`
}

// A value may be written in any unit of its dimension, and what a file leaves out
// keeps the default. All faults of a file come at once, each with its place.
func ExampleRead() {
	files := strict.FS(fstest.MapFS{
		"good.yaml": {Data: []byte("name: alba\ndepth: 150cm\n")},
		"bad.yaml":  {Data: []byte("nam: berta\ndepth: 1500m\nperiod: 10\n")},
	})
	b := buoy{Period: 10 * time.Second}
	_, err := strict.Read(files, "good.yaml", nil, &b, strict.Models{})
	fmt.Println(b.Name, b.Depth, b.Period, err)
	_, err = strict.Read(files, "bad.yaml", nil, &b, strict.Models{})
	fmt.Println(err)
	// Output:
	// alba 1.5 10s <nil>
	// bad.yaml:1:1: unknown key "nam"; did you mean "name"?
	// bad.yaml:1:1: key "name" is missing; write a text
	// bad.yaml:2:8: 1500m is out of range; write at least 0m and at most 100m
	// bad.yaml:3:9: 10 has no unit; write a duration such as 20ms
}
