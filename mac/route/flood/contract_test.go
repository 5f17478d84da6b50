package flood

import (
	"testing"

	"halocline/mac/route"
	"halocline/mac/route/routetest"
)

func TestContract(t *testing.T) {
	fresh := func() route.Config {
		c := Default().(*config)
		c.TTL = 40
		return c
	}
	routetest.Conform(t, routetest.Graphs(), fresh, routetest.Claims{Arrives: true, Heals: true, Everyone: true, Floods: true})
}
