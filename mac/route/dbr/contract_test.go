package dbr

import (
	"testing"

	"halocline/mac/route"
	"halocline/mac/route/routetest"
)

func TestContract(t *testing.T) {
	fresh := func() route.Config {
		c := Default().(*config)
		c.Range = routetest.Reach
		return c
	}
	routetest.Conform(t, routetest.Graphs(), fresh, routetest.Claims{Rises: true})
}
