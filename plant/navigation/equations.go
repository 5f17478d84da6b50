package navigation

import "halocline/sim/equation"

const (
	groves     = "P. D. Groves, Principles of GNSS, Inertial, and Multisensor Integrated Navigation Systems, 2nd ed. (2013), chapters "
	kalman     = "R. E. Kalman, A new approach to linear filtering and prediction problems, J. Basic Engineering 82 (1960) 35"
	consistent = "Y. Bar-Shalom, X. R. Li and T. Kirubarajan, Estimation with Applications to Tracking and Navigation (2001), section 5.4"
)

// Equations returns how a fix corrects an estimate.
func (*ReckoningConfig) Equations() []equation.Equation {
	inputs := []equation.Symbol{
		{Name: "P", Unit: "m2", Meaning: "variance before the fix", Min: 1e-4, Max: 1e4},
		{Name: "s", Unit: "m", Key: "fix", Min: 0.01, Max: 100},
	}
	return []equation.Equation{
		{
			Of: "place along an axis after a fix", Text: "x = y + P (z - y)/(P + s^2)", Source: kalman, Step: 1e-9,
			Symbols: append([]equation.Symbol{
				{Name: "x", Unit: "m", Meaning: "place after the fix"},
				{Name: "y", Unit: "m", Meaning: "place before the fix, as the log has added it up", Min: -1000, Max: 1000},
				{Name: "z", Unit: "m", Meaning: "place that is measured", Min: -1000, Max: 1000},
			}, inputs...),
			Code: func(v equation.Values) float64 { return axis{X: v["y"], XX: v["P"]}.Update(v["z"], v["s"]*v["s"]).X },
		},
		{
			Of: "variance of the place after a fix", Text: "Q = P s^2/(P + s^2)", Source: kalman,
			Symbols: append([]equation.Symbol{{Name: "Q", Unit: "m2", Meaning: "variance after the fix"}}, inputs...),
			Code:    func(v equation.Values) float64 { return axis{XX: v["P"]}.Update(0, v["s"]*v["s"]).XX },
		},
	}
}

// Equations returns the rules of the filter.
func (*FilterConfig) Equations() []equation.Equation {
	return []equation.Equation{
		{
			Of: "motion between measurements", Source: groves + "14 and 16",
			Note: "p' = Z v and v' = R (f - b) + g, with the specific force f, its bias b, the attitude R, gravity g and a turn Z about the vertical by the error of the heading. Errors of instruments are constant or first-order Gauss-Markov processes",
		},
		{
			Of: "correction by a measurement", Source: kalman + "; " + groves + "3",
			Note: "x + K y with K = P H^T S^-1 and S = H P H^T + R. y is the innovation, P the covariance, H the matrix of the measurement and R its covariance",
		},
		{
			Of: "measurements that are left out", Source: consistent, Note: "those with y^T S^-1 y beyond the quantile of chi^2 of the probability gate",
		},
	}
}

// errorEquations returns how metrics of the navigation are computed, by name.
func errorEquations() map[string]equation.Equation {
	return map[string]equation.Equation{
		"estimate_error_rms": {
			Of: "error of the estimated position", Source: "root mean square, trapezoidal rule", Note: "the square root of the integral of abs(e)^2 over time, over that time, with the distance e from the true position to the estimated one",
		},
		"estimate_error_horizontal_rms": {
			Of: "horizontal error of the estimated position", Source: "root mean square, trapezoidal rule", Note: "that of estimate_error_rms with the horizontal part of e",
		},
		"nees": {
			Of: "normalised estimation error squared", Source: consistent, Note: "the mean of e^T P^-1 e/3 over the looks, with the error e of the position and the covariance P that the estimator has of it",
		},
		"nis": {
			Of: "normalised innovation squared", Source: consistent, Note: "the sum of y^T S^-1 y over the measurements that are taken, over the number of all components of y",
		},
	}
}
