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

// push adds some at once. It returns how many were dropped, since there was no room.
func (q *queue[T]) push(v ...T) int {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.all = append(q.all, v...)
	over := max(0, len(q.all)-q.most)
	q.all = q.all[:copy(q.all, q.all[over:])]
	return over
}

// drain takes all.
func (q *queue[T]) drain() []T {
	q.lock.Lock()
	defer q.lock.Unlock()
	all := q.all
	q.all = nil
	return all
}
