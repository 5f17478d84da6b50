// Package mcap writes and reads recordings of runs as files of MCAP (https://mcap.dev/spec), a container of messages with times, channels
// and schemas that many tools open.
//
// A table of the recording is a channel, /halocline/records and so on; a message is a block of package columns, and its schema
// says how to take it apart. Its log time is that of its first row, its publish time that of its last. A reader who wants what is
// between a and b asks for log times from a less one step of the grid on. The records of metadata named halocline/head are what
// package recorder calls Head, as JSON under the key json, with the step as grid; the last one holds. One named
// halocline/end closes the recording, with the fingerprint. A file without it was cut.
//
// Chunks are packed by Zstandard, with a checksum and an index. A chunk is written whole as it is full, or ten steps of the grid later.
//
// Beside the tables are channels of JSON for Foxglove, see foxglove.go.
//
// Begin with Writer and Open.
//
// Left out: repair of damaged files, which are read until the damage, and attachments.
package mcap

import (
	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
)

const (
	// encoding is that of the messages and of the schemas of tables.
	encoding = "halocline-columns"
	profile  = "halocline"

	metadataHead = "halocline/head"
	metadataEnd  = "halocline/end"
	metadataKey  = "json"

	compression = "zstd"

	chunkSize  = 1 << 20 // bytes of messages from which on a chunk is written
	chunkSteps = 10      // steps of the grid after which it is written at the latest
)

// topic is the name of the channel of a table.
func topic(t *columns.Table) string { return "/halocline/" + t.Name }

// tables are those of a recording, whose channels and schemas have their places in it as numbers, from 1.
func tables() []*columns.Table { return recorder.NewTables().All() }
