package fmi

import (
	"archive/zip"
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

// Pack writes the FMU: the description, the resources, and a library that was built of cmd/fmu by the same program. Version is
// that of the program, for the description.
func (m *Model) Pack(w io.Writer, library []byte, version string) error {
	on, err := platform(library)
	if err != nil {
		return err
	}
	i, err := m.New()
	if err != nil {
		return err
	}
	text, err := i.describe(version)
	if err != nil {
		return err
	}
	z := zip.NewWriter(w)
	add := func(name string, data []byte) {
		if err != nil {
			return
		}
		var to io.Writer
		if to, err = z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate}); err == nil { // without a date: the same FMU has the same bits
			_, err = to.Write(data)
		}
	}
	add("modelDescription.xml", text)
	for _, name := range slices.Sorted(maps.Keys(m.files)) {
		add("resources/"+name, m.files[name])
	}
	add("binaries/"+on+"/"+m.Identifier()+".so", library)
	return errors.Join(err, z.Close())
}

// platform returns the folder of the standard for a library, which has to be one of cmd/fmu for Linux.
func platform(library []byte) (string, error) {
	f, err := elf.NewFile(bytes.NewReader(library))
	if err != nil {
		return "", fmt.Errorf("it is no library for Linux: %w", err)
	}
	symbols, err := f.DynamicSymbols()
	if err != nil || !slices.ContainsFunc(symbols, func(s elf.Symbol) bool { return s.Name == "fmi3DoStep" && s.Section != elf.SHN_UNDEF }) {
		return "", errors.New("it is no library of an FMU: it has no function fmi3DoStep")
	}
	switch f.Machine {
	case elf.EM_X86_64:
		return "x86_64-linux", nil
	case elf.EM_AARCH64:
		return "aarch64-linux", nil
	}
	return "", fmt.Errorf("it is for %v; those of an FMU are for x86-64 and AArch64", f.Machine)
}
