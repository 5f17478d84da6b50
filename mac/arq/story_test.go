package arq_test

import (
	"testing"

	"halocline/mac"
	"halocline/mac/aloha"
	"halocline/mac/arq"
	"halocline/mac/mactest"
)

// told is the layer over pure ALOHA, with keys that a story can set.
type told struct{ arq.Config }

func (s *told) Build(env mac.Env) mac.MAC {
	return build(&s.Config, env, &aloha.Config{QueueConfig: mac.QueueConfig{Length: 100}})
}

// Unless a story says otherwise there are two packets under way, a time-out of 5 s, two repetitions, no header,
// and 100 bit in an acknowledgement.
func TestStories(t *testing.T) {
	mactest.Stories(t, "testdata/*.story", func() mac.Config {
		return &told{arq.Config{Kind: arq.GoBackN, Window: 2, Train: 1, Retries: 2, Timeout: 5e9, AckBits: 100, QueueConfig: mac.DefaultQueue()}}
	})
}
