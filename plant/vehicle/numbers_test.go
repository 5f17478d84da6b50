package vehicle

import (
	"reflect"
	"testing"
)

// The numbers of a state are all of its floats, each at a place of its own.
func TestNumbersOfAState(t *testing.T) {
	var s State
	var fields []reflect.Value
	var collect func(v reflect.Value)
	collect = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				collect(v.Field(i))
			}
		case reflect.Array:
			for i := range v.Len() {
				collect(v.Index(i))
			}
		case reflect.Float64:
			fields = append(fields, v)
		default:
			t.Fatalf("a %v in a state", v.Kind())
		}
	}
	collect(reflect.ValueOf(&s).Elem())
	if len(fields) != StateNumbers {
		t.Fatalf("%d numbers, want %d", StateNumbers, len(fields))
	}
	for i, f := range fields {
		f.SetFloat(1)
		var got, want [StateNumbers]float64
		s.Numbers(&got)
		if want[i] = 1; got != want {
			t.Errorf("number %d: %v", i, got)
		}
		f.SetFloat(0)
	}
}
