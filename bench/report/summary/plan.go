package summary

import (
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"halocline/bench/report/text"
	"halocline/bench/study"
	"halocline/scenarios"
)

// Cells lists the cells of a study with the numbers of their runs.
func Cells(w io.Writer, s *study.Study) error {
	const shown = 1000 // cells
	most := ""
	if s.Until != nil || s.Boundary != nil {
		most = "at most "
	}
	fmt.Fprintf(w, "%s: %d cells of %s%d runs, %s%d runs\n", s.Definition.Name, s.Count(), most, s.Repeat, most, s.Most())
	names := append([]string{"runs"}, s.Swept()...)
	t := text.NewMixedTable(w, func(column int) bool { return column > 0 }, names...)
	for i := range min(s.Count(), shown) {
		row := []string{fmt.Sprintf("%d..%d", i*s.Repeat, (i+1)*s.Repeat-1)}
		for _, p := range s.Cell(i).Params {
			title, _, _ := s.Shown(p)
			row = append(row, title)
		}
		t.Append(row)
	}
	if err := t.Render(); err != nil {
		return err
	}
	if rest := s.Count() - shown; rest > 0 {
		fmt.Fprintf(w, "and %d more cells\n", rest)
	}
	return nil
}

// Commands writes for each run what it varies, its seed, and the command that makes
// it by itself. All but the commands are comments of a shell.
func Commands(w io.Writer, lib *scenarios.Library, s *study.Study, only study.Selection) error {
	base := baseArgument(lib, s)
	for number := range only.All() {
		k := s.Run(number)
		seed := s.Seed(k.Cell, k.Repetition)
		var values []string
		for _, p := range s.Cell(k.Cell).Params {
			title, _, _ := s.Shown(p)
			values = append(values, p.Path+" "+title)
		}
		head := fmt.Sprintf("# run %d: cell %d, repetition %d, seed %d", number, k.Cell, k.Repetition, seed)
		if len(values) > 0 {
			head += ": " + text.OneLine(strings.Join(values, ", "))
		}
		if _, err := fmt.Fprintf(w, "%s\n%s\n", head, text.Shell(s.RunCommand(base, k.Cell, seed)...)); err != nil {
			return err
		}
	}
	return nil
}

// baseArgument returns the base of a study as halocline run takes it in the folder of
// this process: the name of a bundled scenario, or a file beside the study.
func baseArgument(lib *scenarios.Library, s *study.Study) string {
	if slices.Contains(lib.Bundled(), s.Base) || path.IsAbs(s.Base) {
		return s.Base
	}
	file := path.Join(path.Dir(s.File), s.Base)
	if bare := strings.TrimSuffix(s.Base, ".yaml"); slices.Contains(lib.Bundled(), bare) {
		if _, err := os.Stat(file); err != nil {
			return bare
		}
	}
	return file
}
