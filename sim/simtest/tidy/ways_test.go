package tidy

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// ways returns the cyclomatic complexity of a function: 1, and 1 more for each if, for, case, && and ||, those
// of functions inside it included (McCabe 1976, counted by decisions).
func ways(f *ast.FuncDecl) int {
	n := 1
	ast.Inspect(f, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if node.List != nil {
				n++
			}
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}

// Hardly a function has more than 15 ways through it. Those that have are switches over kinds, and what
// every arrival goes through, where a call more costs time.
func TestFewFunctionsBranchMuch(t *testing.T) {
	const most, functions = 15, 10
	sources, _, err := load(moduleRoot(t))
	if err != nil {
		t.Fatal(err)
	}
	var over []string
	for _, s := range sources {
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || s.test {
				continue
			}
			if n := ways(f); n > most {
				over = append(over, fmt.Sprintf("%d %s:%d %s", n, s.name, s.line(f.Pos()), f.Name.Name))
			}
		}
	}
	t.Log(strings.Join(over, "\n"))
	if len(over) > functions {
		t.Errorf("%d functions have more than %d ways through them, and %d may; divide some", len(over), most, functions)
	}
}

// One of each: if, for, for with range, &&, ||, two of three cases of a switch, and one of two of a select, are
// eight decisions, and one way is there without any.
func TestWays(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "f.go", `package p

func f(a, b bool, c chan int) {
	if a && b || b {
		for range 3 {
		}
	}
	for a {
		switch {
		case a:
		case b:
		default:
		}
	}
	select {
	case <-c:
	default:
	}
}`, 0)
	if err != nil {
		t.Fatal(err)
	}
	if n := ways(file.Decls[0].(*ast.FuncDecl)); n != 9 {
		t.Errorf("%d ways, and 9 are there", n)
	}
}
