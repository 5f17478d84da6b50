package static_test

import (
	"testing"

	"halocline/mac/route/routetest"
	"halocline/mac/route/static"
)

func TestContract(t *testing.T) {
	routetest.Conform(t, routetest.Graphs(), static.Default, routetest.Claims{Arrives: true, Fewest: true, Everyone: true})
}
