package results

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"syscall"

	"modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"halocline/sim/fault"
)

// store is one connection to a file.
type store struct {
	path string // as messages name it
	db   *sql.DB
	conn *sql.Conn
}

// How a file is opened, in SQLite's words.
const (
	readOnly  = "ro"
	readWrite = "rw"
	create    = "rwc"
)

// connect opens a file. Who meets a lock of SQLite waits for it for a while:
// such locks are held for the time of a commit.
func connect(name, path, mode string) (*store, error) {
	u := url.URL{Scheme: "file", OmitHost: true, Path: name, RawQuery: "mode=" + mode}
	db, err := sql.Open("sqlite", u.String())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	db.SetMaxOpenConns(1)
	s := &store{path: path, db: db}
	s.conn, err = db.Conn(context.Background())
	if err != nil {
		db.Close()
		return nil, s.explain(err)
	}
	if err := s.exec("PRAGMA busy_timeout = 10000"); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// close gives the connection up.
func (s *store) close() error {
	err := s.conn.Close()
	return s.explain(errors.Join(err, s.db.Close()))
}

// exec does one or several statements that give no rows.
func (s *store) exec(query string, args ...any) error {
	_, err := s.conn.ExecContext(context.Background(), query, args...)
	return s.explain(err)
}

// rows calls scan for each row of a query.
func (s *store) rows(scan func(*sql.Rows) error, query string, args ...any) error {
	rows, err := s.conn.QueryContext(context.Background(), query, args...)
	if err != nil {
		return s.explain(err)
	}
	return s.drain(rows, scan)
}

// drain calls scan for each row and closes them.
func (s *store) drain(rows *sql.Rows, scan func(*sql.Rows) error) error {
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return s.explain(err)
		}
	}
	return s.explain(rows.Err())
}

// prepare readies a query that is asked many times.
func (s *store) prepare(query string) (*sql.Stmt, error) {
	stmt, err := s.conn.PrepareContext(context.Background(), query)
	return stmt, s.explain(err)
}

// transact does all of f or nothing.
func (s *store) transact(f func() error) error {
	if err := s.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := f()
	if err == nil {
		err = s.exec("COMMIT")
	}
	if err != nil {
		s.exec("ROLLBACK") // after some errors SQLite has rolled back itself, and refuses
	}
	return s.explain(err)
}

// explain says what an error of SQLite means for a user.
func (s *store) explain(err error) error {
	var e *sqlite.Error
	if err == nil || !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff {
	case codes.SQLITE_FULL:
		return full(s.path)
	case codes.SQLITE_IOERR:
		return fmt.Errorf("%s: the file system refused (%v): see whether there is room, a quota or a fault of the disk, "+
			"then resume; what was committed is kept", s.path, err)
	case codes.SQLITE_BUSY, codes.SQLITE_LOCKED:
		return fmt.Errorf("%s: %w: close what reads or writes it, and try again", s.path, ErrInUse)
	case codes.SQLITE_READONLY, codes.SQLITE_PERM:
		return fmt.Errorf("%s: cannot be written (%v): make the file and its folder writable, or write to another file", s.path, err)
	case codes.SQLITE_CANTOPEN:
		return fmt.Errorf("%s: cannot be opened (%v): see whether file and folder can be read", s.path, err)
	case codes.SQLITE_CORRUPT, codes.SQLITE_NOTADB:
		return damaged(s.path, err)
	}
	return fmt.Errorf("%s: %v", s.path, err)
}

// full is the error of a disk without room.
func full(path string) error {
	return fmt.Errorf("%s: %w: make room and resume; what was committed is kept", path, ErrFull)
}

// damaged is the error of a file of which a part is lost.
func damaged(path string, why any) error {
	return fmt.Errorf("%s: %w: it is damaged (%v); take a copy of it from elsewhere, or do the study again in another file",
		path, ErrFormat, why)
}

// writing says why a file could not be made.
func writing(path string, err error) error {
	if errors.Is(err, syscall.ENOSPC) {
		return full(path)
	}
	return fmt.Errorf("%s: cannot be written (%w): make the file and its folder writable, or write to another file",
		path, reason(err))
}

// Places in the header of an SQLite file (The SQLite database file format,
// section 1.3). Numbers are big-endian.
const (
	headerSize     = 100
	pageSizeAt     = 16
	changesAt      = 24
	pagesAt        = 28
	userVersionAt  = 60
	applicationAt  = 68
	validForAt     = 92
	magic          = "SQLite format 3\x00"
	largestPageTag = 1 // for 65536, which does not fit
)

// inspect looks at a file before SQLite does: whether it can be opened for what
// is intended, is a file of results of a schema that is known, and is all there.
func inspect(name, path string, flag int) error {
	f, err := os.OpenFile(name, flag, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: there is no such file: name one that exists, or begin the study anew", path)
	case err != nil && flag == os.O_RDONLY:
		return fmt.Errorf("%s: cannot be read (%w): see whether its rights allow it", path, reason(err))
	case err != nil:
		return writing(path, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("%s: %w", path, reason(err))
	}
	if info.IsDir() {
		return fmt.Errorf("%s: %w: it is a folder; name a file", path, ErrFormat)
	}
	var head [headerSize]byte
	n, err := io.ReadFull(f, head[:])
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return fmt.Errorf("%s: cannot be read (%w): see whether its disk is in order", path, reason(err))
	}
	if n < len(magic) || string(head[:len(magic)]) != magic {
		return fmt.Errorf("%s: %w: it is not an SQLite file; name another", path, ErrFormat)
	}
	if n < headerSize {
		return damaged(path, "its end is missing")
	}
	return inspectHeader(name, path, head[:], info.Size())
}

// inspectHeader reads the header. The size that it gives counts only while no
// companion holds a part of the content.
func inspectHeader(name, path string, head []byte, size int64) error {
	at := func(i int) int64 { return int64(binary.BigEndian.Uint32(head[i:])) }
	if at(applicationAt) != applicationID {
		return fmt.Errorf("%s: %w: it is an SQLite file of another program; name another", path, ErrFormat)
	}
	if err := fault.Format(int64(int32(at(userVersionAt))), schemaVersion); err != nil { // SQLite has it with a sign
		return fmt.Errorf("%s: %w: %w", path, ErrFormat, err)
	}
	for _, companion := range []string{"-wal", "-journal"} {
		if info, err := os.Stat(name + companion); err == nil && info.Size() > 0 {
			return nil
		}
	}
	page := int64(binary.BigEndian.Uint16(head[pageSizeAt:]))
	if page == largestPageTag {
		page = 1 << 16
	}
	if want := at(pagesAt) * page; at(changesAt) == at(validForAt) && size < want {
		return damaged(path, fmt.Sprintf("%d bytes of %d are there", size, want))
	}
	return nil
}
