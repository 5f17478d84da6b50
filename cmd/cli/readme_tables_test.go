package cli

import (
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"halocline/bench/reproduce"
	"halocline/bench/speed/calibrate"
	"halocline/bench/study/studies"
	"halocline/cmd/command"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

// sectionTable returns the lines of the tables in a section of a page, the README or one of the manual.
func sectionTable(t *testing.T, page, heading string) []string {
	t.Helper()
	_, section, found := strings.Cut(page, "\n## "+heading+"\n")
	if !found {
		t.Fatalf("the page has no section %q", heading)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	var lines []string
	for line := range strings.Lines(section) {
		if strings.HasPrefix(line, "|") {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}

// cells takes a line of a table apart.
func cells(line string) []string {
	var all []string
	for c := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
		all = append(all, strings.TrimSpace(c))
	}
	return all
}

// The page of the manual has every model that a scenario can name and no other, and the README says how many there are of each kind.
// HALOCLINE_REWRITE=1 writes both.
func TestShelf(t *testing.T) {
	rows := []string{"| what | where | which |", "|---|---|---|"}
	numbers := map[string]int{"reproductions": len(reproduce.All())}
	row := func(title, page, key string, names []string) {
		numbers[title] = len(names)
		rows = append(rows, fmt.Sprintf("| [%s](%s.md) | `%s` | `%s` |", title, page, key, strings.Join(names, "` `")))
	}
	for _, s := range scenarios.Standard().Shelves() {
		row(s.Title, "models-"+strings.ReplaceAll(s.Title, " ", "-"), s.Key, slices.Sorted(maps.Keys(s.Models)))
	}
	row("vehicles", "vehicles", "nodes[].vehicle", vehicle.Names())
	row("scenarios", "scenarios", "base", scenarios.Standard().Bundled())
	row("studies", "studies", "halocline sweep", studies.Bundled())
	head, _, _ := strings.Cut(prose(t)["shelf"], "\n| ")
	simtest.Golden(t, "../docs/pages/shelf.md", head+"\n"+strings.Join(rows, "\n")+"\n")

	said := map[string]bool{}
	number := regexp.MustCompile(`([a-z ]+) (\d+)`)
	page := readme(t)
	for _, line := range sectionTable(t, page, "What a scenario can name")[2:] {
		right := number.ReplaceAllStringFunc(line, func(found string) string {
			title := strings.TrimSpace(number.FindStringSubmatch(found)[1])
			n, known := numbers[title]
			if !known || said[title] {
				t.Errorf("the README counts %q, which is nothing to count or is counted before", title)
				return found
			}
			said[title] = true
			return regexp.MustCompile(`\d+`).ReplaceAllString(found, strconv.Itoa(n))
		})
		page = strings.Replace(page, line, right, 1)
	}
	for title := range numbers {
		if !said[title] {
			t.Errorf("the README does not say how many %s there are", title)
		}
	}
	page = regexp.MustCompile(`\d+ published results`).ReplaceAllString(page, fmt.Sprintf("%d published results", len(reproduce.Chosen([]string{reproduce.Everything}))))
	simtest.Golden(t, "../../README.md", page)
}

// The table of speeds has a line for everything that is measured, in its unit. The
// number of workers is that of a machine.
func TestReadmeSpeeds(t *testing.T) {
	workers := regexp.MustCompile(`study, \d+ workers`)
	var got, want []string
	for _, line := range sectionTable(t, prose(t)["benchmarks"], "How fast is it")[2:] {
		c := cells(line)
		got = append(got, workers.ReplaceAllString(c[0], "study, N workers")+": "+c[1])
		if len(c) != 5 || !regexp.MustCompile(`^[\d.]+( [kMG])?$`).MatchString(c[2]) {
			t.Errorf("%q is not a line of what, unit, rate, least and greatest", line)
		}
	}
	for _, item := range calibrate.Items() {
		unit := item.Unit
		if item.Wall {
			unit += ", by the wall"
		}
		want = append(want, workers.ReplaceAllString(item.Name, "study, N workers")+": "+unit)
	}
	if !slices.Equal(got, want) {
		t.Errorf("benchmarks.md has\n%s\nand cmd/speed\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The packages of the picture and the table in the page architecture are there, and each package of the module
// is one of them or below one.
func TestArchitecture(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	page := prose(t)["architecture"]
	named := map[string]bool{}
	for _, line := range sectionTable(t, page, "The packages")[2:] {
		for _, word := range regexp.MustCompile("`([a-z/]+)`").FindAllStringSubmatch(line, -1) {
			named[word[1]] = true
		}
	}
	for _, b := range blocks(page) {
		for _, word := range regexp.MustCompile(`\b(?:sim|phy|mac|plant|scenarios|bench|cmd)(?:/[a-z]+)?\b`).FindAllString(b.text, -1) {
			if b.lang == "text" {
				named[word] = true
			}
		}
	}
	for name := range named {
		if s, err := os.Stat(filepath.Join("../..", name)); err != nil || !s.IsDir() {
			t.Errorf("there is no package %s", name)
		}
	}
	list := exec.Command("go", "list", "./...")
	list.Dir = "../.."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.FieldsSeq(string(out)) {
		if name == "halocline" { // the root, which is the sources of all others
			continue
		}
		name = strings.TrimPrefix(name, "halocline/")
		at := name
		for !named[at] && at != "." {
			at = path.Dir(at)
		}
		if at == "." || at == "sim" && name != "sim" || at == "plant" && name != "plant" {
			t.Errorf("package %s is not in the table", name)
		}
	}
}

// Commands that stand in the text of README and manual exist, with their flags, and so do the targets of make and the files that the
// README points to.
func TestReadmeWords(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile("(?s)```.*?```")
	pages := prose(t)
	pages["README"] = readme(t)
	root := newRoot(scenarios.Standard(), command.Streams{Out: io.Discard, Err: io.Discard})
	commands := 0
	for name, text := range pages {
		for _, found := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(code.ReplaceAllString(text, ""), -1) {
			words := strings.Fields(found[1])
			switch {
			case len(words) < 2:
			case words[0] == "make" && !strings.Contains(string(makefile), "\n"+words[1]+":"):
				t.Errorf("%s: `%s`: no such target", name, found[1])
			case words[0] == "halocline":
				commands++
				c, _, err := root.Find(words[1:])
				if err != nil || c == root {
					t.Errorf("%s: `%s`: no such command (%v)", name, found[1], err)
					continue
				}
				for _, word := range words[1:] {
					if flag, ok := strings.CutPrefix(word, "--"); ok && flag != "help" && c.Flag(flag) == nil {
						t.Errorf("%s: `%s`: no such flag as %s", name, found[1], word)
					}
				}
			}
		}
	}
	if commands < 30 {
		t.Errorf("only %d commands in the text", commands)
	}
	text := code.ReplaceAllString(pages["README"], "")
	for _, link := range regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(text, -1) {
		file, heading, _ := strings.Cut(link[1], "#")
		if _, err := os.Stat(filepath.Join("../..", file)); err != nil {
			t.Error(err)
		}
		if linked, _ := os.ReadFile(filepath.Join("../..", file)); heading != "" && !strings.Contains(strings.ToLower(string(linked)), "\n## "+strings.ReplaceAll(heading, "-", " ")+"\n") {
			t.Errorf("%s has no heading %s", file, heading)
		}
	}
	if !strings.Contains(text, "]("+readmePicture+")") {
		t.Errorf("the picture %s is not shown", readmePicture)
	}
}
