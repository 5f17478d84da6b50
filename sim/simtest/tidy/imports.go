package tidy

import (
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// picture returns the lines along which imports point: a package may import
// what stands left of it on a line. The two sides of a simulation, what goes
// through the water and what moves in it, meet in scenarios only.
//
// Packages are named from the root of the module, which is ".", by patterns: "x/..." is x
// and all below it, "x/*" all below x, and a full name goes before a pattern.
// So a new protocol needs no new entry.
func picture() [2][]string {
	return [2][]string{
		{"sim", "sim/*", "phy", "phy/ray", "phy/ray/arr", "phy/*", "mac", "mac/route", "mac/*", "mac/route/*", "scenarios/...", "bench/cosim", "bench/cosim/...", "bench/record/columns", "bench/record/recorder", "bench/record/*", "bench/record", "bench/study/...", "bench/report/...", "bench/view/...", "bench/report/showing", "bench/reproduce/...", "bench/speed/...", ".", "cmd/..."},
		{"sim", "sim/*", "plant/vehicle", "plant/*", "plant/sensor/*", "plant/autopilot", "plant/navigation", "plant/planttest", "plant", "plant/program", "plant/program/*", "plant/ncs", "scenarios/...", "bench/cosim", "bench/cosim/...", "bench/record/columns", "bench/record/recorder", "bench/record/*", "bench/record", "bench/study/...", "bench/report/...", "bench/view/...", "bench/report/showing", "bench/reproduce/...", "bench/speed/...", "cmd/..."},
	}
}

// mutual tells whether the packages of one place may import each other.
func mutual(place string) bool {
	return slices.Contains([]string{"sim/*", "scenarios/...", "bench/study/...", "bench/report/...", "bench/reproduce/...", "bench/speed/...", "cmd/..."}, place)
}

// kit is a package that only tests and other kits may import.
type kit struct {
	name  string // as a pattern
	users string // packages whose tests may import it, as a pattern
}

func kits() []kit {
	return []kit{
		{name: "sim/simtest/...", users: "..."},
		{name: "mac/mactest/...", users: "mac/..."},
		{name: "mac/route/routetest", users: "mac/route/..."},
		{name: "plant/planttest/...", users: "plant/..."},
		{name: "scenarios/modeltest", users: "scenarios/..."},
		{name: "bench/cosim/clienttest", users: "..."},
		{name: "bench/view/browser", users: "..."},
	}
}

// home says where a foreign module may be imported.
type home struct {
	module   string
	packages []string // as patterns
}

func homes() []home {
	return []home{
		{"github.com/cespare/xxhash/v2", []string{"sim/trace", "."}},
		{"github.com/coder/websocket", []string{"bench/cosim/...", "cmd/..."}},
		{"github.com/emirpasic/gods", []string{"..."}},
		{"github.com/foxglove/mcap", []string{"bench/record/mcap", "bench/view"}},
		{"github.com/klauspost/compress", []string{"bench/record/mcap", "bench/view"}},
		{"github.com/clipperhouse/displaywidth", []string{"bench/report/text", "bench/report/table"}},
		{"github.com/parquet-go/parquet-go", []string{"bench/study/results", "bench/record"}},
		{"github.com/spf13/cobra", []string{"cmd/..."}},
		{"github.com/spf13/pflag", []string{"cmd/..."}},
		{"github.com/yuin/goldmark", []string{"bench/report/manual"}},
		{"golang.org/x", []string{"..."}},
		{"gonum.org/v1/gonum", []string{"..."}},
		{"gonum.org/v1/plot", []string{"bench/..."}},
		{"gopkg.in/yaml.v3", []string{"scenarios/strict"}},
		{"modernc.org/sqlite", []string{"bench/study/results"}},
	}
}

// importOrder checks every import of a file against the picture, the test
// kits and the homes of foreign modules. Since every package is held to it,
// what a package reaches through others stands left of it too.
func importOrder(s *source, r report) {
	if !placed(s.pkg) {
		r(s.file.Package, "package %s has no place in the import order", s.pkg)
		return
	}
	for _, spec := range s.file.Imports {
		name := importPath(spec)
		if name == s.module {
			checkOwn(s, ".", spec.Pos(), r)
		} else if to, ok := strings.CutPrefix(name, s.module+"/"); ok {
			checkOwn(s, to, spec.Pos(), r)
		} else if strings.Contains(strings.Split(name, "/")[0], ".") {
			checkForeign(s, name, spec.Pos(), r)
		}
	}
}

// checkOwn checks the import of a package of this module.
func checkOwn(s *source, to string, pos token.Pos, r report) {
	if k, ok := kitOf(to); ok {
		_, fromKit := kitOf(s.pkg)
		switch {
		case s.test && matches(k.users, s.pkg):
			return
		case s.test:
			r(pos, "only tests of %s may import the test kit %s", k.users, to)
			return
		case !fromKit:
			r(pos, "only tests may import the test kit %s", to)
			return
		}
	}
	if s.pkg != to && !s.outside() && !mayImport(s.pkg, to) {
		r(pos, "%s must not import %s, which does not stand left of it in the import order", s.pkg, to)
	}
}

// outside tells whether a file is a test that stands outside its package (its
// name ends in _test). It may put whole scenarios together: nothing can come to
// depend on it.
func (s *source) outside() bool {
	return s.test && strings.HasSuffix(s.file.Name.Name, "_test")
}

// checkForeign checks the import of a package of another module.
func checkForeign(s *source, name string, pos token.Pos, r report) {
	for _, h := range homes() {
		if name != h.module && !strings.HasPrefix(name, h.module+"/") {
			continue
		}
		if !matchesAny(h.packages, s.pkg) {
			r(pos, "%s belongs to %s only", h.module, strings.Join(h.packages, ", "))
		}
		return
	}
	r(pos, "%s is a new dependency: decide where it may be imported", name)
}

// mayImport tells whether the picture lets package from import package to.
func mayImport(from, to string) bool {
	for _, line := range picture() {
		f, t := place(line, from), place(line, to)
		if f < 0 || t < 0 {
			continue
		}
		if t < f || t == f && mutual(line[f]) {
			return true
		}
	}
	return false
}

// placed tells whether a package stands anywhere in the picture.
func placed(pkg string) bool {
	for _, line := range picture() {
		if place(line, pkg) >= 0 {
			return true
		}
	}
	return false
}

// place returns where a package stands on a line, or -1. Its full name goes
// before a pattern that covers it, and a long pattern before a short one.
func place(line []string, pkg string) int {
	best := -1
	for i, pattern := range line {
		if pattern == pkg {
			return i
		}
		if matches(pattern, pkg) && (best < 0 || len(pattern) > len(line[best])) {
			best = i
		}
	}
	return best
}

// kitOf returns the kit to which a package belongs.
func kitOf(pkg string) (kit, bool) {
	for _, k := range kits() {
		if matches(k.name, pkg) {
			return k, true
		}
	}
	return kit{}, false
}

// matches tells whether a pattern covers a package.
func matches(pattern, pkg string) bool {
	if pattern == "..." {
		return true
	}
	if above, ok := strings.CutSuffix(pattern, "/..."); ok {
		return pkg == above || strings.HasPrefix(pkg, above+"/")
	}
	if above, ok := strings.CutSuffix(pattern, "/*"); ok {
		return strings.HasPrefix(pkg, above+"/")
	}
	return pkg == pattern
}

// matchesAny tells whether one of the patterns covers a package.
func matchesAny(patterns []string, pkg string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, pkg) })
}

// plainImports refuses imports that act or hide names without being called:
// blank ones, save the one that //go:embed asks for, and dot imports.
func plainImports(s *source, r report) {
	for _, spec := range s.file.Imports {
		if spec.Name == nil {
			continue
		}
		switch name := importPath(spec); {
		case spec.Name.Name == "_" && name != "embed":
			r(spec.Pos(), "blank import of %s: models are listed, they do not register themselves", name)
		case spec.Name.Name == ".":
			r(spec.Pos(), "dot import of %s hides where names come from", name)
		}
	}
}

// importPath returns the path of an import.
func importPath(spec *ast.ImportSpec) string {
	name, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		panic("tidy: the parser let through the import path " + spec.Path.Value)
	}
	return name
}

// localName returns the name under which a file knows an imported package:
// its alias, or the last element of the path that is not a major version.
func localName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	name := importPath(spec)
	base := path.Base(name)
	if _, err := strconv.Atoi(strings.TrimPrefix(base, "v")); err == nil && base[0] == 'v' {
		return path.Base(path.Dir(name))
	}
	return base
}
