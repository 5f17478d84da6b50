package input

import (
	"errors"
	"strconv"
	"strings"

	"halocline/scenarios/strict"
)

// Share is a part of a whole, above 0 and below 1, that can be a flag: 5% or 0.05.
type Share float64

// String returns the share as a fraction, or nothing where none is given.
func (s *Share) String() string {
	if *s == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(*s), 'g', -1, 64)
}

// Set reads a share.
func (s *Share) Set(text string) error {
	number, percent := strings.CutSuffix(text, "%")
	v, _, err := strict.ParseQuantity(number, Quantity("", ""))
	if percent {
		v /= 100
	}
	if err != nil || !(v > 0 && v < 1) {
		return errors.New("write a part, above 0 and below 1, such as 5% or 0.05")
	}
	*s = Share(v)
	return nil
}

// Type names what is given, in the help.
func (s *Share) Type() string { return "share" }
