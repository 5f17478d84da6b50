package strict

import (
	"errors"
	"reflect"
	"strconv"
	"strings"
)

// Quantity says which number is read outside of a file, as in a flag: Unit and
// Range mean what the tags of a field mean, and are empty where a field would
// have no such tag.
type Quantity struct{ Unit, Range string }

// ParseQuantity reads a number with its unit, such as 100kHz, written as in a
// file. It may be of one of several kinds: a level or a power. ParseQuantity
// returns the value in the unit of its kind, and which kind that is.
func ParseQuantity(text string, kinds ...Quantity) (value float64, kind int, err error) {
	_, symbol, _ := split(text)
	symbols := []string{symbol}
	for _, k := range kinds {
		symbols = append(symbols, k.Unit)
	}
	lang := &language{units: newUnits(symbols...), records: map[measured]*shape{}}
	if symbol != "" && lang.units.find(symbol) == nil { // the message names those that are alike
		lang.units = newUnits()
	}
	shapes := make([]*shape, len(kinds))
	expected := make([]string, len(kinds))
	given := lang.units.find(symbol)
	for i, k := range kinds {
		shapes[i] = lang.shape(reflect.TypeFor[float64](), k.tag())
		expected[i] = shapes[i].expected()
		if u := shapes[i].unit; given != nil && u != nil && u.dim == given.dim {
			kind = i
		}
	}
	d := decoder{lang: lang, log: &faultLog{}}
	d.quantity(&node{kind: scalar, text: text, tag: "!!float"}, shapes[kind], reflect.ValueOf(&value).Elem())
	if faults := d.log.faults; len(faults) > 0 {
		return 0, 0, errors.New(strings.ReplaceAll(faults[0].Msg, expected[kind], strings.Join(expected, " or ")))
	}
	return value, kind, nil
}

// tag returns the tag of a field that holds such a number.
func (q Quantity) tag() reflect.StructTag {
	tag := "unit:" + strconv.Quote(q.Unit)
	if q.Range != "" {
		tag += " range:" + strconv.Quote(q.Range)
	}
	return reflect.StructTag(tag)
}
