package clienttest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os/exec"
	"testing"
	"time"
)

// Place is what gpsd tells of a place (gpsd_json(5), TPV).
type Place struct {
	Class, Time  string
	Mode         int
	Lat, Lon     float64 // deg
	AltMSL       float64 // m
	Track, Speed float64 // deg, m/s
}

// GPSD has a real gpsd read sentences of NMEA from an address, and returns the places that its client gpspipe prints. Both end with the test,
// which is skipped on a machine that lacks them.
func GPSD(t testing.TB, stream string) <-chan Place {
	t.Helper()
	daemon, pipe := program(t, "gpsd", "gpsd"), program(t, "gpspipe", "gpsd-clients")
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().(*net.TCPAddr)
	free.Close()
	ctx, stop := context.WithCancel(context.Background())
	server := exec.CommandContext(ctx, daemon, "-N", "-n", "-S", fmt.Sprint(address.Port), "tcp://"+stream)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) { // until it listens
		c, err := net.Dial("tcp", address.String())
		if err == nil {
			c.Close()
			break
		}
		if time.Since(began) > Patience {
			t.Fatal("gpsd does not listen")
		}
	}
	client := exec.CommandContext(ctx, pipe, "-w", address.String())
	out, err := client.StdoutPipe()
	if err == nil {
		err = client.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	places := make(chan Place, 1<<12)
	go func() {
		defer close(places)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var p Place
			if json.Unmarshal(lines.Bytes(), &p) == nil && p.Class == "TPV" && p.Mode >= 2 {
				places <- p
			}
		}
	}()
	t.Cleanup(func() {
		stop()
		for range places {
		}
		client.Wait()
		server.Wait()
	})
	return places
}

// program finds a program, or skips a test on a machine that lacks its Debian package. /usr/sbin is in no path but root's.
func program(t testing.TB, name, debian string) string {
	t.Helper()
	for _, path := range []string{name, "/usr/sbin/" + name} {
		if found, err := exec.LookPath(path); err == nil {
			return found
		}
	}
	t.Skipf("%s is not there; the Debian package %s has it", name, debian)
	return ""
}
