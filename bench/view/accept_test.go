package view_test

import (
	"fmt"
	"image"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"halocline/bench/cosim"
	"halocline/bench/record/recorder"
	"halocline/bench/view"
	"halocline/bench/view/browser"
	page "halocline/cmd/view"
	"halocline/scenarios/strict"
)

// show serves the page of runs, as halocline view does.
func show(t testing.TB, a cosim.Access, l net.Listener, sources ...recorder.Source) (address string) {
	t.Helper()
	h, err := view.Page(page.Files(), a, serve(t, sources...))
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewUnstartedServer(h)
	if l != nil {
		s.Listener.Close()
		s.Listener = l
	}
	s.Start()
	t.Cleanup(s.Close)
	return s.URL + "/"
}

// at is where the views of the tests begin.
const at = "#t=20&from=10&to=30"

// What a person does with the page, in Chromium. In all of it the console is silent, no policy is broken, and nothing is asked for elsewhere.
func TestInBrowser(t *testing.T) {
	t.Parallel()
	b := browser.Start(t)
	short := strict.Set{Path: "duration", Value: "60s"}
	docking, _ := carryOut(t, "docking", short)
	csma, _ := carryOut(t, "docking", short, strict.Set{Path: "links.acoustic.mac", Value: "csma"})
	one := show(t, cosim.Access{}, nil, docking)
	two := show(t, cosim.Access{}, nil, docking, csma)
	for name, test := range map[string]func(t *testing.T){
		"link":      func(t *testing.T) { links(t, b, one, two) },
		"tab":       func(t *testing.T) { stops(t, b, one) },
		"keys":      func(t *testing.T) { actions(t, b, one) },
		"compare":   func(t *testing.T) { compares(t, b, two) },
		"layout":    func(t *testing.T) { layout(t, b, one, two) },
		"names":     func(t *testing.T) { names(t, b, one) },
		"many":      func(t *testing.T) { many(t, b) },
		"token":     func(t *testing.T) { token(t, b, docking) },
		"elsewhere": func(t *testing.T) { elsewhere(t, b, one) },
	} {
		t.Run(name, test)
	}
}

// links opens the link to a view that keys have led to, and the address of the browser: both give the same picture.
func links(t *testing.T, b *browser.Browser, one, two string) {
	for _, row := range []struct {
		url, hash string
		keys      []string
	}{
		{one, at, []string{"n", "n", "w", "d", "f"}},
		{two, at + "&cam=dock&theme=dark&lanes=distance&diff=1&scale=real", []string{"c", "ArrowDown", "ArrowDown", "n"}},
	} {
		var told struct{ Link, Address string }
		seen := b.Run(t, browser.Job{URL: row.url, Script: "testdata/link.mjs", Arg: map[string]any{"hash": row.hash, "keys": row.keys}}, &told)
		for _, other := range []string{"again", "address"} {
			if d := browser.Difference(seen.Shot(t, "first"), seen.Shot(t, other)); d >= 0.001 {
				t.Errorf("%s: the picture of the %s differs in %.3f %% of its pixels", told.Link, other, 100*d)
			}
		}
		if other := seen.Shot(t, "other"); browser.Difference(seen.Shot(t, "first"), other) < 0.001 {
			t.Error("another view is no other picture")
		}
	}
}

// stops walks through the page by Tab: it comes to all that can be pressed, sees where it is, and nothing else takes clicks.
func stops(t *testing.T, b *browser.Browser, url string) {
	var told struct{ Wanted, Missed, Unseen, Unnamed, Clickable []string }
	b.Run(t, browser.Job{URL: url, Script: "testdata/tab.mjs", Arg: map[string]any{"hash": at}}, &told)
	if len(told.Wanted) < 30 {
		t.Errorf("%d stops: %q", len(told.Wanted), told.Wanted)
	}
	for what, all := range map[string][]string{
		"Tab does not reach": told.Missed, "one does not see to be at": told.Unseen, "without a name is": told.Unnamed, "only a pointer can use": told.Clickable,
	} {
		for _, e := range all {
			t.Errorf("%s %s", what, e)
		}
	}
}

// actions does all that the page does by keys.
func actions(t *testing.T, b *browser.Browser, url string) {
	var wrong []string
	b.Run(t, browser.Job{URL: url, Script: "testdata/actions.mjs"}, &wrong)
	for _, w := range wrong {
		t.Error(w)
	}
}

// compares shows two runs side by side, the second one in the panels, and goes to their first difference. The seed is the same, so that both docks
// have the same to say at once. A slot of tdma-docking carries one packet, and csma begins to send with the first: that is at 0 s.
func compares(t *testing.T, b *browser.Browser, url string) {
	var told struct {
		Compare bool
		Run     int
		T       float64
		Scenes  []struct{ Nodes int }
	}
	b.Run(t, browser.Job{URL: url, Script: "testdata/compare.mjs", Arg: map[string]any{"hash": at}}, &told)
	if !told.Compare || told.Run != 1 || told.T != 0 {
		t.Errorf("%+v", told)
	}
}

