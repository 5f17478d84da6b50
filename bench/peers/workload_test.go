package peers

import (
	"context"
	"fmt"
	"testing"
)

func TestX(t *testing.T) {
	for _, w := range []Workload{{10, 355555, 1}, {50, 65306, 1}, {100, 32323, 1}, Sized(1000, 1.6e6, 1)} {
		p, err := w.Plan()
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range []bool{false, true} {
			r, err := Run(context.Background(), p, b)
			fmt.Printf("%+v %v\n", r, err)
		}
	}
}
