package cosim_test

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"halocline/bench/cosim"
)

// guarded has a handler that a guard is before listen on an address, and returns where, and what asks there: lines of a request, each
// as they go over the wire, to the answer.
func guarded(t *testing.T, a cosim.Access, address string) (at *net.TCPAddr, ask func(lines ...string) *http.Response) {
	t.Helper()
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Skipf("this machine has no address like %s: %v", address, err)
	}
	go cosim.Answer(t.Context(), l, a.Guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !a.Keep(w, r) {
			w.WriteHeader(http.StatusNoContent)
		}
	})))
	at = l.Addr().(*net.TCPAddr)
	to := net.TCPAddr{IP: at.IP, Port: at.Port}
	if to.IP.IsUnspecified() {
		to.IP = net.IPv4(127, 0, 0, 1)
	}
	conn, err := net.Dial("tcp", to.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(time.Minute))
	answers := bufio.NewReader(conn)
	return at, func(lines ...string) *http.Response {
		fmt.Fprintf(conn, "%s\r\n\r\n", strings.Join(lines, "\r\n"))
		answer, err := http.ReadResponse(answers, nil)
		if err != nil {
			t.Fatalf("%q: %v", lines, err)
		}
		if _, err := io.Copy(io.Discard, answer.Body); err != nil {
			t.Fatal(err)
		}
		return answer
	}
}

// A request comes in that names the address on which somebody listens, made by the page from there or by no page; each other host, origin and site
// alone keeps it out, over IPv4 and IPv6. 3 of the hosts, 2 of the origins and 3 of the sites are right, so that 18 requests come in.
func TestGuardTable(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"127.0.0.1:0", "[::1]:0"} {
		at, ask := guarded(t, cosim.Access{}, address)
		own, other := at.IP.String(), "[::1]"
		if at.IP.To4() == nil {
			own, other = "[::1]", "127.0.0.1"
		}
		port := fmt.Sprintf(":%d", at.Port)
		wrong := fmt.Sprintf(":%d", at.Port+1)
		hosts := map[string]bool{
			own + port: true, "localhost" + port: true, "LOCALHOST" + port: true,
			own: false, own + wrong: false, "localhost" + wrong: false, other + port: false, "127.0.0.2" + port: false, "0.0.0.0" + port: false, "2130706433" + port: false,
			"evil.example" + port: false, "localhost.evil.example" + port: false, "127.0.0.1.evil.example" + port: false, "[::ffff:127.0.0.1]" + port: false, "": false,
		}
		in := 0
		for host, right := range hosts {
			origins := map[string]bool{
				"": true, "http://" + host: true,
				"https://" + own + port: false, "http://" + own + wrong: false, "http://evil.example": false, "null": false, "file://": false,
			}
			for origin, ours := range origins {
				for site, near := range map[string]bool{"": true, "none": true, "same-origin": true, "same-site": false, "cross-site": false, "anything": false} {
					lines := []string{"GET /status HTTP/1.1", "Host: " + host}
					if origin != "" {
						lines = append(lines, "Origin: "+origin)
					}
					if site != "" {
						lines = append(lines, "Sec-Fetch-Site: "+site, "Sec-Fetch-Mode: cors")
					}
					switch status := ask(lines...).StatusCode; {
					case (status == http.StatusNoContent) != (right && ours && near), status != http.StatusNoContent && status != http.StatusForbidden:
						t.Errorf("%q at %v: %d", lines, at, status)
					case status == http.StatusNoContent:
						in++
					}
				}
			}
		}
		if in != 3*2*3 {
			t.Errorf("%d requests came in", in)
		}
	}
}

// Of what pages elsewhere make, only a link to the page itself comes in, in a window of its own.
func TestLinksFromElsewhere(t *testing.T) {
	t.Parallel()
	at, ask := guarded(t, cosim.Access{}, "127.0.0.1:0")
	for _, row := range []struct {
		request, mode, dest string
		in                  bool
	}{
		{"GET /", "navigate", "document", true},
		{"GET /api/meta", "navigate", "document", false},
		{"POST /", "navigate", "document", false}, // a form
		{"GET /", "navigate", "iframe", false},
		{"GET /", "navigate", "object", false},
		{"GET /", "no-cors", "image", false},
		{"GET /", "cors", "empty", false},
		{"GET /", "websocket", "websocket", false},
	} {
		for _, site := range []string{"cross-site", "same-site"} {
			answer := ask(row.request+" HTTP/1.1", "Host: "+at.String(), "Sec-Fetch-Site: "+site, "Sec-Fetch-Mode: "+row.mode, "Sec-Fetch-Dest: "+row.dest)
			if (answer.StatusCode == http.StatusNoContent) != row.in {
				t.Errorf("%+v %s: %s", row, site, answer.Status)
			}
		}
	}
}

