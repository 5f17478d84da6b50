package vector

import (
	"testing"
	"time"

	"halocline/mac/route"
	"halocline/mac/route/routetest"
)

// Tables each 20 s have settled in 200 s. The runs are long, so that there are fewer.
func TestContract(t *testing.T) {
	for _, set := range []func(*config){
		func(*config) {},
		func(c *config) { c.Metric = "etx" },
		func(c *config) { c.Waiting = 0 },
	} {
		fresh := func() route.Config {
			c := Default().(*config)
			c.Period, c.Pause, c.TTL = 20*time.Second, time.Second, 40
			set(c)
			return c
		}
		routetest.Conform(t, routetest.Graphs()/5, fresh, routetest.Claims{Arrives: true, Heals: true, Settles: 200 * time.Second, Everyone: true})
	}
}
