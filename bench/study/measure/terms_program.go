package measure

// programTerms are words that the program prints, or that its manual begins with.
func programTerms() []Term {
	return []Term{
		{
			Names:    []string{"scenario", "scenario file"},
			Meaning:  "a file in YAML that says which nodes there are, how they communicate, what moves and what is sent. One that comes with the program goes by its name.",
			Commands: []string{"halocline new scenario mine", "halocline list scenarios"},
		},
		{
			Names:    []string{"fingerprint", "hash", "trace hash"},
			Meaning:  "hash of all that happened in a run, in 16 digits. Two runs with one fingerprint are the same run, to the bit. It is promised for one binary: that of another version may differ.",
			Commands: []string{"halocline run SCENARIO prints it", "halocline docs what a fingerprint proves"},
		},
		{
			Names:    []string{"sources", "digest", "digest of the sources", "revision"},
			Meaning:  "what tells two programs apart: revision is the commit that a program was built from, and sources a digest of its files and of those of a module of your own. A result file takes runs of one release and one digest only.",
			Commands: []string{"halocline version"},
		},
		{
			Names:    []string{"cell", "cells", "combination"},
			Meaning:  "a combination of the values that a study varies, numbered from 0. Its repetitions differ in their random numbers alone.",
			Keys:     []string{"study.sweep", "study.repeat"},
			Commands: []string{"halocline sweep STUDY --plan lists them"},
		},
		{
			Names:    []string{"shard", "shards"},
			Meaning:  "a part of the runs of a study, in a file of its own. Shards are made on several machines and merged.",
			Commands: []string{"halocline sweep STUDY --shard 1/4 --out shards", "halocline merge shards -o r.db"},
		},
		{
			Names:    []string{"cause of loss", "cause", "causes"},
			Meaning:  "why a packet did not arrive: each that was lost, dropped or refused has one. Of a lost packet it is that of its last frame at its destination.",
			Commands: []string{"halocline docs causes"},
		},
		{
			Names:    []string{"event", "events", "simulation event", "number of events"},
			Meaning:  "something that happens at an instant of simulated time, such as the end of a frame. The first lines of what run prints have their number, by which the time for a run grows.",
			Commands: []string{"halocline run SCENARIO"},
		},
	}
}
