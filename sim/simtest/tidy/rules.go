package tidy

// rule is one house rule: where it holds and how its faults are found.
type rule struct {
	name  string
	free  []string // packages in which it does not hold, as patterns
	tests bool     // whether it holds in test files too
	check check
}

// rules returns the house rules. What a model may do is decided below bench:
// studies run in parallel and by the clock on the wall, runs do not. What a
// library may do is decided below cmd.
func rules() []rule {
	aboveRuns := []string{"bench/...", "cmd/..."}
	program := []string{"cmd/..."}
	users := []string{"cmd/cli", "cmd/halocline"}
	return []rule{
		{name: "import", tests: true, check: importOrder},
		{name: "import", check: plainImports},

		{name: "clock", free: aboveRuns, check: noUse("time",
			"time is handed in by the kernel",
			"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTicker", "NewTimer")},
		{name: "random", free: aboveRuns, check: onlyUse("math/rand/v2",
			"draw from a stream of sim/rng",
			"New", "NewPCG", "NewChaCha8", "NewZipf", "Rand", "PCG", "ChaCha8", "Zipf", "Source")},
		{name: "random", free: aboveRuns, check: noImport(
			"draw from a stream of sim/rng",
			"math/rand", "golang.org/x/exp/rand", "crypto/rand", "hash/maphash")},
		{name: "goroutine", free: aboveRuns, check: noGoroutine},
		{name: "goroutine", free: aboveRuns, check: noImport(
			"a run is one goroutine and needs no lock",
			"sync", "sync/atomic")},
		{name: "init", free: aboveRuns, check: noInit},
		{name: "variable", free: aboveRuns, check: noVariable},

		{name: "output", free: program, check: noUse("fmt",
			"a library returns what it has to say or writes to an io.Writer it was given",
			"Print", "Printf", "Println")},
		{name: "output", free: program, check: noUse("os",
			"files and exit codes belong to cmd",
			"Stdin", "Stdout", "Stderr", "Exit")},
		{name: "output", free: program, check: noBuiltinPrint},
		{name: "output", free: program, check: noImport(
			"libraries do not log: return an error or emit a trace.Record",
			"log", "log/slog")},
		{name: "panic", free: program, check: panicNamesPackage},

		{name: "command", check: onlyIn(users, noImport(
			"the users' command has flags, files and exit codes; compute in a library that is tested as such",
			"math", "math/*", "reflect", "go/...", "gonum.org/v1/gonum/...", "gonum.org/v1/plot/..."))},

		{name: "interface", check: openInterfaces},
		{name: "comment", check: exportedComments},
		{name: "length", check: lengths},
		{name: "words", free: []string{"sim/simtest"}, check: plainMessages},
	}
}
