package equation

// Interpolation returns the equation of a table that is linear between two rows: value is what it gives at a place. Both symbols say
// in which range the rows lie, and the code gets the places of the two rows, that between them, and the values of the rows.
func Interpolation(of string, value, place Symbol, code func(before, after, at, first, second float64) float64) Equation {
	x, y := place.Name, value.Name
	part := func(name, meaning string, from, to float64) Symbol {
		s, width := place, place.Max-place.Min
		s.Name, s.Meaning = name, meaning
		s.Min, s.Max = place.Min+from*width, place.Min+to*width
		return s
	}
	row := func(name, meaning string) Symbol {
		s := value
		s.Name, s.Meaning = name, meaning
		return s
	}
	return Equation{
		Of: of, Source: "definition: linear between two rows of the table", Step: 1e-9 * max(1, value.Max-value.Min),
		Text: y + " = " + y + "_0 + (" + y + "_1 - " + y + "_0) (" + x + " - " + x + "_0)/(" + x + "_1 - " + x + "_0)",
		Symbols: []Symbol{
			{Name: y, Unit: value.Unit, Meaning: value.Meaning},
			part(x, place.Meaning, 0.35, 0.65), part(x+"_0", "that of the row before", 0, 0.3), part(x+"_1", "that of the row after", 0.7, 1),
			row(y+"_0", "value of the row before"), row(y+"_1", "value of the row after"),
		},
		Code: func(v Values) float64 { return code(v[x+"_0"], v[x+"_1"], v[x], v[y+"_0"], v[y+"_1"]) },
	}
}
