package figure

import (
	"math"
	"math/rand/v2"
)

// gallery returns a figure of each kind, by name.
func gallery() map[string]Figure {
	out := map[string]Figure{
		"curves": curves(), "grouped": grouped(), "many": many(), "log": logarithmic(),
		"steps": staircase(), "boxes": boxes(), "bars": bars(), "ecdf": distributions(), "scatter": scattered(),
		"heat": heat(6, 5), "heat-fine": heat(30, 20), "heat-diverging": signed(), "plan": plan(), "depth": depth(), "space-time": spaceTime(), "schedule": overrun(),
	}
	return out
}

func random() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// about returns intervals about values.
func about(values []float64, half float64) (low, high []float64) {
	for _, v := range values {
		low, high = append(low, v-half), append(high, v+half)
	}
	return low, high
}

func curves() Figure {
	x := []float64{0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3}
	f := Figure{
		X: Axis{Quantity: "Speed of the current", Unit: "m/s"},
		Y: Axis{Quantity: "Final error", Unit: "m"},
	}
	for i, name := range []string{"TDMA", "slotted ALOHA", "CSMA/CD"} {
		var y []float64
		for _, v := range x {
			y = append(y, 0.4+0.3*float64(i)+(4+2*float64(i))*v*v+0.8*v)
		}
		if i == 1 {
			y[3] = math.NaN()
		}
		c := Curve{Name: name, X: x, Y: y, Band: i == 2}
		c.Low, c.High = about(y, 0.08+0.03*float64(i))
		f.Layers = append(f.Layers, c)
	}
	return f
}

func grouped() Figure {
	f := Figure{
		Title: "Throughput & delay <grouped>",
		X:     Axis{Quantity: "Offered load", Unit: "bit/s", Log: true},
		Y:     Axis{Quantity: "Throughput", Unit: "bit/s"},
		Width: Page,
	}
	for i, mac := range []string{"TDMA", "ALOHA"} {
		for j, rate := range []string{"500 m", "1 km", "2 km"} {
			var c Curve
			c.Name, c.Group = rate, mac
			for k := range 13 {
				g := math.Pow(10, 1+float64(k)/4)
				c.X = append(c.X, g)
				y := 4000 * (1 - math.Exp(-g/4000)) / (1 + 0.4*float64(j))
				if i == 1 {
					y = g * math.Exp(-2*g/5000) / (1 + 0.2*float64(j))
				}
				c.Y = append(c.Y, y)
			}
			f.Layers = append(f.Layers, c)
		}
	}
	return f
}

func many() Figure {
	f := Figure{X: Axis{Quantity: "Time", Unit: "s"}, Y: Axis{Quantity: "Age of information", Unit: "s"}}
	r := random()
	for i := range 9 {
		var c Curve
		c.Name = "node " + string(rune('1'+i))
		level := float64(i)
		for k := range 4000 {
			c.X = append(c.X, float64(k)/10)
			level += 0.02 * r.NormFloat64()
			c.Y = append(c.Y, level+0.1*r.NormFloat64())
		}
		f.Layers = append(f.Layers, c)
	}
	return f
}

func logarithmic() Figure {
	f := Figure{
		X: Axis{Quantity: "SINR", Unit: "dB"},
		Y: Axis{Quantity: "Bit error rate", Log: true, Decades: 8},
	}
	for i, name := range []string{"BPSK", "FSK"} {
		var c Curve
		c.Name = name
		for k := -4; k <= 16; k++ {
			s := math.Pow(10, float64(k)/10)
			y := 0.5 * math.Erfc(math.Sqrt(s))
			if i == 1 {
				y = 0.5 * math.Exp(-s/2)
			}
			c.X, c.Y = append(c.X, float64(k)), append(c.Y, y)
			c.Low, c.High = append(c.Low, y/3), append(c.High, y*3)
		}
		f.Layers = append(f.Layers, c)
	}
	return f
}

func staircase() Figure {
	f := Figure{X: Axis{Quantity: "Time", Unit: "s"}, Y: Axis{Quantity: "Thrust", Unit: "N"}}
	var held, smooth Curve
	held.Name, held.Join = "held", Steps
	smooth.Name = "computed"
	for k := range 400 {
		t := float64(k) / 10
		y := 40 * math.Exp(-t/15) * math.Cos(t/3)
		smooth.X, smooth.Y = append(smooth.X, t), append(smooth.Y, y)
		if k%20 == 0 {
			if k == 200 {
				y = math.NaN()
			}
			held.X, held.Y = append(held.X, t), append(held.Y, y)
		}
	}
	f.Layers = []Layer{smooth, held}
	return f
}

func boxes() Figure {
	r := random()
	f := Figure{
		X: Axis{Quantity: "Protocol", Names: []string{"TDMA", "slotted ALOHA", "FDMA", "CSMA/CD"}},
		Y: Axis{Quantity: "Delay", Unit: "s"},
	}
	for i, name := range []string{"no current", "0.2 m/s"} {
		b := Boxes{Name: name}
		for k := range 4 {
			var s []float64
			for range 60 {
				s = append(s, math.Exp(0.3*r.NormFloat64())*(1+0.4*float64(k)+0.5*float64(i)))
			}
			b.Samples = append(b.Samples, s)
		}
		f.Layers = append(f.Layers, b)
	}
	return f
}

