package netcdf

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

// read reads a file that Unidata's ncgen has written from testdata/sea.cdl.
func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The three classic forms have what sea.cdl says: dimensions, attributes, fixed and record variables, packed shorts, holes.
func TestRead(t *testing.T) {
	for _, name := range []string{"sea1.nc", "sea2.nc", "sea5.nc"} {
		f, err := Read(read(t, name))
		if err != nil {
			t.Fatal(name, err)
		}
		if got := fmt.Sprint(f.Dims); got != "[{time 2 true} {depth 2 false} {lat 3 false} {lon 2 false}]" {
			t.Errorf("%s: %s", name, got)
		}
		for of, want := range map[string]string{
			"time": "[0 6]", "depth": "[0 50]", "lat": "[44 43.5 43]", "lon": "[4 4.5]", "mask": "[0 1 -1 127 -128 3]",
			"u":    "[0.5 1 1.5 2 2.5 3 -0.5 -1 -1.5 -2 -2.5 NaN 0 0 0 0 0 0 0.25 0 0 0 0 7]",
			"temp": "[11 12 13 14 15 16 9 8 7 6 5 NaN 10.01 10.02 10.03 10.04 10.05 10.06 10.07 10.08 10.09 10.1 10.11 10.12]",
		} {
			v := f.Var(of)
			values, err := f.Values(v)
			for i := range values {
				values[i] = math.Round(values[i]*1e9) / 1e9
			}
			if got := fmt.Sprint(values); err != nil || got != want {
				t.Errorf("%s: %s is %s, %v; want %s", name, of, got, err, want)
			}
		}
		if a := f.Var("time").Attr("units"); a.Text != "hours since 2026-01-01 00:00:00" {
			t.Errorf("%s: %q", name, a.Text)
		}
		if a := f.Var("temp").Attr("scale_factor"); !slices.Equal(a.Numbers, []float64{0.01}) {
			t.Errorf("%s: %v", name, a.Numbers)
		}
		if f.Var("none") != nil {
			t.Error("there is no such variable")
		}
	}
}

// Other files are named, and a file that is cut anywhere is no file.
func TestFaults(t *testing.T) {
	for data, want := range map[string]string{
		"\x89HDF\r\n\x1a\n": "nccopy -k classic", "II*\x00": "gdal_translate -of netCDF", "x,y\n1,2\n": "no NetCDF file", "CDF\x03": "no NetCDF file", "": "no NetCDF file", "CDF\x01": "ends too early",
		"CDF\x01\xff\xff\xff\xff": "does not say how many records",
	} {
		if _, err := Read([]byte(data)); !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%q: %v, want %s", data, err, want)
		}
	}
	data := read(t, "sea1.nc")
	for n := range data {
		if f, err := Read(data[:n]); err == nil {
			for i := range f.Vars {
				f.Values(&f.Vars[i])
			}
			if n < len(data)-4 {
				t.Fatalf("cut at %d of %d it is read", n, len(data))
			}
		}
	}
}

// A name of a damaged file is quoted, so that no message has bytes in it that a terminal obeys: here that of a variable whose data are cut off.
func TestNamesAreQuoted(t *testing.T) {
	data := bytes.Replace(read(t, "sea1.nc"), []byte("\x00\x00\x00\x01u\x00"), []byte("\x00\x00\x00\x01\x1b\x00"), 1)
	_, err := Read(data[:len(data)-40])
	if text := fmt.Sprint(err); !strings.Contains(text, `variable "\x1b": it ends too early`) || strings.ContainsAny(text, "\x1b") {
		t.Errorf("%q", text)
	}
}

// No bytes make it panic, or take more memory than they are worth.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"sea1.nc", "sea2.nc", "sea5.nc"} {
		f.Add(read(f, name))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Read(data)
		if err != nil {
			return
		}
		for i := range file.Vars {
			if values, err := file.Values(&file.Vars[i]); err == nil && len(values) > 8*len(data)+8 {
				t.Fatalf("%d values of %d bytes", len(values), len(data))
			}
		}
	})
}
