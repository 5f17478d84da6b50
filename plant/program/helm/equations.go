package helm

import "halocline/sim/equation"

// Equations returns the laws of the fins.
func (*Config) Equations() []equation.Equation {
	return []equation.Equation{{
		Of:     "angles of the fins, where gains are given",
		Source: "T. Prestero, Verification of a six-degree of freedom simulation model for the REMUS autonomous underwater vehicle (M.Sc. thesis, 2001), section 9.4.2, for pitch and depth; T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control (2011)",
		Note:   "stern = kth (a - pitch) - kq q and rudder = kpsi (heading that is wanted - heading) - kr r, with the turn rates q and r. There a = -(kz e + I) and I' = kzi e, with the missing height e; a is limited, and I is held at the limit",
	}}
}
