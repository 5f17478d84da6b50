package formation

import (
	"encoding/binary"
	"math"
	"math/rand"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
)

// frameOf writes the numbers of a packet into 19 bytes as the doc of size says: with the 16 bits of a name they are 168 bits.
func frameOf(p packet) (b []byte) {
	for _, x := range []float64{p.at.X, p.at.Y, p.at.Z} {
		n := uint32(int32(math.RoundToEven(100 * x)))
		b = append(b, byte(n>>16), byte(n>>8), byte(n))
	}
	for _, x := range []float64{p.velocity.X, p.velocity.Y, p.velocity.Z} {
		b = binary.BigEndian.AppendUint16(b, uint16(int16(math.RoundToEven(1000*x))))
	}
	return binary.BigEndian.AppendUint32(b, uint32(int64(p.stamp)/1e6))
}

// read reads them.
func read(b []byte) (p packet) {
	for i, to := range []*float64{&p.at.X, &p.at.Y, &p.at.Z} {
		*to = float64(int32(uint32(b[3*i])<<24|uint32(b[3*i+1])<<16|uint32(b[3*i+2])<<8)>>8) / 100
	}
	for i, to := range []*float64{&p.velocity.X, &p.velocity.Y, &p.velocity.Z} {
		*to = float64(int16(binary.BigEndian.Uint16(b[9+2*i:]))) / 1000
	}
	p.stamp = sim.Time(binary.BigEndian.Uint32(b[15:])) * sim.Time(time.Millisecond)
	return p
}

// What a packet has after it was rounded goes through its 168 bits as it is, and is no further from what it was than half a
// step: 5 mm, 0.5 mm/s and 0.5 ms. Beyond 2^23 - 1 cm and 2^15 - 1 mm/s it stays at the edge.
func TestPacketsCarryTheirBits(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 2000 {
		some := func(most float64) geom.Vec {
			return geom.Vec{X: most * (2*r.Float64() - 1), Y: most * (2*r.Float64() - 1), Z: most * (2*r.Float64() - 1)}
		}
		p := packet{at: some(83886), velocity: some(32.7), stamp: sim.Time(r.Int63n(4e15))}
		got := p.rounded()
		b := frameOf(got)
		if len(b)*8+16 != Default().Neighbours.Size || read(b) != got {
			t.Fatalf("%d bits bring %+v, and %+v is told", len(b)*8, read(b), got)
		}
		for _, d := range []struct{ got, want, half float64 }{
			{got.at.X, p.at.X, 0.005},
			{got.at.Y, p.at.Y, 0.005},
			{got.at.Z, p.at.Z, 0.005},
			{got.velocity.X, p.velocity.X, 5e-4},
			{got.velocity.Y, p.velocity.Y, 5e-4},
			{got.velocity.Z, p.velocity.Z, 5e-4},
			{got.stamp.Seconds(), p.stamp.Seconds(), 5e-4},
		} {
			near(t, "number", d.got, d.want, d.half*1.00001)
		}
	}
	far := packet{at: geom.Vec{X: 1e5, Y: -1e5}, velocity: geom.Vec{Z: -40}}.rounded()
	if far.at != (geom.Vec{X: 83886.07, Y: -83886.07}) || far.velocity != (geom.Vec{Z: -32.767}) || read(frameOf(far)) != far {
		t.Errorf("%+v", far)
	}
}

// At 12.3456789 s one goes at 0.1 m/s along x and is at 1.23456789 m: it tells 1.23 m and 12.346 s.
func TestPacketsAreRounded(t *testing.T) {
	f, m := install(t, geom.Vec{}, nil)
	m.send(sim.Time(12345678900))
	if want := (packet{at: geom.Vec{X: 1.23}, velocity: geom.Vec{X: 0.1}, stamp: sim.Time(12346 * time.Millisecond)}); len(f.told) != 1 || f.told[0] != want {
		t.Errorf("%+v, want %+v", f.told, want)
	}
}
