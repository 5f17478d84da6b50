package vector

import "halocline/sim/equation"

// Equations returns the rule of routes, and their cost.
func (*config) Equations() []equation.Equation {
	return []equation.Equation{
		{
			Of: "choice of a route", Source: "C. E. Perkins and P. Bhagwat, Highly dynamic destination-sequenced distance-vector routing (DSDV) for mobile computers, SIGCOMM (1994)",
			Note: "the newer by the number that its destination gave, and of two that are equally new the cheaper",
		},
		{
			Of: "cost of a hop", When: "metric: etx", Source: "D. S. J. De Couto, D. Aguayo, J. Bicket and R. Morris, A high-throughput path metric for multi-hop wireless routing, MobiCom (2003)",
			Note: "1/(df dr), with the shares df and dr of their messages that both ends have heard of each other",
		},
	}
}
