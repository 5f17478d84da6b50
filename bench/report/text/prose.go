package text

import (
	"fmt"
	"regexp"
)

// Fewer leaves out most of the warnings that differ from others in their numbers only: a
// study of a thousand temperatures has as many.
func Fewer(warnings []string) []string {
	const shown = 5
	numbers := regexp.MustCompile(`[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?`)
	alike := map[string]int{}
	for _, w := range warnings {
		alike[numbers.ReplaceAllString(w, "0")]++
	}
	var out []string
	said := map[string]int{}
	for _, w := range warnings {
		kind := numbers.ReplaceAllString(w, "0")
		said[kind]++
		switch n := said[kind]; {
		case n == shown && alike[kind] > shown:
			w += fmt.Sprintf("; and %d more like it, with other numbers", alike[kind]-shown)
			fallthrough
		case n <= shown:
			out = append(out, w)
		}
	}
	return out
}
