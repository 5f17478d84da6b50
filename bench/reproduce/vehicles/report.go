package vehicles

import (
	"math"
	"strconv"

	"halocline/bench/reproduce/claim"
)

// Report holds how the vehicles of the library move against what is published.
func Report() (*claim.Report, error) {
	all, err := library()
	if err != nil {
		return nil, err
	}
	r := &claim.Report{
		Name: "library-vehicles", Title: "How the vehicles of the library move",
		Fitted: []string{"the limit of the thrust of remus-100, to its top speed"},
		Assumptions: []string{
			"a top speed is that at which the drag is all that the thrusters give, in sea water of 1025 kg/m3",
			"drag coefficients of the sheet are of the volume to the power 2/3, at 1 m/s",
			"a turning circle is in the plane, with the rudder as far as it goes and the thrust for 1.5 m/s straight on",
			"of RexROV and the modular vehicle no speed is published, and of no vehicle a turning circle that we know of",
		},
		Sheets: []claim.Sheet{sheet(all)},
	}
	of := map[string]moves{}
	for _, m := range all {
		of[m.name] = m
	}
	remus, taipan, blue := of["remus-100"], of["taipan-300"], of["bluerov2-heavy"]

	top := claim.Number("top speed of remus-100", "m/s", "Fossen, MSS toolbox, remus100.m", 2.5, remus.ahead)
	top.Rule = "the limit of the thrust is taken from it"
	across := claim.Number("drag coefficient of remus-100 across the flow, on its length of 1.33 m times 0.191 m", "",
		"Hoerner, Fluid-Dynamic Drag (1965), chapter 3: a cylinder across the flow", 1.1, crossFlow(remus, 1.33*0.191))
	across.Rule, across.Verdict = "within 20 %: its ends taper, and fins stand out", claim.Differs
	if math.Abs(float64(across.Ours)/1.1-1) <= 0.2 {
		across.Verdict = claim.Holds
	}
	ahead := claim.Number("drag coefficient of remus-100 ahead, on its frontal area of 0.0285 m2", "",
		"Fossen, MSS toolbox, remus100.m, from Allen et al. (2000)", 0.42, remus.dragAhead*area(remus.volume)/0.0285)
	ahead.Rule = "the sources disagree, Prestero (2001) has 0.11 and Sgarioto (2006) 0.2"
	cruise := claim.Number("speed of taipan-300", "m/s", "Parodi et al. (2009): about 2 m/s", 2, taipan.ahead)
	cruise.Rule = "it is no top speed, and the limit of the thrust is scaled from remus-100"
	maker := claim.Number("top speed of bluerov2-heavy", "m/s", "Blue Robotics, BlueROV2: 1.5 m/s (3 knots)", 1.5, blue.ahead)
	maker.Rule = "the maker's is of the vehicle with six thrusters; the drag of the file is that of von Benzon et al. (2022) for the heavy one, and its thrust 40 N of each"
	r.Claims = []claim.Claim{top, ahead, across, cruise, maker}
	return r, nil
}

// crossFlow returns the drag coefficient to a side of an area in m2.
func crossFlow(of moves, on float64) float64 { return of.dragAside * area(of.volume) / on }

// sheet is the table of all vehicles.
func sheet(all []moves) claim.Sheet {
	s := claim.Sheet{Name: "vehicles", Shown: true, Columns: []string{
		"vehicle", "mass (kg)", "ahead (m/s)", "aside (m/s)", "up (m/s)", "down (m/s)",
		"drag ahead", "drag aside", "drag up", "turning circle (m)", "on the spot (deg/s)",
	}}
	for _, m := range all {
		row := []string{m.name, number(m.mass)}
		for _, x := range []float64{m.ahead, m.aside, m.up, m.down, m.dragAhead, m.dragAside, m.dragUp, m.diameter, m.rate * 180 / math.Pi} {
			row = append(row, number(x))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// number writes a number to three digits; a dash where there is none.
func number(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}
