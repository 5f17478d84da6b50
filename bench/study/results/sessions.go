package results

import "database/sql"

// Session says which program wrote to a file, where and when. It is told and not compared:
// what decides whether a file can be gone on with is Study.Version.
type Session struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"` // with "+dirty" where files had changed since; empty where nobody knows
	Sources  string `json:"sources"`          // digest of the sources of all that is linked
	Go       string `json:"go"`               // version of the compiler
	Platform string `json:"platform"`         // such as linux/amd64 v1
	Machine  string `json:"machine"`          // name in the network
	Date     string `json:"date"`             // RFC 3339
}

// sessionTable is the part of the schema that files of earlier versions do not have.
const sessionTable = `
CREATE TABLE IF NOT EXISTS session (
	number   INTEGER PRIMARY KEY, -- in turn
	version  TEXT NOT NULL,
	"commit" TEXT NOT NULL,       -- '': nobody knows
	sources  TEXT NOT NULL,       -- digest of the sources of all that is linked
	go       TEXT NOT NULL,
	platform TEXT NOT NULL,
	machine  TEXT NOT NULL,
	date     TEXT NOT NULL        -- RFC 3339
);
`

// Sign notes which program writes to the file. A shard that is merged keeps its signatures.
func (w *Writer) Sign(all ...Session) error {
	defer w.seize()()
	return w.store.transact(func() error {
		for _, s := range all {
			err := w.store.exec("INSERT INTO session VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)",
				s.Version, s.Commit, s.Sources, s.Go, s.Platform, s.Machine, s.Date)
			if err != nil {
				return err
			}
		}
		return w.store.sealSessions()
	})
}

// Sessions returns what wrote to the file, in turn; nothing of a file of an earlier version.
func (f *File) Sessions() ([]Session, error) {
	known, err := f.store.hasTable("session")
	if err != nil || !known {
		return nil, err
	}
	var all []Session
	err = f.store.rows(func(r *sql.Rows) error {
		var s Session
		err := r.Scan(&s.Version, &s.Commit, &s.Sources, &s.Go, &s.Platform, &s.Machine, &s.Date)
		all = append(all, s)
		return err
	}, `SELECT version, "commit", sources, go, platform, machine, date FROM session ORDER BY number`)
	return all, err
}
