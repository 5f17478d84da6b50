package fmi

import (
	"bytes"
	"encoding/xml"
	"fmt"
)

// description is the root of modelDescription.xml; see section 2.4 of the standard.
type description struct {
	XMLName    xml.Name    `xml:"fmiModelDescription"`
	Version    string      `xml:"fmiVersion,attr"`
	Name       string      `xml:"modelName,attr"`
	Token      string      `xml:"instantiationToken,attr"`
	About      string      `xml:"description,attr,omitempty"`
	Tool       string      `xml:"generationTool,attr"`
	Naming     string      `xml:"variableNamingConvention,attr"`
	CoSim      coSim       `xml:"CoSimulation"`
	Units      []unit      `xml:"UnitDefinitions>Unit"`
	Categories []category  `xml:"LogCategories>Category"`
	Experiment experiment  `xml:"DefaultExperiment"`
	Variables  described   `xml:"ModelVariables"`
	Outputs    []reference `xml:"ModelStructure>Output"`
	Unknowns   []reference `xml:"ModelStructure>InitialUnknown"`
}

// coSim says what the library can do.
type coSim struct {
	Identifier string `xml:"modelIdentifier,attr"`
	AnyStep    bool   `xml:"canHandleVariableCommunicationStepSize,attr"`
	Early      bool   `xml:"mightReturnEarlyFromDoStep,attr"`
}

// unit is a unit, and what it is of the base units where that is known here.
type unit struct {
	Name string `xml:"name,attr"`
	Base *base  `xml:"BaseUnit"`
}

// base are powers of base units.
type base struct {
	Kg     int     `xml:"kg,attr,omitempty"`
	M      int     `xml:"m,attr,omitempty"`
	S      int     `xml:"s,attr,omitempty"`
	A      int     `xml:"A,attr,omitempty"`
	K      int     `xml:"K,attr,omitempty"`
	Rad    int     `xml:"rad,attr,omitempty"`
	Factor float64 `xml:"factor,attr,omitempty"`
	Offset float64 `xml:"offset,attr,omitempty"`
}

type category struct {
	Name  string `xml:"name,attr"`
	About string `xml:"description,attr"`
}

type experiment struct {
	Start float64 `xml:"startTime,attr"`
	Stop  float64 `xml:"stopTime,attr"`
	Step  float64 `xml:"stepSize,attr"`
}

type reference struct {
	Reference int `xml:"valueReference,attr"`
}

// described are variables of several types in one list.
type described struct{ Items []item }

// item is a variable. The name of the element is its type.
type item struct {
	XMLName     xml.Name
	Name        string `xml:"name,attr"`
	Reference   int    `xml:"valueReference,attr"`
	About       string `xml:"description,attr"`
	Causality   string `xml:"causality,attr"`
	Variability string `xml:"variability,attr"`
	Unit        string `xml:"unit,attr,omitempty"`
	Start       string `xml:"start,attr,omitempty"`
	StartText   *start `xml:"Start"`
}

type start struct {
	Value string `xml:"value,attr"`
}

// usual is the step that the description proposes, s.
const usual = 0.01

// describe writes modelDescription.xml.
func (i *Instance) describe(program string) ([]byte, error) {
	plan := i.model.plan
	d := description{
		Version: "3.0", Name: plan.Name, Token: i.model.Token, About: plan.Description, Tool: "halocline " + program, Naming: "flat",
		CoSim: coSim{Identifier: i.model.Identifier(), AnyStep: true, Early: true},
		Categories: []category{
			{"logStatusWarning", "what is allowed in the scenario and hardly meant"},
			{"logStatusError", "why a call has failed"},
		},
		Experiment: experiment{Stop: plan.Duration.Seconds(), Step: usual},
	}
	for _, u := range i.units() {
		d.Units = append(d.Units, unit{u, baseOf(u)})
	}
	for k := range i.all {
		v := &i.all[k]
		it := item{
			XMLName: xml.Name{Local: string(v.kind)}, Name: v.name, Reference: k, About: v.about,
			Causality: string(v.causality), Variability: "discrete", Unit: v.unit,
		}
		if v.kind == float && !v.jumps {
			it.Variability = "continuous"
		}
		switch {
		case v.causality == output:
			d.Outputs = append(d.Outputs, reference{k})
		case v.causality == input && v.kind == text:
			it.StartText = &start{}
		case v.causality == input:
			it.Start = "0"
		}
		d.Variables.Items = append(d.Variables.Items, it)
	}
	d.Unknowns = d.Outputs
	var out bytes.Buffer
	out.WriteString(xml.Header)
	e := xml.NewEncoder(&out)
	e.Indent("", "  ")
	if err := e.Encode(&d); err != nil {
		return nil, fmt.Errorf("modelDescription.xml: %w", err)
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// baseOf returns what a unit is of the base units; nil where that is not known here, which the standard allows. The factor of a
// degree is pi/180, and the offset of degrees Celsius 273.15.
func baseOf(name string) *base {
	known := map[string]base{
		"1": {}, "m": {M: 1}, "s": {S: 1}, "m/s": {M: 1, S: -1}, "m/s2": {M: 1, S: -2}, "rad": {Rad: 1}, "rad/s": {Rad: 1, S: -1},
		"N": {Kg: 1, M: 1, S: -2}, "N.m": {Kg: 1, M: 2, S: -2}, "Pa": {Kg: 1, M: -1, S: -2}, "J": {Kg: 1, M: 2, S: -2}, "W": {Kg: 1, M: 2, S: -3},
		"V": {Kg: 1, M: 2, S: -3, A: -1}, "Hz": {S: -1}, "S/m": {Kg: -1, M: -3, S: 3, A: 2}, "deg": {Rad: 1, Factor: 0.017453292519943295}, "degC": {K: 1, Offset: 273.15},
	}
	if b, ok := known[name]; ok {
		return &b
	}
	return nil
}
