package mavlink

// This vehicle's numbers; the component is MAV_COMP_ID_AUTOPILOT1.
const (
	system    = 1
	component = 1
)

// The messages, with their fields as they lie in a packet: the largest first, of equal ones as defined, extensions last.
type (
	heartbeat struct {
		CustomMode                                          uint32
		Type, Autopilot, BaseMode, Status, VersionOfMAVLink uint8
	}
	systemTime struct {
		Unix uint64 // us
		Boot uint32 // ms
	}
	paramRequestRead struct {
		Index             int16 // -1: by its name
		System, Component uint8
		ID                [16]byte
	}
	paramRequestList struct{ System, Component uint8 }
	paramValue       struct {
		Value        float32
		Count, Index uint16
		ID           [16]byte
		Type         uint8
	}
	paramSet struct {
		Value             float32
		System, Component uint8
		ID                [16]byte
		Type              uint8
	}
	scaledPressure struct {
		Boot                 uint32  // ms
		Absolute, Difference float32 // hPa
		Temperature, Another int16   // 0.01 degC
	}
	attitude struct {
		Boot                         uint32  // ms
		Roll, Pitch, Yaw             float32 // rad
		RollRate, PitchRate, YawRate float32 // rad/s
	}
	attitudeQuaternion struct {
		Boot                         uint32 // ms
		W, X, Y, Z                   float32
		RollRate, PitchRate, YawRate float32 // rad/s
		Offset                       [4]float32
	}
	localPosition struct {
		Boot                             uint32  // ms
		North, East, Down                float32 // m
		NorthSpeed, EastSpeed, DownSpeed float32 // m/s
	}
	globalPosition struct {
		Boot                             uint32 // ms
		Latitude, Longitude              int32  // 1e-7 deg
		Altitude, Relative               int32  // mm
		NorthSpeed, EastSpeed, DownSpeed int16  // cm/s
		Heading                          uint16 // 0.01 deg
	}
	manualControl struct {
		X, Y, Z, R int16 // thousandths: ahead, to the right, up, clockwise
		Buttons    uint16
		Target     uint8
		Buttons2   uint16 // extensions from here on
		Enabled    uint8  // bit 0: S, bit 1: T
		S, T       int16  // pitch, roll
		Aux        [6]int16
	}
	rcChannelsOverride struct {
		Channel           [8]uint16 // us
		System, Component uint8
		More              [10]uint16
	}
	commandLong struct {
		Param                           [7]float32
		Command                         uint16
		System, Component, Confirmation uint8
	}
	commandAck struct {
		Command           uint16
		Result            uint8
		Progress          uint8
		Param             int32
		System, Component uint8
	}
)

// kind is the number of a message, and the byte CRC_EXTRA that follows from its definition, which goes into the sum.
type kind struct {
	id    uint32
	extra byte
}

// kindOf returns the kind of a message that goes out.
func kindOf(message any) kind {
	switch message.(type) {
	case *heartbeat:
		return kind{0, 50}
	case *systemTime:
		return kind{2, 137}
	case *paramRequestRead:
		return kind{20, 214}
	case *paramRequestList:
		return kind{21, 159}
	case *paramValue:
		return kind{22, 220}
	case *paramSet:
		return kind{23, 168}
	case *scaledPressure:
		return kind{29, 115}
	case *attitude:
		return kind{30, 39}
	case *attitudeQuaternion:
		return kind{31, 246}
	case *localPosition:
		return kind{32, 185}
	case *globalPosition:
		return kind{33, 104}
	case *manualControl:
		return kind{69, 243}
	case *rcChannelsOverride:
		return kind{70, 124}
	case *commandLong:
		return kind{76, 152}
	case *commandAck:
		return kind{77, 143}
	}
	panic("mavlink: no message")
}

// incoming returns room for a message that comes in, and nil for those that nobody reads here.
func incoming(id uint32) (kind, any) {
	for _, m := range []any{&heartbeat{}, &paramRequestRead{}, &paramRequestList{}, &paramSet{}, &manualControl{}, &rcChannelsOverride{}, &commandLong{}} {
		if k := kindOf(m); k.id == id {
			return k, m
		}
	}
	return kind{}, nil
}

// What fields mean, by the names that the definitions have.
const (
	typeSubmarine    = 12  // MAV_TYPE_SUBMARINE
	autopilotGeneric = 0   // MAV_AUTOPILOT_GENERIC
	modeArmed        = 128 // MAV_MODE_FLAG_SAFETY_ARMED
	modeManual       = 64  // MAV_MODE_FLAG_MANUAL_INPUT_ENABLED
	modeSimulated    = 32  // MAV_MODE_FLAG_HIL_ENABLED
	stateStandby     = 3   // MAV_STATE_STANDBY
	stateActive      = 4   // MAV_STATE_ACTIVE
	paramReal        = 9   // MAV_PARAM_TYPE_REAL32
	accepted         = 0   // MAV_RESULT_ACCEPTED
	denied           = 2   // MAV_RESULT_DENIED
	unsupported      = 3   // MAV_RESULT_UNSUPPORTED
	armDisarm        = 400 // MAV_CMD_COMPONENT_ARM_DISARM
)
