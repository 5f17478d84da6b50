package results

import (
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
)

// speedRuns returns runs with 40 metrics, all different.
func speedRuns(n int) []Run {
	runs := make([]Run, n)
	for i := range runs {
		runs[i] = Run{Cell: i % 10, Repetition: i / 10, Seed: rand.Uint64(), Status: OK, Fingerprint: "0123456789abcdef"}
		for j := range 40 {
			runs[i].Metrics = append(runs[i].Metrics, Metric{Name: fmt.Sprintf("metric%02d", j), Unit: "s", Value: rand.NormFloat64()})
		}
	}
	return runs
}

// speedStudy is a study of 10 cells with room for so many runs.
func speedStudy(runs int) (Study, []Cell) {
	cells := make([]Cell, 10)
	for i := range cells {
		cells[i].Index = i
	}
	return Study{Name: "speed", Hash: "0", Version: "0", Cells: 10, Repeat: runs/10 + 1}, cells
}

// One operation is one run, from Put to a closed file.
func BenchmarkPut(b *testing.B) {
	runs := speedRuns(b.N)
	study, cells := speedStudy(b.N)
	w, err := Create(b.Context(), newFile(b), study, cells)
	must(b, err)
	b.ReportAllocs()
	b.ResetTimer()
	for _, r := range runs {
		must(b, w.Put(r))
	}
	must(b, w.Close())
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "runs/s")
}

// One operation reads a file of so many runs, whole.
func BenchmarkRead(b *testing.B) {
	const runs = 5000
	study, cells := speedStudy(runs)
	path := newFile(b)
	w, err := Create(b.Context(), path, study, cells)
	must(b, err)
	for _, r := range speedRuns(runs) {
		must(b, w.Put(r))
	}
	must(b, w.Close())
	for name, read := range map[string]func(*File) error{
		"digest":  func(f *File) error { _, err := f.Digest(); return err },
		"csv":     func(f *File) error { return f.writeCSV(io.Discard) },
		"parquet": func(f *File) error { return f.writeParquet(io.Discard) },
		"values": func(f *File) error {
			for c := range cells {
				if _, err := f.Values(c, "metric07"); err != nil {
					return err
				}
			}
			return nil
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			f := open(b, path)
			for b.Loop() {
				must(b, read(f))
			}
			b.ReportMetric(float64(runs*b.N)/b.Elapsed().Seconds(), "runs/s")
		})
	}
}