func bars() Figure {
	f := Figure{
		X: Axis{Names: []string{"TDMA", "ALOHA", "FDMA", "CSMA"}},
		Y: Axis{Quantity: "Delivered", Unit: "%"},
	}
	for i, name := range []string{"5 nodes", "10 nodes", "20 nodes"} {
		v := []float64{98 - 3*float64(i), 80 - 18*float64(i), 93 - float64(i), 88 - 9*float64(i)}
		b := Bars{Name: name, Values: v}
		b.Low, b.High = about(v, 2.5)
		f.Layers = append(f.Layers, b)
	}
	return f
}

func distributions() Figure {
	r := random()
	f := Figure{X: Axis{Quantity: "Delay", Unit: "s"}, Y: Axis{Quantity: "Part of the packets"}}
	for i, name := range []string{"TDMA", "ALOHA"} {
		e := ECDF{Name: name, Confidence: 0.95}
		for k := range 120 {
			v := math.Exp(0.5*r.NormFloat64()) * (1 + 0.8*float64(i))
			if i == 1 && k%8 == 0 {
				v = math.Inf(1)
			}
			e.Values = append(e.Values, v)
		}
		f.Layers = append(f.Layers, e)
	}
	return f
}

func scattered() Figure {
	c := Curve{Name: "TDMA", Join: Apart, X: []float64{2, 4}, Y: []float64{10, 20}, Low: []float64{8, 19}, High: []float64{13, 22}}
	c.Left, c.Right = about(c.X, 0.5)
	return Figure{
		Title: "Error over age", Below: "Spearman's ρ = 1.00, n = 2",
		X: Axis{Quantity: "Age", Unit: "s"}, Y: Axis{Quantity: "Error", Unit: "m"},
		Layers: []Layer{c, Curve{Name: "ALOHA", Join: Apart, X: []float64{3}, Y: []float64{12}}},
	}
}

func heat(columns, rows int) Figure {
	h := Heat{Quantity: "Delivered", Unit: "%"}
	x := Axis{Quantity: "Nodes"}
	y := Axis{Quantity: "Speed of the current", Unit: "m/s"}
	for i := range rows {
		v := float64(i) / float64(rows) * 0.5
		h.Y = append(h.Y, v)
		var row []float64
		for j := range columns {
			u := 20 * float64(j+1) / float64(columns)
			if i == 0 {
				h.X = append(h.X, u)
			}
			row = append(row, 100*math.Exp(-u/30)*(1-v*v*2))
		}
		h.Values = append(h.Values, row)
	}
	if rows < 10 {
		h.Values[1][2] = math.NaN()
		h.X, h.Y = nil, nil
		x.Names = []string{"2", "5", "8", "12", "16", "20"}
		y.Names = []string{"0", "0.1", "0.2", "0.3", "0.4"}
	}
	return Figure{X: x, Y: y, Layers: []Layer{h}}
}

func signed() Figure {
	h := Heat{Quantity: "Difference in delay", Unit: "s", Diverging: true}
	for i := range 5 {
		var row []float64
		for j := range 6 {
			row = append(row, float64(i-2)*0.4-float64(j-2)*0.3)
		}
		h.Values = append(h.Values, row)
	}
	return Figure{
		X:      Axis{Quantity: "Protocol", Names: []string{"tdma", "slotted-aloha", "fdma", "csma-cd", "polling", "macaw"}},
		Y:      Axis{Quantity: "Rate", Unit: "bit/s", Names: []string{"500", "1000", "2000", "5000", "10000"}},
		Layers: []Layer{h},
	}
}

func plan() Figure {
	f := Figure{X: Axis{Quantity: "East", Unit: "m"}, Y: Axis{Quantity: "North", Unit: "m"}, Equal: true}
	for i, name := range []string{"auv1", "auv2"} {
		t := Track{Name: name}
		for k := range 200 {
			a := float64(k) / 40
			t.X = append(t.X, (20-3.6*a)*math.Cos(a+float64(i)*math.Pi))
			t.Y = append(t.Y, (20-3.6*a)*math.Sin(a+float64(i)*math.Pi))
		}
		f.Layers = append(f.Layers, t)
	}
	f.Layers = append(f.Layers, Places{Names: []string{"dock"}, X: []float64{0}, Y: []float64{0}})
	return f
}

func depth() Figure {
	f := Figure{X: Axis{Quantity: "Distance from the dock", Unit: "m"}, Y: Axis{Quantity: "Depth", Unit: "m", Down: true}}
	t := Track{Name: "auv"}
	for k := range 200 {
		u := float64(k) / 199
		t.X = append(t.X, 40-38*u)
		t.Y = append(t.Y, 75+24*(1-math.Exp(-4*u)))
	}
	f.Layers = []Layer{t, Places{Names: []string{"dock"}, X: []float64{0}, Y: []float64{99.8}}}
	return f
}

func spaceTime() Figure {
	nodes := []Node{{"station", 0}, {"auv1", 600}, {"auv2", 1100}, {"auv3", 1500}}
	const c = 1500.0
	wave := func(sender int, start, airtime float64, fates ...Fate) Wave {
		w := Wave{Sender: sender, Start: start, Airtime: airtime}
		k := 0
		for i, n := range nodes {
			if i != sender {
				w.Arrivals = append(w.Arrivals, Arrival{Node: i, Delay: math.Abs(n.Place-nodes[sender].Place) / c, Fate: fates[k]})
				k++
			}
		}
		return w
	}
	return SpaceTime("", nodes, []Wave{
		wave(0, 0, 0.25, Received, Received, Received),
		wave(1, 0.8, 0.4, Collided, Received, Collided),
		wave(3, 1.05, 0.4, Collided, Missed, Collided),
		wave(2, 2.4, 0.4, Received, Received, Lost),
	})
}
