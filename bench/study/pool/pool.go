// Package pool runs independent pieces of work side by side. It is where the
// parallelism of the project lives: across runs, never inside one.
//
// Until lets somebody who waits for work go when they are called away.
//
// Left out: other machines, results (the work puts them where they belong, by its
// number), and going on after an error.
package pool

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// Each calls work for 0 to n-1 with so many workers, 0 for one per processor, and
// waits for them. Numbers are given out in rising order. After an error, or when
// ctx is done, no further ones are; the error of the lowest number is returned. A panic of
// the work is one of the caller, with the stack of the work in its text.
func Each(ctx context.Context, workers, n int, work func(ctx context.Context, i int) error) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var mu sync.Mutex
	var group sync.WaitGroup
	var first error
	var broken *Panic
	at := n
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for range min(workers, n) {
		group.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				_, err := guarded(func() (struct{}, error) { return struct{}{}, work(ctx, i) })
				if err != nil {
					mu.Lock()
					errors.As(err, &broken)
					ended := first != nil && errors.Is(err, context.Canceled) // by the error before
					if i < at && !ended {
						at, first = i, err
					}
					mu.Unlock()
					cancel()
				}
			}
		})
	}
	group.Wait()
	if broken != nil {
		panic(fmt.Errorf("pool: %w", broken))
	}
	if first != nil {
		return first
	}
	if done := next.Load(); done < int64(n) {
		return context.Cause(ctx)
	}
	return nil
}

// Until does work that does not look at a context, such as reading a file, and leaves it
// alone when ctx is done: it returns the cause then, and what is left alone ends with the
// program. So the work may read and compute, but leave nothing behind. A panic of the
// work is one of the caller, with the stack of the work in its text.
func Until[T any](ctx context.Context, work func() (T, error)) (T, error) {
	if ctx.Done() == nil {
		return work()
	}
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	if ctx.Err() == nil {
		go func() {
			value, err := guarded(work)
			done <- outcome{value, err}
		}()
	}
	select {
	case made := <-done:
		if broken := (*Panic)(nil); errors.As(made.err, &broken) {
			panic(fmt.Errorf("pool: %w", broken))
		}
		return made.value, made.err
	case <-ctx.Done():
		return *new(T), context.Cause(ctx)
	}
}

// guarded makes an error of a panic.
func guarded[T any](work func() (T, error)) (value T, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = Recovered(v)
		}
	}()
	return work()
}
