package table

import "strings"

// symbol returns the command of mathematics for a sign, or nothing.
func symbol(r rune) string {
	switch r {
	case '±':
		return "\\pm"
	case '∓':
		return "\\mp"
	case '×':
		return "\\times"
	case '÷':
		return "\\div"
	case '·', '⋅':
		return "\\cdot"
	case '−':
		return "-"
	case '∞':
		return "\\infty"
	case '≤':
		return "\\leq"
	case '≥':
		return "\\geq"
	case '≠':
		return "\\neq"
	case '≈':
		return "\\approx"
	case '→':
		return "\\rightarrow"
	case '←':
		return "\\leftarrow"
	case '√':
		return "\\surd"
	case '∆':
		return "\\Delta"
	case 'µ':
		return "\\mu"
	case 'Ω':
		return "\\Omega"
	}
	return greek(r)
}

// greek returns the command for a Greek letter, or nothing. Letters that look
// as Latin ones have none.
func greek(r rune) string {
	const letters = "αalpha βbeta γgamma δdelta εvarepsilon ζzeta ηeta θtheta ιiota κkappa λlambda μmu νnu ξxi πpi ρrho σsigma " +
		"τtau υupsilon φvarphi χchi ψpsi ωomega ΓGamma ΔDelta ΘTheta ΛLambda ΞXi ΠPi ΣSigma ΦPhi ΨPsi ΩOmega"
	for _, l := range strings.Fields(letters) {
		if name, ok := strings.CutPrefix(l, string(r)); ok {
			return "\\" + name
		}
	}
	return ""
}
