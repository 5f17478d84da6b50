package results

import (
	"os"
	"syscall"
)

// seize opens a file so that others may read it and take its name away, and may not
// open it for writing: ErrInUse if another has opened it in this way.
func seize(name string) (*os.File, error) {
	const sharingViolation = syscall.Errno(32) // ERROR_SHARING_VIOLATION
	text, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(text, syscall.GENERIC_READ|syscall.GENERIC_WRITE,
		syscall.FILE_SHARE_READ|syscall.FILE_SHARE_DELETE, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	switch err {
	case nil:
		return os.NewFile(uintptr(h), name), nil
	case sharingViolation:
		return nil, ErrInUse
	}
	return nil, err
}
