// Package ray finds the ways of sound in water whose speed depends on depth, by geometrical acoustics: the
// arrivals at one place of what leaves another, with their times, amplitudes, angles and reflections.
//
// The speed is linear between the nodes of a Column, so that rays are arcs of circles and everything
// about them has a closed form (F. B. Jensen et al., Computational Ocean Acoustics, 2nd ed., chapter 3).
// Over a flat bottom no ray is marched: sums over the layers give all arrivals. Over another a fan of rays is marched
// from arc to arc, see Over. Boundaries are Reflectors: half-spaces of sediment, rough surfaces, or a fixed loss.
//
// Left out: diffraction, so that a shadow is silent; beams of finite width; speeds that vary sideways.
// Below some ten wavelengths of depth rays are the wrong model.
//
// Begin with NewSolver and its Arrivals. Gather sums up what a receiver makes of them.
package ray

import "math"

// Reflector is a boundary of the water.
type Reflector interface {
	// Reflect returns the ratio of the reflected to the incident pressure of a plane wave with the time factor
	// exp(-i w t) that meets the boundary at a grazing angle of this sine, from 0 to 1.
	Reflect(sin float64) complex128
}

// Column is the water by depth. All is linear between the nodes, and is held above the first and below the last.
type Column struct {
	Depth      []float64 // m, positive down, increasing
	Speed      []float64 // m/s
	Absorption []float64 // dB/m
}

// Arrival is one way of sound from one place to another.
type Arrival struct {
	Delay      float64 // s
	Amplitude  float64 // received over sent pressure re 1 m, without absorption, and with what the boundaries take
	Phase      float64 // rad, at exp(-i w t), of boundaries and caustics; that of the delay comes on top
	Length     float64 // m, along the ray
	Absorption float64 // dB along the ray
	Leave      float64 // sine of the angle above the horizontal at which it leaves; positive is up
	Arrive     float64 // sine of the angle above the horizontal of its travel where it arrives; positive is up
	Surface    int     // reflections at the surface
	Bottom     int     // reflections at the bottom
	Caustics   int     // touched on the way

	// Set by who knows the ends:
	Gain    float64 // dB of the antennas in these directions
	Doppler float64 // received over sent frequency; 1 between ends that stand still
}

// Pressure returns the received over the sent pressure re 1 m, with absorption and antennas.
func (a *Arrival) Pressure() float64 { return a.Amplitude * math.Pow(10, (a.Gain-a.Absorption)/20) }
