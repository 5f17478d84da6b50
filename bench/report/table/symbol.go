package table

import "strings"

// symbol returns the command of mathematics for a sign or a Greek letter, or nothing. Letters that look
// as Latin ones have none.
func symbol(r rune) string {
	const names = `
	±pm ∓mp ×times ÷div ·cdot ⋅cdot ∞infty ≤leq ≥geq ≠neq ≈approx →rightarrow ←leftarrow √surd ∆Delta µmu ΩOmega
	αalpha βbeta γgamma δdelta εvarepsilon ζzeta ηeta θtheta ιiota κkappa λlambda μmu νnu ξxi πpi ρrho σsigma
	τtau υupsilon φvarphi χchi ψpsi ωomega ΓGamma ΔDelta ΘTheta ΛLambda ΞXi ΠPi ΣSigma ΦPhi ΨPsi ΩOmega`
	if r == '−' {
		return "-"
	}
	for _, n := range strings.Fields(names) {
		if name, ok := strings.CutPrefix(n, string(r)); ok {
			return "\\" + name
		}
	}
	return ""
}
