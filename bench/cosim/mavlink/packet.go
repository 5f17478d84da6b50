// Package mavlink lets ground stations and other programs that speak MAVLink 2 over UDP see a vehicle of a run and push it.
//
// It tells the motion that the node believes in, as system 1, component 1. Its own world has x to the east, y to the north and z up,
// and bodies x ahead, y to the left and z up; MAVLink has NED (north, east, down) and FRD (ahead, right, down). So yaw counts from
// north to the east, the bow is up at a positive pitch, and a scenario with geo has places on the Earth too. Times are those of
// the node's own clock, from cosim.Epoch.
//
// MANUAL_CONTROL and RC_CHANNELS_OVERRIDE go to the ports surge, sway, heave, roll, pitch and yaw of an armed vehicle. A full
// deflection is all that the thrusters give, times the parameter MAN_GAIN, from 0 to 1. COMMAND_LONG arms and disarms, and other commands are
// answered as not supported.
//
// Sources: MAVLink's guide, Packet Serialization (mavlink.io/en/guide/serialization.html), and the definitions of messages in
// github.com/mavlink/mavlink, commit de1e078 of 2026-07-22, minimal.xml, standard.xml and common.xml.
//
// Left out: MAVLink 1, signatures, missions, and the streams that a client asks for. Since nobody signs, other machines are
// not let in. It was not tried with QGroundControl.
//
// Begin with Link.
package mavlink

import (
	"bytes"
	"encoding/binary"
)

// The form of a packet of MAVLink 2: a header of 10 bytes, the payload, and two bytes of a sum; 13 of a signature follow where a flag
// says so.
const (
	magic     = 0xFD
	header    = 10
	sum       = 2
	signed    = 0x01 // the only flag of those that must be understood
	signature = 13
)

// crc goes on with a sum over bytes: CRC-16/MCRF4XX, which begins at 0xFFFF.
func crc(crc uint16, data []byte) uint16 {
	for _, b := range data {
		b ^= byte(crc)
		b ^= b << 4
		crc = crc>>8 ^ uint16(b)<<8 ^ uint16(b)<<3 ^ uint16(b)>>4
	}
	return crc
}

// pack appends a packet with a message from this vehicle. Zeros at the end of the payload are left out, but for its first byte.
func pack(to []byte, number byte, message any) []byte {
	k := kindOf(message)
	payload, _ := binary.Append(nil, binary.LittleEndian, message) // of numbers only, which fit
	payload = append(payload[:1], bytes.TrimRight(payload[1:], "\x00")...)
	at := len(to)
	to = append(to, magic, byte(len(payload)), 0, 0, number, system, component, byte(k.id), byte(k.id>>8), byte(k.id>>16))
	to = append(to, payload...)
	return binary.LittleEndian.AppendUint16(to, crc(crc(0xFFFF, to[at+1:]), []byte{k.extra}))
}

// packet is one that has come.
type packet struct {
	system, component byte
	message           any // a pointer to one of those that come in
}

// unpack reads the first packet of some bytes, and returns what is behind it. Without ok nobody can read it; where rest is nil then, nobody knows where
// the next one begins.
func unpack(data []byte) (p packet, rest []byte, ok bool) {
	if len(data) < header+sum || data[0] != magic || data[2]&^signed != 0 {
		return p, nil, false
	}
	end := header + int(data[1])
	whole := end + sum
	if data[2]&signed != 0 {
		whole += signature
	}
	if len(data) < whole {
		return p, nil, false
	}
	k, message := incoming(uint32(data[7]) | uint32(data[8])<<8 | uint32(data[9])<<16)
	if message == nil {
		return p, data[whole:], false
	}
	if crc(crc(0xFFFF, data[1:end]), []byte{k.extra}) != binary.LittleEndian.Uint16(data[end:]) {
		return p, nil, false
	}
	payload := make([]byte, 255) // what was cut off is zero
	copy(payload, data[header:end])
	binary.Decode(payload, binary.LittleEndian, message) // it has room
	return packet{data[5], data[6], message}, data[whole:], true
}
