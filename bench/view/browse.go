package view

import (
	"context"
	"os"
	"os/exec"
	"runtime"
)

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
