package view_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"halocline/bench/cosim"
	"halocline/bench/view/browser"
	"halocline/scenarios/strict"
)

// The picture of the page that README.md opens with, and how it is made: docking while the station polls its five nodes, at 1/20 of the speed.
const (
	pictureFile   = "../../cmd/view/docking.gif"
	pictureFrames = 12
	pictureFrom   = 92.5   // s
	pictureStep   = 0.0125 // s
	pictureDelay  = 25     // of a frame, in 10 ms
	pictureView   = "#t=%.4f&from=92.3&to=93.3&sel=0.717"
)

// The tutorial of the view, in the manual.
const (
	tutorialFolder = "../../cmd/docs/pages"
	tutorialFile   = tutorialFolder + "/tutorial-view.md"
)

// The pictures of README and manual are the page as it is, but for what fonts differ by from machine to machine. HALOCLINE_REWRITE=1 makes
// them again.
func TestPictures(t *testing.T) {
	t.Parallel()
	b := browser.Start(t)
	defer b.Close()
	t.Run("readme", func(t *testing.T) { readmePicture(t, b) })
	t.Run("tutorial", func(t *testing.T) { tutorialPictures(t, b) })
}

// rewriting reports whether pictures are made again.
func rewriting() bool { return os.Getenv("HALOCLINE_REWRITE") != "" }

// views opens views of a page, and returns their pictures and what the page says in each.
func views(t *testing.T, b *browser.Browser, url string, hashes []string) (all []image.Image, told []string) {
	t.Helper()
	seen := b.Run(t, browser.Job{URL: url, Script: "testdata/picture.mjs", Width: 1000, Height: 640, Arg: hashes}, &told)
	for i := range hashes {
		all = append(all, seen.Shot(t, fmt.Sprintf("view%d", i)))
	}
	return all, told
}

