package tidy

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// openInterfaces refuses exported interfaces with methods that no other package can write.
func openInterfaces(s *source, r report) {
	eachType(s, func(t *ast.TypeSpec) {
		i, ok := t.Type.(*ast.InterfaceType)
		if !ok || !t.Name.IsExported() {
			return
		}
		for _, m := range i.Methods.List {
			for _, name := range m.Names {
				if !name.IsExported() {
					r(name.Pos(), "%s is exported and asks for the method %s, which no other package can have", t.Name.Name, name.Name)
				}
			}
		}
	})
}

// eachType visits the types that a file declares for its package.
func eachType(s *source, visit func(*ast.TypeSpec)) {
	for _, d := range s.file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.TYPE {
			continue
		}
		for _, spec := range g.Specs {
			visit(spec.(*ast.TypeSpec))
		}
	}
}

// model is a type that a scenario describes, or a part of one, by its package and name.
type model struct{ pkg, name string }

// models returns the types that have one of the methods by which models are described: what asks for such a type by
// name knows one model and not those of others.
func models(sources []*source) map[model]bool {
	all := map[model]bool{}
	for _, s := range sources {
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || s.test || f.Recv == nil || !slices.Contains([]string{"About", "Build", "Install"}, f.Name.Name) {
				continue
			}
			if name := receiver(f); name != "" {
				all[model{s.pkg, name}] = true
			}
		}
	}
	return all
}

// receiver returns the name of the type that a method is of.
func receiver(f *ast.FuncDecl) string {
	t := f.Recv.List[0].Type
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// closedModels finds type assertions and type switches on models of other packages.
func closedModels(sources []*source) []Fault {
	known := models(sources)
	var faults []Fault
	for _, s := range sources {
		if s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			for _, asked := range askedTypes(n) {
				if m, ok := s.otherModel(asked); ok && known[m] {
					faults = append(faults, Fault{
						s.name, s.line(asked.Pos()), "model",
						fmt.Sprintf("%s.%s is one model among others: ask for a method, in an interface that any of them can have", m.pkg, m.name),
					})
				}
			}
			return true
		})
	}
	return faults
}

// askedTypes returns the types that a type assertion or a case of a type switch asks for.
func askedTypes(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.TypeAssertExpr:
		if n.Type != nil {
			return []ast.Expr{n.Type}
		}
	case *ast.TypeSwitchStmt:
		var all []ast.Expr
		for _, c := range n.Body.List {
			all = append(all, c.(*ast.CaseClause).List...)
		}
		return all
	}
	return nil
}

// otherModel returns the type that an expression means, if it is of another package of this module.
func (s *source) otherModel(e ast.Expr) (model, bool) {
	if p, ok := e.(*ast.StarExpr); ok {
		e = p.X
	}
	use, ok := e.(*ast.SelectorExpr)
	if !ok {
		return model{}, false
	}
	pkg, ok := use.X.(*ast.Ident)
	if !ok {
		return model{}, false
	}
	for _, spec := range s.file.Imports {
		if path, own := strings.CutPrefix(importPath(spec), s.module+"/"); own && localName(spec) == pkg.Name {
			return model{path, use.Sel.Name}, true
		}
	}
	return model{}, false
}
