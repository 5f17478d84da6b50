// Package numeric has the numerical method that several packages need and no library that is
// used here has: bisection. Begin with Bisect.
//
// Left out: methods that are faster and ask more of a function, such as Newton's, which stand where
// they are used.
package numeric

// Bisect halves an interval so many times, such that below holds at its lower end and not at its
// upper one, as it was in the beginning, and returns the ends. Between the first two there is one
// place, or an odd number of them, where it changes.
func Bisect(low, high float64, times int, below func(x float64) bool) (float64, float64) {
	for range times {
		if middle := (low + high) / 2; below(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return low, high
}
