// Package api reads what the packages of a module export: which of it others of the module
// use, and how it is declared. It is a test kit: its own test holds what is promised to programs of others to a
// golden file, and what is exported for nobody to a number that only falls.
//
// A name is a constant, a variable, a function, a type or a method. A method that an interface asks for, of this module
// or one that the standard library calls, is used by whoever has the interface. Fields are not counted: files
// of scenarios name most of them.
//
// Left out: uses by way of reflection, other than by such methods.
package api

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Name is something that a package exports.
type Name struct {
	Package string // from the root of the module
	Name    string // of a method with its type: Body.Command
	Text    string // how it is declared, with packages from the root of the module
	Used    bool   // by another package of the module, its tests included; or the type of something that is

	full string
}

// Read returns what the packages of the module at a folder export, in order of packages and names.
func Read(root string) ([]Name, error) {
	all, err := packages.Load(&packages.Config{
		Mode:  packages.NeedName | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedSyntax | packages.NeedImports | packages.NeedModule | packages.NeedExportFile,
		Dir:   root,
		Tests: true,
	}, "./...")
	if err != nil {
		return nil, err
	}
	m := &module{objects: map[string]types.Object{}, used: map[string]bool{}, asked: map[string]bool{}, seen: map[string]bool{}}
	for _, p := range all {
		if len(p.Errors) > 0 {
			return nil, p.Errors[0]
		}
		if p.Module != nil {
			m.path = p.Module.Path
		}
		m.uses(p)
		for _, e := range p.TypesInfo.Types {
			m.ask(e)
		}
	}
	for _, name := range strings.Fields("Error String Unwrap Is As Len Less Swap Push Pop Write Read Close MarshalJSON UnmarshalJSON MarshalText UnmarshalText GoString Format At Dims T Labels Plot DataRange GlyphBoxes Thumbnail Ticks Normalize") {
		m.asked[name] = true
	}
	for _, p := range all {
		m.declare(p)
	}
	m.reach()
	slices.SortFunc(m.names, func(a, b Name) int {
		if d := strings.Compare(a.Package, b.Package); d != 0 {
			return d
		}
		return strings.Compare(a.Name, b.Name)
	})
	return m.names, nil
}

// module is what was read so far.
type module struct {
	objects map[string]types.Object // that are exported, by package and name
	path    string
	used    map[string]bool // objects, by package and name
	asked   map[string]bool // methods of interfaces
	seen    map[string]bool // packages
	names   []Name
}

// own returns the path of a package from the root of the module; false for a test's and those of others.
func (m *module) own(p *types.Package) (string, bool) {
	if p == nil || strings.HasSuffix(p.Name(), "_test") || strings.HasSuffix(p.Path(), ".test") {
		return "", false
	}
	path, found := strings.CutPrefix(p.Path(), m.path+"/")
	return path, found
}

// uses takes down which objects of other packages a package uses.
func (m *module) uses(p *packages.Package) {
	here := strings.TrimSuffix(p.PkgPath, "_test")
	for _, o := range p.TypesInfo.Uses {
		if o.Pkg() != nil && o.Exported() && o.Pkg().Path() != here && o.Pkg().Path() != p.PkgPath {
			m.used[o.Pkg().Path()+"."+nameOf(o)] = true
		}
	}
}

// nameOf returns the name of an object, of a method with its type.
func nameOf(o types.Object) string {
	f, ok := o.(*types.Func)
	if !ok || f.Signature().Recv() == nil {
		return o.Name()
	}
	t := f.Signature().Recv().Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name() + "." + o.Name()
	}
	return o.Name()
}

// ask takes down the methods that an interface asks for, named or not.
func (m *module) ask(e types.TypeAndValue) {
	if i, ok := e.Type.Underlying().(*types.Interface); ok && e.IsType() {
		for k := range i.NumMethods() {
			m.asked[i.Method(k).Name()] = true
		}
	}
}

