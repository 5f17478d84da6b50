package simtest

import (
	"context"
	"errors"
)

// ErrEnough is why a FewLooks is done.
var ErrEnough = errors.New("it was looked at often enough")

// FewLooks is a context that is done when it is looked at for the Last time: code that
// takes long is stopped at each place at which it can be, one after the other. With a Last
// of 0 it is never done, and Looks counts the places.
type FewLooks struct {
	context.Context
	Looks, Last int
	end         context.CancelCauseFunc
}

// NewFewLooks returns a context below another one.
func NewFewLooks(parent context.Context, last int) *FewLooks {
	ctx, end := context.WithCancelCause(parent)
	return &FewLooks{Context: ctx, Last: last, end: end}
}

// Err implements context.Context. It is a look.
func (c *FewLooks) Err() error {
	if c.Looks++; c.Looks == c.Last {
		c.end(ErrEnough)
	}
	return c.Context.Err()
}
