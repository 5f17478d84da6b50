package view

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"time"

	"halocline/bench/cosim"
)

// Serve answers at a listener until ctx is done.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error {
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: 5 * time.Second, MaxHeaderBytes: 1 << 16, IdleTimeout: 2 * time.Minute,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(cosim.Limit(l, cosim.MostClients)); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Browse opens an address in the browser of who sits at this machine, if there is a desktop. What goes wrong with it is no fault: the address is
// told anyhow.
func Browse(ctx context.Context, address string) {
	var words []string
	switch runtime.GOOS {
	case "darwin":
		words = []string{"open", address}
	case "windows":
		words = []string{"rundll32", "url.dll,FileProtocolHandler", address}
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return
		}
		words = []string{"xdg-open", address}
	}
	c := exec.CommandContext(ctx, words[0], words[1:]...)
	if c.Start() == nil {
		go c.Wait()
	}
}