// declare adds what a package exports.
func (m *module) declare(p *packages.Package) {
	path, ok := m.own(p.Types)
	if !ok || m.seen[path] || p.Name == "main" {
		return
	}
	m.seen[path] = true
	relative := func(q *types.Package) string {
		if q == p.Types {
			return ""
		}
		short, _ := strings.CutPrefix(q.Path(), m.path+"/")
		return short
	}
	for _, name := range p.Types.Scope().Names() {
		o := p.Types.Scope().Lookup(name)
		if !o.Exported() {
			continue
		}
		m.add(path, p.PkgPath, o, declared(o, relative))
		if t, ok := o.(*types.TypeName); ok {
			m.methods(path, p.PkgPath, t, relative)
		}
	}
}

// declared returns how an object is declared: of a struct, its exported fields without their tags.
func declared(o types.Object, relative types.Qualifier) string {
	s, ok := o.Type().Underlying().(*types.Struct)
	if _, isType := o.(*types.TypeName); !ok || !isType {
		return types.ObjectString(o, relative)
	}
	var fields []*types.Var
	for f := range s.Fields() {
		if f.Exported() {
			fields = append(fields, f)
		}
	}
	return "type " + o.Name() + " " + types.TypeString(types.NewStruct(fields, nil), relative)
}

// methods adds the methods of a type.
func (m *module) methods(path, full string, t *types.TypeName, relative types.Qualifier) {
	n, ok := t.Type().(*types.Named)
	if !ok || t.IsAlias() {
		return
	}
	for k := range n.NumMethods() {
		if f := n.Method(k); f.Exported() {
			m.add(path, full, f, types.ObjectString(f, relative))
		}
	}
}

func (m *module) add(path, full string, o types.Object, text string) {
	name := nameOf(o)
	m.objects[full+"."+name] = o
	_, method, isMethod := strings.Cut(name, ".")
	m.names = append(m.names, Name{Package: path, Name: name, Text: text, full: full + "." + name, Used: m.used[full+"."+name] || isMethod && m.asked[method]})
}

// reach takes the types of what is used for used: of constants, parameters, results and fields.
func (m *module) reach() {
	for again := true; again; {
		again = false
		reached := map[string]bool{}
		for i := range m.names {
			if m.names[i].Used {
				typesOf(m.objects[m.names[i].full], reached)
			}
		}
		for i := range m.names {
			if n := &m.names[i]; !n.Used && reached[n.full] {
				n.Used, again = true, true
			}
		}
	}
}

// typesOf adds the names of the types of an object's declaration.
func typesOf(o types.Object, found map[string]bool) {
	t := o.Type()
	if n, ok := o.(*types.TypeName); ok {
		t = n.Type().Underlying()
	}
	walk(t, func(n *types.TypeName) {
		if n.Pkg() != nil {
			found[n.Pkg().Path()+"."+n.Name()] = true
		}
	})
}

// walk visits the names in a type.
func walk(t types.Type, visit func(*types.TypeName)) {
	switch t := t.(type) {
	case *types.Named:
		visit(t.Obj())
		for i := range t.TypeArgs().Len() {
			walk(t.TypeArgs().At(i), visit)
		}
	case *types.Map:
		walk(t.Key(), visit)
		walk(t.Elem(), visit)
	case interface{ Elem() types.Type }: // a pointer, a slice, an array or a channel
		walk(t.Elem(), visit)
	case *types.Signature:
		for v := range t.Params().Variables() {
			walk(v.Type(), visit)
		}
		for v := range t.Results().Variables() {
			walk(v.Type(), visit)
		}
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() || f.Embedded() {
				walk(f.Type(), visit)
			}
		}
	case *types.Interface:
		for f := range t.Methods() {
			walk(f.Type(), visit)
		}
	}
}

// String returns the line of the golden file.
func (n Name) String() string { return fmt.Sprintf("%s: %s", n.Package, n.Text) }
