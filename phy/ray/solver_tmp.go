package ray

type Water struct {
	Column
	Surface, Bottom Reflector
}
