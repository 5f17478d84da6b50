package tidy

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// noUse refuses the given names of an imported package, called or not.
func noUse(pkg, why string, names ...string) check {
	return func(s *source, r report) {
		eachUse(s, pkg, func(use *ast.SelectorExpr) {
			if slices.Contains(names, use.Sel.Name) {
				r(use.Pos(), "%s.%s: %s", pkg, use.Sel.Name, why)
			}
		})
	}
}

// onlyUse refuses all names of an imported package except the given ones.
func onlyUse(pkg, why string, names ...string) check {
	return func(s *source, r report) {
		eachUse(s, pkg, func(use *ast.SelectorExpr) {
			if !slices.Contains(names, use.Sel.Name) {
				r(use.Pos(), "%s.%s: %s", pkg, use.Sel.Name, why)
			}
		})
	}
}

// noImport refuses whole packages, by patterns.
func noImport(why string, pkgs ...string) check {
	return func(s *source, r report) {
		for _, spec := range s.file.Imports {
			if name := importPath(spec); matchesAny(pkgs, name) {
				r(spec.Pos(), "%s: %s", name, why)
			}
		}
	}
}

// onlyIn checks the files of some packages, by patterns.
func onlyIn(pkgs []string, c check) check {
	return func(s *source, r report) {
		if matchesAny(pkgs, s.pkg) {
			c(s, r)
		}
	}
}

// eachUse visits every name that a file takes from an imported package. A
// variable that bears the name of the package is told apart: the parser knows
// where it is declared.
func eachUse(s *source, pkg string, visit func(*ast.SelectorExpr)) {
	for _, spec := range s.file.Imports {
		if importPath(spec) != pkg {
			continue
		}
		local := localName(spec)
		ast.Inspect(s.file, func(n ast.Node) bool {
			if use, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := use.X.(*ast.Ident); ok && x.Name == local && x.Obj == nil {
					visit(use)
				}
			}
			return true
		})
	}
}

// noGoroutine refuses go statements.
func noGoroutine(s *source, r report) {
	ast.Inspect(s.file, func(n ast.Node) bool {
		if g, ok := n.(*ast.GoStmt); ok {
			r(g.Pos(), "a run is one goroutine; runs go in parallel in bench")
		}
		return true
	})
}

// noInit refuses init functions.
func noInit(s *source, r report) {
	for _, d := range s.file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
			r(f.Pos(), "nothing happens on import: build it where it is used")
		}
	}
}

// noVariable refuses package variables. Sentinel errors, embedded files and
// assertions that a type has the methods of an interface are none in this
// sense: nothing changes them.
func noVariable(s *source, r report) {
	for _, d := range s.file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, sp := range g.Specs {
			v := sp.(*ast.ValueSpec)
			if !sentinel(s, v) && !assertion(v) && !embedded(v.Doc) && !embedded(g.Doc) {
				r(v.Pos(), "package variable %s: use a constant, a function that returns it, or a field", v.Names[0].Name)
			}
		}
	}
}

// sentinel tells whether a declaration reads ErrX = errors.New(...).
func sentinel(s *source, v *ast.ValueSpec) bool {
	for _, name := range v.Names {
		if !strings.HasPrefix(name.Name, "Err") && !strings.HasPrefix(name.Name, "err") {
			return false
		}
	}
	made := 0
	eachUse(s, "errors", func(use *ast.SelectorExpr) {
		for _, value := range v.Values {
			if call, ok := value.(*ast.CallExpr); ok && call.Fun == use && use.Sel.Name == "New" {
				made++
			}
		}
	})
	return made == len(v.Names)
}

// assertion tells whether a declaration reads _ Interface = value.
func assertion(v *ast.ValueSpec) bool {
	return v.Type != nil && len(v.Names) == 1 && v.Names[0].Name == "_"
}

// embedded tells whether a comment holds a //go:embed directive.
func embedded(doc *ast.CommentGroup) bool {
	return doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//go:embed ")
	})
}

// noBuiltinPrint refuses the built-in print and println.
func noBuiltinPrint(s *source, r report) {
	eachBuiltin(s, func(name string, call *ast.CallExpr) {
		if name == "print" || name == "println" {
			r(call.Pos(), "%s is for debugging", name)
		}
	})
}

// eachBuiltin visits every call of a name that the file does not declare.
func eachBuiltin(s *source, visit func(name string, call *ast.CallExpr)) {
	ast.Inspect(s.file, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if f, ok := call.Fun.(*ast.Ident); ok && f.Obj == nil {
				visit(f.Name, call)
			}
		}
		return true
	})
}
