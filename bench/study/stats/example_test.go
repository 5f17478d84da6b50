package stats_test

import (
	"fmt"

	"halocline/bench/study/stats"
)

// sleep returns the additional hours of sleep of ten patients with either of two
// drugs: the data of Student (The probable error of a mean, Biometrika 6, 1908).
func sleep() (first, second []float64) {
	first = []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0}
	second = []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
	return first, second
}

// The mean of the first drug is 0.75 h and the standard deviation 1.78901 h. Student's
// t with 9 degrees of freedom is 2.26216 at 95 %, so half of the interval is
// 2.26216 x 1.78901/sqrt(10) = 1.2798 h.
func ExampleMean() {
	first, _ := sleep()
	i := stats.Mean(first, 0.95)
	fmt.Printf("%.2f from %.4f to %.4f, %d values\n", i.Estimate, i.Low, i.High, i.Used)
	// Output: 0.75 from -0.5298 to 2.0298, 10 values
}

// Each patient had both drugs, so that it is the differences that count. R's t.test
// says of these data: t = -4.0621, p-value = 0.002833, -2.4598858 to -0.7001142.
func ExamplePaired() {
	first, second := sleep()
	c := stats.Paired(first, second, 0.95)
	fmt.Printf("%.2f from %.4f to %.4f\n", c.Difference.Estimate, c.Difference.Low, c.Difference.High)
	fmt.Printf("t = %.4f with %.0f degrees of freedom, p = %.6f\n", c.T, c.Freedom, c.P)
	// Output:
	// -1.58 from -2.4599 to -0.7001
	// t = -4.0621 with 9 degrees of freedom, p = 0.002833
}

// Were they twenty patients, the same numbers would prove less. R: t = -1.8608, df =
// 17.776, p-value = 0.07939.
func ExampleWelch() {
	first, second := sleep()
	c := stats.Welch(first, second, 0.95)
	fmt.Printf("t = %.4f with %.3f degrees of freedom, p = %.5f\n", c.T, c.Freedom, c.P)
	// Output: t = -1.8608 with 17.776 degrees of freedom, p = 0.07939
}

// Of 263 runs 81 docked. Newcombe (1998, table I, method 3) has 0.2553 to 0.3662.
func ExampleProportion() {
	i := stats.Proportion(81, 263, 0.95)
	fmt.Printf("%.4f from %.4f to %.4f\n", i.Estimate, i.Low, i.High)
	// Output: 0.3080 from 0.2553 to 0.3662
}
