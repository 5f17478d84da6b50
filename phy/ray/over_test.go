package ray

func thermocline() Column {
	return Column{Depth: []float64{0, 12, 20, 35, 100}, Speed: []float64{1522, 1522, 1500, 1488, 1489}}
}

func one(c float64) Column { return Column{Depth: []float64{0}, Speed: []float64{c}} }
