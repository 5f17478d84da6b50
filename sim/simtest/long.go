package simtest

import "os"

// Long tells whether tests have the time for all that they can try: make long sets
// HALOCLINE_LONG.
func Long() bool { return os.Getenv("HALOCLINE_LONG") == "1" }
