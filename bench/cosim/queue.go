package cosim

import "sync"

// queue is bounded and drops its oldest.
type queue[T any] struct {
	lock sync.Mutex
	most int
	all  []T
}

// newQueue returns a queue with room for so many.
func newQueue[T any](most int) *queue[T] { return &queue[T]{most: most} }

// push adds one. It reports whether there was room, so that none was dropped.
func (q *queue[T]) push(v T) bool {
	q.lock.Lock()
	defer q.lock.Unlock()
	full := len(q.all) == q.most
	if full {
		copy(q.all, q.all[1:])
		q.all = q.all[:q.most-1]
	}
	q.all = append(q.all, v)
	return !full
}

// drain takes all.
func (q *queue[T]) drain() []T {
	q.lock.Lock()
	defer q.lock.Unlock()
	all := q.all
	q.all = nil
	return all
}