// A token in the address of the page becomes a cookie, with which all else comes in that the page asks for, and nothing that another page does.
func TestKeep(t *testing.T) {
	t.Parallel()
	a := cosim.Access{Remote: true, Token: "secret; of=ours"}
	at, ask := guarded(t, a, "127.0.0.1:0")
	const host = "Host: cluster.example"
	answer := ask("GET /?token=secret%3B+of%3Dours HTTP/1.1", host)
	cookies := answer.Cookies()
	if answer.StatusCode != http.StatusSeeOther || answer.Header.Get("Location") != "./" || len(cookies) != 1 {
		t.Fatalf("%s, to %q, with %d cookies", answer.Status, answer.Header.Get("Location"), len(cookies))
	}
	c := cookies[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" || c.Domain != "" || strings.Contains(c.Value, "secret") || !strings.HasSuffix(c.Name, fmt.Sprint(at.Port)) {
		t.Errorf("%+v", c)
	}
	cookie := "Cookie: " + c.Name + "=" + c.Value
	for _, row := range []struct {
		lines []string
		in    bool
	}{
		{[]string{"GET /api/meta HTTP/1.1", host, cookie}, true},
		{[]string{"GET /api/meta HTTP/1.1", host, cookie, "Origin: http://cluster.example", "Sec-Fetch-Site: same-origin"}, true},
		{[]string{"GET /api/meta HTTP/1.1", host, cookie, "Origin: http://cluster.example:8000"}, false},
		{[]string{"GET /api/meta HTTP/1.1", host, cookie, "Sec-Fetch-Site: same-site"}, false},
		{[]string{"GET /api/meta HTTP/1.1", host, cookie[:len(cookie)-1]}, false},
		{[]string{"GET /api/meta HTTP/1.1", host, "Cookie: " + c.Name + "="}, false},
		{[]string{"GET /api/meta HTTP/1.1", host}, false},
		{[]string{"GET /?token=secret HTTP/1.1", host}, false},
		{[]string{"GET /?token= HTTP/1.1", host}, false},
		{[]string{"GET /api/meta HTTP/1.1", host, "Authorization: Bearer " + a.Token}, true},
	} {
		if answer := ask(row.lines...); (answer.StatusCode == http.StatusNoContent) != row.in {
			t.Errorf("%q: %s", row.lines, answer.Status)
		}
	}
	at, ask = guarded(t, cosim.Access{}, "127.0.0.1:0") // has no token, so that an empty one is none
	cookie = fmt.Sprintf("Cookie: halocline-%d=%x", at.Port, sha256.Sum256([]byte("halocline ")))
	if answer := ask("GET /api/meta HTTP/1.1", host, cookie); answer.StatusCode != http.StatusForbidden {
		t.Errorf("a cookie where there is no token: %s", answer.Status)
	}
}

// Listening on every address, this machine comes in by its own name; another one, and another name, need the token. There is a warning of it.
func TestGuardElsewhere(t *testing.T) {
	t.Parallel()
	at, ask := guarded(t, cosim.Access{Remote: true, Token: "secret"}, "0.0.0.0:0")
	for host, in := range map[string]bool{"127.0.0.1": true, "localhost": true, "0.0.0.0": false, "cluster.example": false} {
		if answer := ask("GET / HTTP/1.1", fmt.Sprintf("Host: %s:%d", host, at.Port)); (answer.StatusCode == http.StatusNoContent) != in {
			t.Errorf("%s: %s", host, answer.Status)
		}
	}
	for address, warned := range map[string]bool{"127.0.0.1:7400": false, "[::1]:7400": false, "0.0.0.0:7400": true, "[::]:7400": true, "10.0.0.7:7400": true} {
		at, err := net.ResolveTCPAddr("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		if warning := cosim.Exposed(at); (warning != "") != warned {
			t.Errorf("%s: %q", address, warning)
		}
	}
	own, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range own {
		n, ok := o.(*net.IPNet)
		if !ok || n.IP.IsLoopback() || n.IP.To4() == nil {
			continue
		}
		url := fmt.Sprintf("http://%v:%d/status", n.IP, at.Port)
		for _, row := range []struct {
			token  string
			status int
		}{{"", http.StatusForbidden}, {"?token=secret", http.StatusNoContent}} {
			answer, err := http.Get(url + row.token)
			if err != nil {
				t.Fatal(err)
			}
			if answer.Body.Close(); answer.StatusCode != row.status {
				t.Errorf("%s%s: %s", url, row.token, answer.Status)
			}
		}
	}
}
