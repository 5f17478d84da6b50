package strict

import "testing"

// By hand, from the definitions of the units.
func TestParseQuantity(t *testing.T) {
	frequency := Quantity{"Hz", "(0,1e11]"}
	ratio, power := Quantity{"dB", "[-60,100]"}, Quantity{"W", "(0,1e6]"}
	for _, c := range []struct {
		text  string
		kinds []Quantity
		value float64
		kind  int
	}{
		{"100kHz", []Quantity{frequency}, 100e3, 0},
		{"15 degC", []Quantity{{"degC", ""}}, 15, 0},
		{"5kn", []Quantity{{"m/s", ""}}, 5 * 1852.0 / 3600, 0},
		{"8.1", []Quantity{{"", "[5,10]"}}, 8.1, 0},
		{"-3dB", []Quantity{ratio, power}, -3, 0},
		{"1.9mW", []Quantity{ratio, power}, 0.0019, 1},
	} {
		value, kind, err := ParseQuantity(c.text, c.kinds...)
		if value != c.value || kind != c.kind || err != nil {
			t.Errorf("%s: got %g of kind %d (%v), want %g of kind %d", c.text, value, kind, err, c.value, c.kind)
		}
	}
	for _, c := range []struct {
		text  string
		kinds []Quantity
		want  string
	}{
		{"5m", []Quantity{frequency}, "5m is a length; write a frequency such as 100kHz"},
		{"0Hz", []Quantity{frequency}, "0Hz is out of range; write more than 0Hz and at most 100GHz"},
		{"100", []Quantity{frequency}, "100 has no unit; write a frequency such as 100kHz"},
		{"NaN", []Quantity{frequency}, `"NaN" is not a number as it is written here; write a frequency such as 100kHz`},
		{"", []Quantity{frequency}, `"" is not a number as it is written here; write a frequency such as 100kHz`},
		{"3m", []Quantity{{"", ""}}, "3m has a unit; write a number such as 2.5"},
		{"20%", []Quantity{{"", ""}}, "20% is in per cent; write 0.2"},
		{"3m", []Quantity{ratio, power}, "3m is a length; write a level of at least -60dB and at most 100dB or a power such as 4.5W"},
		{"3", []Quantity{ratio, power}, "3 has no unit; write a level of at least -60dB and at most 100dB or a power such as 4.5W"},
		{"0W", []Quantity{ratio, power}, "0W is out of range; write more than 0W and at most 1e6W"},
	} {
		if _, _, err := ParseQuantity(c.text, c.kinds...); err == nil || err.Error() != c.want {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
}
