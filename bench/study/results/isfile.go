package results

import (
	"encoding/binary"
	"io"
	"os"
)

// IsFile tells whether a file is there that holds results, whole or damaged.
func IsFile(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	var head [headerSize]byte
	n, _ := io.ReadFull(f, head[:])
	return n >= applicationAt+4 && string(head[:len(magic)]) == magic && binary.BigEndian.Uint32(head[applicationAt:]) == applicationID
}
