package cosim

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
)

// Guard lets only those in whom the page or the program of a person on this machine has sent. A request names as its host the very
// address at which it came in, so that no other name has been turned to it (DNS rebinding), and no page of another origin has made it.
// Elsewhere the token stands for the address, as a header Authorization: Bearer TOKEN, as ?token=TOKEN where a browser cannot set one,
// or as the cookie that Keep made of it.
func (a Access) Guard(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !a.admits(r) {
			http.Error(w, "not from here: use the address on which halocline listens, or give its token", http.StatusForbidden)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// admits reports whether a request may come in. No page of another origin can know the token; a browser gives the cookie by itself.
func (a Access) admits(r *http.Request) bool {
	given := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if given == "" {
		given = r.URL.Query().Get("token")
	}
	return a.knows(given) || (isAddressed(r) || a.isKept(r)) && isOwn(r)
}

// isAddressed reports whether a request comes from this machine and names as its host the address and the port at which it came in.
func isAddressed(r *http.Request) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if !ok || !isLoopback(hostOf(r.RemoteAddr)) {
		return false
	}
	host, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		host, port = strings.Trim(r.Host, "[]"), "80"
	}
	if port != strconv.Itoa(local.Port) {
		return false
	}
	addr, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && addr == local.AddrPort().Addr().Unmap()
}

// isOwn reports whether a request comes from a page of this very origin, or from none, as far as the browser tells (W3C Fetch Metadata).
// Another port is another origin. A link in a page from elsewhere, as in a report, may open the page at /: that is a
// document with a window of its own, which its opener cannot read.
func isOwn(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
		return false
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
		return true
	}
	return r.Method == http.MethodGet && r.URL.Path == "/" && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
}

// knows reports whether a token is that of the session.
func (a Access) knows(token string) bool {
	return a.Token != "" && subtle.ConstantTimeCompare([]byte(token), []byte(a.Token)) == 1
}

// Keep answers the request for the page at / that has the token in its address, and reports whether it did: it puts the token into a
// cookie and sends the browser to the page without it. So the address that is shown, copied or told to others holds no secret, and
// all that the page asks for has it. The cookie does not come along from pages elsewhere: a link in one has to hold the token.
func (a Access) Keep(w http.ResponseWriter, r *http.Request) bool {
	if r.URL.Path != "/" || !a.knows(r.URL.Query().Get("token")) {
		return false
	}
	http.SetCookie(w, &http.Cookie{Name: cookieName(r), Value: a.cookie(), Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	w.Header().Set("Location", "./") // from the address that the browser has, below which a page may be one of several
	w.WriteHeader(http.StatusSeeOther)
	return true
}

// isKept reports whether a request has the cookie.
func (a Access) isKept(r *http.Request) bool {
	c, err := r.Cookie(cookieName(r))
	return err == nil && a.Token != "" && subtle.ConstantTimeCompare([]byte(c.Value), []byte(a.cookie())) == 1
}

// cookie returns what stands for the token, which may have letters that no cookie has.
func (a Access) cookie() string {
	sum := sha256.Sum256([]byte("halocline " + a.Token))
	return hex.EncodeToString(sum[:])
}

// cookieName returns the name of the cookie. All ports of a machine share their cookies.
func cookieName(r *http.Request) string {
	name := "halocline"
	if local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr); ok {
		name += "-" + strconv.Itoa(local.Port)
	}
	return name
}
