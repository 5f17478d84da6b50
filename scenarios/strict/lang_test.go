package strict

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"testing/fstest"
	"time"
)

// The test language: a small scenario that uses every feature once.

type scenario struct {
	Name     string        `yaml:"name" required:"true" doc:"title of the run"`
	Duration time.Duration `yaml:"duration" range:"(0,inf)" doc:"simulated time"`
	Seed     uint32        `yaml:"seed"`
	Trace    bool          `yaml:"trace"`
	Level    level         `yaml:"level" oneof:"low|high"`
	Water    water         `yaml:"water" doc:"the water, the same everywhere"`
	Links    []link        `yaml:"links" key:"Name" min:"1"`
	Nodes    []station     `yaml:"nodes" named:"true"`
	Probe    *probe        `yaml:"probe"`
	Sweep    []axis        `yaml:"sweep" key:"Path"`
	extras
	Unused float64 `yaml:"-"`
}

type level string

type extras struct {
	Repeat int8 `yaml:"repeat" range:"[1,inf)"`
}

func (e extras) Validate() error {
	if e.Repeat == 13 {
		return keyError{"repeat", "13 repetitions bring bad luck"}
	}
	return nil
}

type water struct {
	Depth       float64 `yaml:"depth" unit:"m" range:"(0,11e3]" doc:"depth of the seabed"`
	Temperature float64 `yaml:"temperature" unit:"degC" range:"[-2,40]"`
	Current     current `yaml:"current"`
}

type current struct {
	Speed float64 `yaml:"speed" unit:"m/s" range:"[0,5]" bare:"true"`
	From  float64 `yaml:"from" unit:"rad"`
}

type link struct {
	Name      string  `yaml:"-"`
	Frequency float64 `yaml:"frequency" unit:"Hz" range:"(0,1e9]" doc:"centre of the band"`
	Loss      float64 `yaml:"loss" unit:"1" range:"[0,1)"`
	Bits      int     `yaml:"bits" unit:"bit" range:"[1,1e6]"`
	MAC       access  `yaml:"mac" doc:"access protocol"`
}

func (l *link) Defaults() { l.Frequency, l.Bits, l.MAC = 100e3, 512, &aloha{Queue: 7} }

type station struct {
	Name  string     `yaml:"name" required:"true"`
	At    xyz        `yaml:"at" as:"vector" unit:"m" required:"true"`
	Gains [2]float64 `yaml:"gains" range:"[-1,1]"`
	Links []string   `yaml:"links"`
	MACs  []access   `yaml:"macs"`
	Inner []station  `yaml:"inner" named:"true"`
}

type xyz struct{ X, Y, Z float64 }

type probe struct {
	Every time.Duration `yaml:"every"`
	Count int           `yaml:"count"`
}

func (p *probe) Defaults() { p.Every = time.Second }

type axis struct {
	Path   string `yaml:"-"`
	Values []Raw  `yaml:"values" bare:"true"`
	From   Raw    `yaml:"from"`
}

type access interface{ Access() string }

type aloha struct {
	Queue   int           `yaml:"queue" range:"[1,100]" doc:"packets that may wait"`
	Backoff time.Duration `yaml:"backoff"`
}

type tdma struct {
	Guard time.Duration `yaml:"guard"`
	Slots []int         `yaml:"slots"`
}

func (*aloha) Access() string { return "aloha" }
func (*tdma) Access() string  { return "tdma" }

// Validate refuses a slot that is given twice, and guards of 13 ms twice over.
func (t *tdma) Validate() error {
	seen := map[int]bool{}
	for i, s := range t.Slots {
		if seen[s] {
			return keyError{fmt.Sprintf("slots[%d]", i), fmt.Sprintf("slot %d is taken", s)}
		}
		seen[s] = true
	}
	if t.Guard == 13*time.Millisecond {
		return errors.Join(keyError{"guard", "bad luck"}, errors.New("a superstitious model"))
	}
	return nil
}

type keyError struct{ field, msg string }

func (e keyError) Error() string { return e.msg }
func (e keyError) Field() string { return e.field }

func models() Models {
	m := Models{}
	Add(m, map[string]func() access{
		"aloha": func() access { return &aloha{Queue: 10, Backoff: 20 * time.Millisecond} },
		"tdma":  func() access { return &tdma{Guard: 5 * time.Millisecond} },
	})
	return m
}

func fresh() *scenario {
	return &scenario{Duration: 400 * time.Second, Seed: 1, Level: "low", Water: water{Depth: 100, Temperature: 15}, extras: extras{Repeat: 30}}
}

// read reads the file a.yaml of an in-memory file system.
func read(files map[string]string, sets ...Set) (*scenario, *Document, error) {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	s := fresh()
	d, err := Read(FS(fsys), "a.yaml", sets, s, models())
	return s, d, err
}

// good reads a text that must be right.
func good(t *testing.T, text string, sets ...Set) *scenario {
	t.Helper()
	s, _, err := read(map[string]string{"a.yaml": text}, sets...)
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return s
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s = %#v, want %#v", what, got, want)
	}
}
