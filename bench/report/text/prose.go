package text

import (
	"fmt"
	"regexp"
)

// Fewer leaves out most of the warnings that differ from others in their numbers only: a
// study of a thousand temperatures has as many.
func Fewer(warnings []string) []string {
	const shown = 5
	alike := map[string]int{}
	for _, w := range warnings {
		alike[Kind(w)]++
	}
	var out []string
	said := map[string]int{}
	for _, w := range warnings {
		kind := Kind(w)
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

// Kind returns a warning without its numbers, the same for all that differ in those only.
func Kind(warning string) string {
	return regexp.MustCompile(`[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?`).ReplaceAllString(warning, "0")
}
