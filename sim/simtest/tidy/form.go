package tidy

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"reflect"
	"strconv"
	"strings"

	"halocline/sim/simtest"
)

// The longest function, file and package comment that a reader is asked to take in.
const (
	functionLines = 60
	fileLines     = 500
	packageLines  = 25
)

// lengths reports functions that do not fit on a screen, and files in which
// one gets lost.
func lengths(s *source, r report) {
	if n := s.lines(); n > fileLines {
		r(s.file.FileEnd, "file of %d lines, at most %d", n, fileLines)
	}
	for _, d := range s.file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if n := s.line(f.End()) - s.line(f.Pos()) + 1; n > functionLines {
			r(f.Pos(), "function %s of %d lines, at most %d", f.Name.Name, n, functionLines)
		}
	}
}

// panicNamesPackage wants every panic to say who panics: a text that begins
// with the name of the package and a colon, given as it stands, joined from
// pieces or formatted.
func panicNamesPackage(s *source, r report) {
	prefix := s.file.Name.Name + ": "
	eachBuiltin(s, func(name string, call *ast.CallExpr) {
		if name == "panic" && len(call.Args) == 1 && !strings.HasPrefix(beginning(call.Args[0]), prefix) {
			r(call.Pos(), "the text of a panic begins with %q", prefix)
		}
	})
}

// beginning returns the literal with which a text begins, or nothing where
// the source does not show it.
func beginning(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return text
		}
	case *ast.BinaryExpr:
		return beginning(e.X)
	case *ast.ParenExpr:
		return beginning(e.X)
	case *ast.CallExpr:
		if _, ok := e.Fun.(*ast.SelectorExpr); ok && len(e.Args) > 0 {
			return beginning(e.Args[0])
		}
	}
	return ""
}

// exportedComments wants a comment on everything that a package exports.
func exportedComments(s *source, r report) {
	for _, d := range s.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Doc == nil && d.Name.IsExported() && exportedReceiver(d) {
				r(d.Pos(), "exported %s has no comment", d.Name.Name)
			}
		case *ast.GenDecl:
			for _, sp := range d.Specs {
				exportedSpec(d, sp, r)
			}
		}
	}
}

// exportedReceiver tells whether a method belongs to an exported type. A plain
// function counts as one that does.
func exportedReceiver(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return true
	}
	receiver := f.Recv.List[0].Type
	for {
		switch t := receiver.(type) {
		case *ast.StarExpr:
			receiver = t.X
		case *ast.IndexExpr: // one type parameter
			receiver = t.X
		case *ast.IndexListExpr: // several
			receiver = t.X
		case *ast.Ident:
			return t.IsExported()
		default:
			return true
		}
	}
}

// exportedSpec checks one type, constant or variable. A comment above a block
// of constants or variables, or behind one of them, is enough for those.
func exportedSpec(d *ast.GenDecl, sp ast.Spec, r report) {
	single := !d.Lparen.IsValid()
	switch sp := sp.(type) {
	case *ast.TypeSpec:
		if sp.Name.IsExported() && sp.Doc == nil && !(single && d.Doc != nil) {
			r(sp.Pos(), "exported %s has no comment", sp.Name.Name)
		}
	case *ast.ValueSpec:
		for _, name := range sp.Names {
			if name.IsExported() && sp.Doc == nil && sp.Comment == nil && d.Doc == nil {
				r(name.Pos(), "exported %s has no comment", name.Name)
			}
		}
	}
}

// packageComments wants every package to say what it is: a comment above one
// of its package clauses that begins in the usual way. It says what the package
// models, its source, what it leaves out and where to begin, and no more: the
// rest belongs to the types.
func packageComments(sources []*source) []Fault {
	var faults []Fault
	said := map[string]bool{}
	for _, s := range sources {
		if s.file.Doc == nil {
			continue
		}
		if !s.test && strings.HasPrefix(s.file.Doc.Text(), opening(s)) {
			said[s.pkg] = true
		}
		if n := s.line(s.file.Doc.End()) - s.line(s.file.Doc.Pos()) + 1; n > packageLines {
			faults = append(faults, Fault{
				s.name, s.line(s.file.Package), "length",
				fmt.Sprintf("package comment of %d lines, at most %d; move the rest to the types it belongs to", n, packageLines),
			})
		}
		for _, sentence := range simtest.LongSentences(s.file.Doc.Text()) {
			faults = append(faults, Fault{s.name, s.line(s.file.Package), "comment", "a sentence of the package comment has " + sentence})
		}
	}
	for _, s := range sources {
		if s.test || said[s.pkg] {
			continue
		}
		said[s.pkg] = true // one fault for each package, at its first file
		faults = append(faults, Fault{
			s.name, s.line(s.file.Package), "comment",
			"package " + s.pkg + " has no comment that begins with \"" + opening(s) + "\"",
		})
	}
	return faults
}

// opening returns the words with which a package comment begins: a library is
// named as a package, a program by its folder, as the first word of a sentence.
func opening(s *source) string {
	if name := s.file.Name.Name; name != "main" {
		return "Package " + name + " "
	}
	program := path.Base(s.pkg)
	return strings.ToUpper(program[:1]) + program[1:] + " "
}

// plainMessages wants what the program says in words that a newcomer can search for, and in sentences that can be taken in at
// once. Where a text is joined from pieces, it is looked at as a whole.
func plainMessages(s *source, r report) {
	ast.Inspect(s.file, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		said, ok := whole(e)
		if !ok {
			return true
		}
		if tag := reflect.StructTag(said).Get("doc"); tag != "" {
			said = tag
		}
		if strings.Contains(said, " ") {
			for _, word := range simtest.Avoided(said) {
				r(e.Pos(), "write another word for %q", word)
			}
			if strings.Count(said, " = ") > 3 {
				return false // a list of equations
			}
			for _, sentence := range simtest.LongSentences(said) {
				r(e.Pos(), "a sentence has %s", sentence)
			}
		}
		return false
	})
}

// whole returns the text that literals are joined to, with x for what is not known of it.
func whole(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, known := whole(e.X)
		right, ok := whole(e.Y)
		if e.Op != token.ADD || !known && !ok {
			return "", false
		}
		if !known {
			left = "x"
		}
		if !ok {
			right = "x"
		}
		return left + right, true
	case *ast.ParenExpr:
		return whole(e.X)
	}
	return "", false
}
