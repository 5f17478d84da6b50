package ncs

import (
	"errors"
	"fmt"
	"math"

	"halocline/plant/program"

	"halocline/plant/autopilot"
	"halocline/plant/control"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/rtos"
)

// actuated is what a survey steers.
type actuated interface{ Command(in *vehicle.Input) }

// Surveyor is the computer of a vehicle that swims along a path. It has no station and no link; what
// the vehicle sends is the business of the scenario's sources. Guidance is by line of sight or pure
// pursuit (package control, and Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control,
// 2011, chapter 10). Control is a cascade whose gains come from the model of the vehicle (chapter
// 12), and which acts on thrusters, or on propeller and fins. A cross current w holds a vehicle that
// follows a line of sight at a speed v off by ahead times w/sqrt(v^2 - w^2), unless it crabs.
//
// One periodic task finds the course by the leg that is followed, and the climb by its height, as
// autopilot.Climb says. A vehicle with thrusters along heave takes that as the direction of
// its velocity and stays level; one without, such as a torpedo, as its pitch.
type Surveyor struct {
	cpu    *rtos.CPU
	config *SurveyConfig
	hull   actuated
	where  program.Estimator
	model  *vehicle.Model
	route  *route
	pilot  *autopilot.Autopilot
	climb  autopilot.Climb

	motion vehicle.Motion // at the beginning of the job
	drift  geom.Vec       // of the water then
	known  bool           // both are
}

// newSurveyor returns the computer of a vehicle and schedules its task.
func newSurveyor(node Node, c *SurveyConfig, hull actuated, where program.Estimator, model *vehicle.Model) (*Surveyor, error) {
	pilot, err := autopilot.New(model, c.Speed, 1/c.TimeConstant.Seconds(), c.Period)
	if err != nil {
		return nil, err
	}
	start, ok := where.Motion(0)
	if !ok {
		return nil, errors.New("a survey begins where the vehicle takes itself to be, and it does not know that at the beginning of the run")
	}
	heading, _, _ := start.Attitude.Euler()
	s := &Surveyor{
		config: c, hull: hull, where: where, model: model, pilot: pilot,
		route: newRoute(c, start.Position, heading),
		climb: autopilot.NewClimb(c.Speed, c.Ahead, pilot.Pitches(), c.Period),
	}
	if err := s.checkClimb(); err != nil {
		return nil, err
	}
	cpu, err := c.Computer.New(node.Kernel, node.Clock, node.Stream)
	if err != nil {
		return nil, err
	}
	s.cpu = cpu
	_, err = cpu.Add(node.task(c.Task, "survey", c.Period, s.look, s.step))
	return s, err
}

// CPU returns the processor that the task runs on.
func (s *Surveyor) CPU() *rtos.CPU { return s.cpu }

// checkClimb finds legs that are too steep for a vehicle that steers by its pitch.
func (s *Surveyor) checkClimb() error {
	for i := range s.route.points[1:] {
		leg := s.route.at(i)
		_, slope := leg.Height(leg.From)
		if !s.pilot.Pitches() || math.Abs(slope) <= math.Tan(autopilot.MostClimb) {
			continue
		}
		from := fmt.Sprintf("from point %d to point %d", i+1-s.route.first, (i+1-s.route.first)%len(s.config.Path)+1)
		if i < s.route.first {
			from = "from where the vehicle starts to the first point"
		}
		return fault.In("path", "the way %s is inclined by %.3g deg, and a vehicle that steers by its pitch climbs and dives by %.3g deg at most; draw it out", from, math.Abs(math.Atan(slope))*180/math.Pi, autopilot.MostClimb*180/math.Pi)
	}
	return nil
}

// look is what a job begins with: it takes note of where the vehicle is.
func (s *Surveyor) look(now sim.Time) {
	motion, known := s.where.Motion(now)
	if s.known = known; known {
		s.motion = *motion
	}
	s.drift, _ = s.where.Current(now)
}

// step is the rest of a job: it acts on that.
func (s *Surveyor) step(now sim.Time) {
	if !s.known {
		return
	}
	motion, drift := &s.motion, s.drift
	at, through := motion.Position, motion.WorldVelocity().Sub(drift)
	s.route.follow(at, now)
	switch {
	case s.route.ended && s.config.Then == "stop":
		s.hull.Command(s.pilot.Stop())
		return
	case s.route.ended && s.pilot.Sways():
		s.holdPosition(motion, drift, through)
		return
	}
	z, slope := s.route.height(at)
	course := autopilot.Course{Heading: s.route.course, Climb: s.climb.Angle(z, slope, at.Z), Speed: s.config.Speed, Crab: s.config.Crab}
	s.hull.Command(autopilot.Follow(s.pilot, course, motion, drift, through))
}

// holdPosition keeps the vehicle at the last point, with its bow into the current: four times slower
// than its velocity follows, so that it does not overshoot.
func (s *Surveyor) holdPosition(motion *vehicle.Motion, drift, through geom.Vec) {
	s.route.course = control.Heading(drift, geom.Vec{}, s.route.course)
	back := autopilot.Toward(motion.Position, s.route.points[s.route.last+1], s.config.Speed, s.config.TimeConstant.Seconds())
	s.hull.Command(s.pilot.Steer(back.Sub(drift), s.route.course, 0, motion, through))
}

// Path returns the points of the path in the world.
func (s *Surveyor) Path() []geom.Vec { return s.route.points[s.route.first : s.route.last+2] }

// Finished returns when the last point was passed for the first time; -1 until then.
func (s *Surveyor) Finished() sim.Time { return s.route.finished }

// Covered returns how far along the path the vehicle has come at a place, in the plane and in
// m. A path that is repeated goes on counting, the ways back to its first point included.
func (s *Surveyor) Covered(at geom.Vec) float64 { return s.route.covered(at) }

// Off returns how far a place is from the path, across it in the plane and in depth, in m;
// false on the way to the first point, and when nothing is left to follow.
func (s *Surveyor) Off(at geom.Vec) (across, deep float64, on bool) { return s.route.off(at) }
