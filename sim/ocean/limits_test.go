package ocean

import (
	"math"
	"slices"
	"testing"
)

func TestOutsideNamesFormulaQuantityValueAndRange(t *testing.T) {
	limits := []Limit{
		{"temperature", "degC", 2, 30},
		{"salinity", "psu", 25, 40},
		{"frequency", "kHz", 0, math.Inf(1)},
		{"ratio", "", math.Inf(-1), 1},
	}
	tests := []struct {
		name   string
		values []float64
		want   []string
	}{
		{"inside", []float64{10, 35, 20, 0}, nil},
		{"on the ends", []float64{2, 40, 0, 1}, nil},
		{"below", []float64{10, 5, 20, 0}, []string{
			"model: salinity 5 psu is outside the formula's range, 25 to 40 psu",
		}},
		{"above", []float64{30.5, 35, 20, 0}, []string{
			"model: temperature 30.5 degC is outside the formula's range, 2 to 30 degC",
		}},
		{"open ends", []float64{10, 35, -1, 1.5}, []string{
			"model: frequency -1 kHz is outside the formula's range, at least 0 kHz",
			"model: ratio 1.5 is outside the formula's range, at most 1",
		}},
		{"not a number", []float64{math.NaN(), 35, 20, 0}, []string{
			"model: temperature NaN degC is outside the formula's range, 2 to 30 degC",
		}},
	}
	for _, tt := range tests {
		if got := Outside("model", limits, tt.values...); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestOutsidePanicsOnAMissingValue(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("two limits and one value pass")
		}
	}()
	Outside("model", make([]Limit, 2), 1)
}