func readmePicture(t *testing.T, b *browser.Browser) {
	kept, _ := carryOut(t, "docking")
	var hashes []string
	for i := range pictureFrames {
		if i > 0 && !rewriting() { // the first is enough to compare
			break
		}
		hashes = append(hashes, fmt.Sprintf(pictureView, pictureFrom+pictureStep*float64(i)))
	}
	frames, _ := views(t, b, show(t, cosim.Access{}, nil, kept), hashes)
	if rewriting() {
		var out bytes.Buffer
		if err := gif.EncodeAll(&out, moving(frames)); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(pictureFile, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(pictureFile)
	if err != nil {
		t.Fatal(err)
	}
	made, err := gif.DecodeAll(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(made.Image) != pictureFrames || len(text) > 1<<20 {
		t.Errorf("%d pictures in %d bytes", len(made.Image), len(text))
	}
	alike(t, pictureFile, frames[0], made.Image[0])
}

// alike compares a picture in a file with the page.
func alike(t *testing.T, file string, page, kept image.Image) {
	t.Helper()
	if d := unlike(page, kept); d > 0.017 { // two views of one run differ by 0.027 and more
		t.Errorf("%s differs from the page by %.3f of its brightness; HALOCLINE_REWRITE=1 makes it again", file, d)
	}
}

// Each address in the tutorial shows its picture, and the page says there what the tutorial says that it does.
func tutorialPictures(t *testing.T, b *browser.Browser) {
	text, err := os.ReadFile(tutorialFile)
	if err != nil {
		t.Fatal(err)
	}
	command := regexp.MustCompile(`(?m)^halocline view (\S+) --set (\S+)=(\S+) --with (\S+)=(\S+) --listen`).FindStringSubmatch(string(text))
	if command == nil {
		t.Fatal("the tutorial has no command that this test knows")
	}
	set := strict.Set{Path: command[2], Value: command[3]}
	one, _ := carryOut(t, command[1], set)
	other, _ := carryOut(t, command[1], set, strict.Set{Path: command[4], Value: command[5]})
	parts := strings.Split(string(text), "```text\nhttp://127.0.0.1:7801/")[1:]
	var hashes []string
	for _, part := range parts {
		hash, _, _ := strings.Cut(part, "\n")
		hashes = append(hashes, hash)
	}
	pictures, told := views(t, b, show(t, cosim.Access{}, nil, one, other), hashes)
	for i, part := range parts {
		said := strings.Join(strings.Fields(told[i]), " ")
		for _, block := range regexp.MustCompile("(?s)\n```text\n(.*?)```").FindAllStringSubmatch(part, -1) {
			for line := range strings.Lines(block[1]) {
				if !strings.Contains(said, strings.TrimSpace(line)) {
					t.Errorf("%s: the page does not say %q, but %s", hashes[i], line, said)
				}
			}
		}
		name := regexp.MustCompile(`!\[[^\]]*\]\((.*?)\)`).FindStringSubmatch(part)
		if name == nil {
			t.Fatalf("%s has no picture", hashes[i])
		}
		tutorialPicture(t, tutorialFolder+"/"+name[1], pictures[i])
	}
}

// tutorialPicture compares a picture of the tutorial with the page.
func tutorialPicture(t *testing.T, file string, page image.Image) {
	if rewriting() {
		few := image.NewPaletted(page.Bounds(), commonest([]image.Image{page}, 64))
		draw.Draw(few, page.Bounds(), page, page.Bounds().Min, draw.Src)
		var out bytes.Buffer
		if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, few); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(text) > 60<<10 {
		t.Errorf("%s has %d bytes", file, len(text))
	}
	alike(t, file, page, kept)
}

// moving makes one moving picture of frames. Each but the first is what has changed.
func moving(frames []image.Image) *gif.GIF {
	colours := commonest(frames, 64)
	g := &gif.GIF{}
	var before *image.Paletted
	for _, f := range frames {
		whole := image.NewPaletted(f.Bounds(), colours)
		draw.Draw(whole, f.Bounds(), f, f.Bounds().Min, draw.Src)
		part := whole
		if before != nil {
			part = whole.SubImage(changed(before, whole)).(*image.Paletted)
		}
		g.Image, g.Delay, before = append(g.Image, part), append(g.Delay, pictureDelay), whole
	}
	return g
}

// commonest returns the colours that most pixels have, and that are told apart.
func commonest(frames []image.Image, most int) color.Palette {
	count := map[color.RGBA]int{}
	for _, f := range frames {
		for y := f.Bounds().Min.Y; y < f.Bounds().Max.Y; y++ {
			for x := f.Bounds().Min.X; x < f.Bounds().Max.X; x++ {
				c := color.RGBAModel.Convert(f.At(x, y)).(color.RGBA)
				count[color.RGBA{coarse(c.R), coarse(c.G), coarse(c.B), 255}]++
			}
		}
	}
	var all []color.RGBA
	for c := range count {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b color.RGBA) int {
		if d := count[b] - count[a]; d != 0 {
			return d
		}
		return (int(a.R)<<16 | int(a.G)<<8 | int(a.B)) - (int(b.R)<<16 | int(b.G)<<8 | int(b.B))
	})
	var p color.Palette
	for _, c := range all { // one that is nearly there already has no place of its own
		near := func(o color.Color) bool {
			q := o.(color.RGBA)
			r, g, b := int(q.R)-int(c.R), int(q.G)-int(c.G), int(q.B)-int(c.B)
			return r*r+g*g+b*b < 24*24
		}
		if len(p) < most && !slices.ContainsFunc(p, near) {
			p = append(p, c)
		}
	}
	return p
}

// coarse returns one of 32 steps of brightness, of which the first is black and the last white.
func coarse(v uint8) uint8 { return v&^7 | v>>5 }

// changed returns the box in which two pictures differ.
func changed(a, b *image.Paletted) image.Rectangle {
	var box image.Rectangle
	for y := b.Rect.Min.Y; y < b.Rect.Max.Y; y++ {
		for x := b.Rect.Min.X; x < b.Rect.Max.X; x++ {
			if a.ColorIndexAt(x, y) != b.ColorIndexAt(x, y) {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if box.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return box
}

// unlike returns the mean difference of the brightness of two pictures, from 0 to 1.
func unlike(a, b image.Image) float64 {
	if a.Bounds() != b.Bounds() {
		return 1
	}
	sum := 0.0
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			p, q := color.GrayModel.Convert(a.At(x, y)).(color.Gray), color.GrayModel.Convert(b.At(x, y)).(color.Gray)
			sum += max(float64(p.Y)-float64(q.Y), float64(q.Y)-float64(p.Y)) / 255
		}
	}
	return sum / float64(a.Bounds().Dx()*a.Bounds().Dy())
}
