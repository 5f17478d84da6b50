package calibrate
import ("testing";"context";"fmt";"time")
func TestX(t *testing.T) {
	b:=time.Now()
	s, err := Measure(context.Background(), Items(), 3, func(n string){ fmt.Println(time.Since(b), n)})
	if err != nil { t.Fatal(err) }
	for _, f := range s.Figures { fmt.Printf("%+v\n", f) }
	fmt.Printf("%+v\n", s.Loop)
}
