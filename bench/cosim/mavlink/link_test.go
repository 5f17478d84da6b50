package mavlink_test

import (
	"strings"
	"testing"

	"halocline/bench/cosim"
	"halocline/bench/cosim/mavlink"
)

// MAVLink packets carry no token, so that other machines are not let in, whatever is allowed elsewhere; targets are of this machine too.
func TestOpenRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"0.0.0.0:0":          "this machine only",
		"0,auv,10.1.2.3:145": "other machines",
		"nowhere,auv":        "is no address",
		"0,auv,nowhere":      "is no address",
	} {
		_, err := mavlink.Open(t.Context(), cosim.Access{Remote: strings.HasPrefix(text, "0.0"), Token: "secret"}, text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", text, err, want)
		}
	}
}
