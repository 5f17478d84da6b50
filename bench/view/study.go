package view

import (
	"context"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"halocline/bench/cosim"
	"halocline/bench/record/recorder"
	"halocline/bench/study"
)

// Study serves the runs of a study, each with a page of its own at /CELL:REPETITION/, and a list of them at /. A run is carried out
// when somebody asks for it; some of the latest are kept.
type Study struct {
	*study.Study
	Version string
	Files   fs.FS // of the page
	Access  cosim.Access
	Carry   func(ctx context.Context, cell, repetition int) (recorder.Source, error)

	lock   sync.Mutex
	opened []*opened
}

// opened is a run that somebody has asked for.
type opened struct {
	name   string
	once   sync.Once
	server *Server
	err    error
}

// mostOpened is how many runs are kept.
const mostOpened = 8

// Handler returns what serves it.
func (s *Study) Handler() (http.Handler, error) {
	page, err := Page(s.Files, s.Access, http.HandlerFunc(s.answer))
	if err != nil {
		return nil, err
	}
	list := shield(s.Access, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.Access.Keep(w, r) {
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, s.list())
	}))
	slash := shield(s.Access, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Path+"/", http.StatusFound)
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, rest, inside := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		switch {
		case name == "" || name == "index.html":
			list.ServeHTTP(w, r)
		case s.has(name) && !inside:
			slash.ServeHTTP(w, r)
		case s.has(name):
			below := r.Clone(context.WithValue(r.Context(), runName{}, name))
			below.URL.Path = "/" + rest
			page.ServeHTTP(w, below)
		default:
			page.ServeHTTP(w, r) // which has the style of the list, and says what is not there
		}
	}), nil
}

// runName is the key of the name of a run in the context of a request.
type runName struct{}

// has reports whether the study has a run of a name.
func (s *Study) has(name string) bool {
	_, _, ok := s.numbers(name)
	return ok
}

// numbers reads the name of a run.
func (s *Study) numbers(name string) (cell, repetition int, ok bool) {
	first, second, _ := strings.Cut(name, ":")
	cell, errCell := strconv.Atoi(first)
	repetition, errRepetition := strconv.Atoi(second)
	ok = errCell == nil && errRepetition == nil && cell >= 0 && cell < s.Count() && repetition >= 0 && repetition < s.Repeat
	return cell, repetition, ok && name == fmt.Sprintf("%d:%d", cell, repetition)
}

// answer answers what the page of a run asks, after it has been carried out.
func (s *Study) answer(w http.ResponseWriter, r *http.Request) {
	name, _ := r.Context().Value(runName{}).(string)
	cell, repetition, ok := s.numbers(name)
	if !ok {
		http.Error(w, "there is no such run", http.StatusNotFound)
		return
	}
	o := s.open(name)
	o.once.Do(func() {
		source, err := s.Carry(context.WithoutCancel(r.Context()), cell, repetition)
		if err == nil {
			o.server, err = New(s.Version, source)
		}
		o.err = err
	})
	if o.err != nil {
		http.Error(w, o.err.Error(), http.StatusInternalServerError)
		return
	}
	o.server.ServeHTTP(w, r)
}

// open returns a run, and leaves the one that was asked for longest ago where there are too many.
func (s *Study) open(name string) *opened {
	s.lock.Lock()
	defer s.lock.Unlock()
	for i, o := range s.opened {
		if o.name == name {
			s.opened = append(append(s.opened[:i:i], s.opened[i+1:]...), o)
			return o
		}
	}
	if len(s.opened) == mostOpened {
		s.opened = s.opened[1:]
	}
	o := &opened{name: name}
	s.opened = append(s.opened, o)
	return o
}

// What the list shows at most.
const (
	mostListed      = 500
	mostRepetitions = 20
)

// list returns a page with a link to each run.
func (s *Study) list() string {
	var b strings.Builder
	title := html.EscapeString(s.Name)
	fmt.Fprintf(&b, "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"+
		"<title>%s · Halocline</title><link rel=\"icon\" href=\"icon.svg\" type=\"image/svg+xml\"><link rel=\"stylesheet\" href=\"app.css\"></head>\n<body class=\"list\">\n<h1>%s</h1>\n", title, title)
	if s.Description != "" {
		fmt.Fprintf(&b, "<p>%s</p>\n", html.EscapeString(s.Description))
	}
	fmt.Fprintf(&b, "<p>%d cells of %d runs. A run is made again when you open it.</p>\n<table>\n<tr><th>cell</th>", s.Count(), s.Repeat)
	for _, name := range s.Swept() {
		fmt.Fprintf(&b, "<th>%s</th>", html.EscapeString(s.Title(name)))
	}
	b.WriteString("<th>runs</th></tr>\n")
	for cell := range min(s.Count(), mostListed) {
		fmt.Fprintf(&b, "<tr><td>%d</td>", cell)
		for _, p := range s.Cell(cell).Params {
			shown, _, _ := s.Shown(p)
			fmt.Fprintf(&b, "<td>%s</td>", html.EscapeString(shown))
		}
		b.WriteString("<td>")
		for r := range min(s.Repeat, mostRepetitions) {
			fmt.Fprintf(&b, "<a href=\"/%d:%d/\">%[2]d</a> ", cell, r)
		}
		if s.Repeat > mostRepetitions {
			fmt.Fprintf(&b, "and, as in /%d:%d/, up to %[2]d", cell, s.Repeat-1)
		}
		b.WriteString("</td></tr>\n")
	}
	b.WriteString("</table>\n")
	if more := s.Count() - mostListed; more > 0 {
		fmt.Fprintf(&b, "<p>And %d more cells, as in /%d:0/.</p>\n", more, s.Count()-1)
	}
	b.WriteString("</body>\n</html>\n")
	return b.String()
}
