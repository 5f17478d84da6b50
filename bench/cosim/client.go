package cosim

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"
)

// Client is a program outside that the session itself starts. It finds the session by its environment.
type Client struct {
	Command []string
	Env     []string // beside that of this program
	Out     io.Writer
}

// Serve implements Adapter. A client that fails ends the run, and so does one in lock step that ends before.
func (c *Client) Serve(ctx context.Context, s *Session) error {
	command := exec.CommandContext(ctx, c.Command[0], c.Command[1:]...)
	command.Env = append(command.Environ(), c.Env...)
	command.Stdout, command.Stderr = c.Out, c.Out
	command.WaitDelay = time.Second
	switch err := command.Run(); {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		return fmt.Errorf("%s: %w", c.Command[0], err)
	case s.Lockstep() && !s.Latest().Ended:
		return errors.New("the client has ended before the run, and nobody steps it; have the client go on until the answer says ended, or say bye")
	case !s.Latest().Ended:
		fmt.Fprintf(c.Out, "%s has ended at %v, before the run, which goes on without it\n", c.Command[0], s.Latest().At)
	}
	return nil
}