// layout looks at windows of a laptop and of a phone, held either way, light and dark: nothing stands out to the side, all text is easy to read, and
// dark is dark.
func layout(t *testing.T, b *browser.Browser, one, two string) {
	sizes := [][2]int{{1366, 768}, {844, 390}, {390, 844}}
	for url, themes := range map[string][]bool{one: {false, true}, two: {false}} {
		for _, dark := range themes {
			var told struct{ Wide, Faint map[string][]string }
			seen := b.Run(t, browser.Job{URL: url, Script: "testdata/layout.mjs", Dark: dark, Arg: map[string]any{"hash": at + "&compare=1&sel=0.10", "sizes": sizes}}, &told)
			for _, s := range sizes {
				size := fmt.Sprintf("%dx%d", s[0], s[1])
				for what, all := range map[string]map[string][]string{"stands out": told.Wide, "is hard to read": told.Faint} {
					for _, e := range all[size] {
						t.Errorf("%s, dark %v: %s %s", size, dark, e, what)
					}
				}
				if light := brightness(seen.Shot(t, size)); (light < 0.35) != dark || (light > 0.65) == dark {
					t.Errorf("%s, dark %v: its brightness is %.2f", size, dark, light)
				}
			}
		}
	}
}

// brightness returns the median of the pixels of a picture, from 0 for black to 1.
func brightness(p image.Image) float64 {
	var all []uint32
	for y := p.Bounds().Min.Y; y < p.Bounds().Max.Y; y += 3 {
		for x := p.Bounds().Min.X; x < p.Bounds().Max.X; x += 3 {
			r, g, b, _ := p.At(x, y).RGBA()
			all = append(all, (r+g+b)/3)
		}
	}
	slices.Sort(all)
	return float64(all[len(all)/2]) / 0xffff
}

// names shows names that would do harm as HTML, which are in no scenario but may be in a file.
func names(t *testing.T, b *browser.Browser, url string) {
	var told struct {
		Elements   []int
		Whole      bool
		Ran, Wide  int
		Attributes []string
	}
	const evil = `"'><img src=x onerror=evil=1><b class=evil>&amp;</b><script>evil=1</script>`
	b.Run(t, browser.Job{URL: url, Script: "testdata/names.mjs", Arg: map[string]any{"hash": at, "more": evil + strings.Repeat("long", 40)}}, &told)
	if slices.Max(told.Elements) > 0 || told.Ran != 0 || !told.Whole || told.Wide > 0 {
		t.Errorf("%+v", told)
	}
}

// many shows 500 nodes.
func many(t *testing.T, b *browser.Browser) {
	var told struct{ Ready, Marks, Node, Elements, Wide int }
	crowd, _ := carryOut(t, "aloha20", strict.Set{Path: "duration", Value: "60s"}, strict.Set{Path: "nodes.n.count", Value: "499"}, strict.Set{Path: "traffic[0].rate", Value: "0.01/s"})
	b.Run(t, browser.Job{URL: show(t, cosim.Access{}, nil, crowd), Script: "testdata/many.mjs"}, &told)
	if t.Logf("ready after %d ms, at most %d marks", told.Ready, told.Marks); told.Marks >= 5000 || told.Node != 499 || told.Wide > 0 || told.Elements > 5000 {
		t.Errorf("%+v", told)
	}
}

// token serves other machines: the page opens with the token in its address, shows an address without it, and goes on to work.
func token(t *testing.T, b *browser.Browser, run recorder.Source) {
	own, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(own, func(a net.Addr) bool {
		n, ok := a.(*net.IPNet)
		return ok && !n.IP.IsLoopback() && n.IP.To4() != nil
	})
	if i < 0 {
		t.Skip("this machine has no address but its own for itself")
	}
	a := cosim.Access{Remote: true, Token: "a/secret+of=ours"}
	l, err := a.Listen(t.Context(), own[i].(*net.IPNet).IP.String()+":0")
	if err != nil {
		t.Fatal(err)
	}
	url := show(t, a, l, run)
	var told struct {
		Without         int
		Address, Cookie string
		Frames          int
	}
	seen := b.Run(t, browser.Job{URL: url, Script: "testdata/token.mjs", Arg: "a%2Fsecret%2Bof%3Dours"}, &told)
	if told.Without != http.StatusForbidden || told.Address != url+at && !strings.HasPrefix(told.Address, url+at+"&") || told.Cookie != "" || told.Frames == 0 {
		t.Errorf("%+v", told)
	}
	for _, r := range seen.Requests[1:] {
		if strings.Contains(r, "secret") {
			t.Errorf("it asks for %s", r)
		}
	}
}

// elsewhere stands on a page of another port, and of another name that leads here: it gets nothing, and a link opens the page apart from it.
func elsewhere(t *testing.T, b *browser.Browser, victim string) {
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<!doctype html><title>elsewhere</title><body>")
	}))
	defer other.Close()
	var got map[string]any
	b.Run(t, browser.Job{URL: other.URL, Script: "testdata/elsewhere.mjs", Foreign: true, Arg: map[string]string{
		"victim": victim, "rebound": strings.Replace(victim, "127.0.0.1", "rebound.test", 1),
	}}, &got)
	for what, want := range map[string]any{
		"rebound": 403., "fetch": "refused", "opaque": "refused", "script": "refused", "image": "refused", "frame": "refused", "stream": "refused", "popup": "true", "opener": "null",
	} {
		if got[what] != want {
			t.Errorf("%s: %v, not %v", what, got[what], want)
		}
	}
}
