package results

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"halocline/sim/simtest"
)

// childTask is the variable of the environment that makes the test binary do a
// task instead of the tests.
const childTask = "RESULTS_TEST_TASK"

// childStays is the variable that makes a child wait to be killed rather than
// close its file.
const childStays = "RESULTS_TEST_STAYS"

// TestMain does the task of a child, or the tests.
func TestMain(m *testing.M) {
	task := os.Getenv(childTask)
	if task == "" {
		os.Exit(m.Run())
	}
	path := os.Args[len(os.Args)-1]
	err := map[string]func(string) error{"resume": childResume, "crash": childCrash, "shard": childShard, "full": childFull}[task](path)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(0)
}

// child returns the test binary with a task on a file.
func child(t *testing.T, task, path string) *exec.Cmd {
	c := exec.Command(os.Args[0], path)
	c.Env = append(os.Environ(), childTask+"="+task)
	return c
}

// bigStudy is a study of 3 cells of 120 repetitions.
func bigStudy() (Study, []Cell) {
	study, cells := study1()
	study.Repeat = 120
	return study, cells
}

// childResume opens and closes a file.
func childResume(path string) error {
	study, cells := study1()
	w, err := Resume(context.Background(), path, study, cells)
	if err != nil {
		return err
	}
	return w.Close()
}

// childCrash writes what is missing and says how much it has committed, until
// it is killed or all is there.
func childCrash(path string) error {
	study, cells := bigStudy()
	w, err := Create(context.Background(), path, study, cells)
	if errors.Is(err, ErrExists) {
		w, err = Resume(context.Background(), path, study, cells)
	}
	if err != nil {
		return err
	}
	return childWrite(w)
}

// childShard does the same with a shard of half the study.
func childShard(path string) error {
	study, cells := bigStudy()
	w, err := Shard(context.Background(), path, study, cells, Part{Index: 1, Count: 2})
	if errors.Is(err, ErrComplete) {
		return nil // the child before was killed between its last act and its end
	}
	if err != nil {
		return err
	}
	return childWrite(w)
}

// childWrite puts the runs that are missing. The batches are small, so that a
// signal may come at any stage of a commit.
func childWrite(w *Writer) error {
	w.interval = time.Millisecond
	missing := w.Missing()
	done := w.content.study.Cells*w.content.study.Repeat - len(missing)
	for i, k := range missing {
		if err := w.Put(makeRun(k)); err != nil {
			return err
		}
		if i%7 == 6 {
			if err := w.Flush(); err != nil {
				return err
			}
			fmt.Println(done + i + 1)
		}
	}
	for os.Getenv(childStays) != "" {
		fmt.Println(done)
		time.Sleep(time.Millisecond)
	}
	return w.Close()
}

// A process that is killed at any moment loses nothing that it had committed,
// locks nobody out, and leaves a file that can be read and resumed. In the end
// it is as if nothing had happened.
func TestKilled(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	study, cells := bigStudy()
	reference := newFile(t)
	write(t, reference, study, cells, keys(study))
	path := newFile(t)
	kills := killUntilDone(t, "crash", path, func(committed int) {
		f, err := Open(path)
		if errors.Is(err, os.ErrNotExist) || err != nil && committed == 0 {
			return // killed before there was a file
		}
		must(t, err)
		defer f.Close()
		if n, _, err := f.Count(); err != nil || n < committed {
			t.Errorf("%d runs, %v; %d were committed", n, err, committed)
		}
		if _, err := f.Digest(); err != nil {
			t.Error(err)
		}
	})
	if a, b := digestOf(t, path), digestOf(t, reference); a != b {
		t.Errorf("digest %s after %d kills, %s without", a, kills, b)
	}
	wantAlone(t, path)
}

// A shard that is killed goes on where it was, appears only when it is
// complete, and then is not done again.
func TestShardKilled(t *testing.T) {
	study, cells := bigStudy()
	path := newFile(t)
	kills := killUntilDone(t, "shard", path, func(int) {
		if _, err := os.Stat(path); err == nil {
			f := open(t, path)
			if missing, err := f.Missing(); err != nil || len(missing) > 0 {
				t.Errorf("the shard appeared without %d runs, %v", len(missing), err)
			}
		}
	})
	if kills < 6 {
		t.Errorf("killed %d times only", kills)
	}
	wantAlone(t, path)
	_, err := Shard(t.Context(), path, study, cells, Part{Index: 1, Count: 2})
	wantError(t, err, ErrComplete, path)
}

// killUntilDone starts a child again and again and kills it at a random moment,
// until one comes to its end. The first six must be killed, a little after they
// have said a few times what they had committed; then some are killed soon
// after their start or at their end. Between, it calls look with what the child
// said last.
func killUntilDone(t *testing.T, task, path string, look func(committed int)) (kills int) {
	for kills = range 100 {
		c := child(t, task, path)
		if kills < 6 {
			c.Env = append(c.Env, childStays+"=1")
		}
		out, err := c.StdoutPipe()
		must(t, err)
		must(t, c.Start())
		early := time.AfterFunc(time.Minute, func() { c.Process.Kill() })
		if kills >= 6 && kills < 12 {
			early.Reset(time.Duration(rand.IntN(80)) * time.Millisecond)
		}
		patience, committed := rand.IntN(6), 0
		for lines := bufio.NewScanner(out); lines.Scan(); patience-- {
			n, err := strconv.Atoi(lines.Text())
			if err != nil {
				t.Fatalf("the child says %q", lines.Text())
			}
			committed = max(committed, n)
			if patience == 0 && kills < 6 {
				time.Sleep(time.Duration(rand.IntN(2000)) * time.Microsecond)
				c.Process.Kill()
			}
		}
		err = c.Wait()
		early.Stop()
		if err == nil {
			return kills
		}
		look(committed)
	}
	t.Fatal("the child does not come to its end")
	return kills
}

// childFull lets files grow to 300 kB only, as a quota does, and then
// further: nothing that was put is lost.
func childFull(path string) error {
	signal.Ignore(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	small := limit
	small.Cur = 300_000
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &small); err != nil {
		return err
	}
	return fill(path, func() error { return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit) })
}

// fill writes until there is no room, looks at what is there, makes room, and
// goes on.
func fill(path string, room func() error) error {
	study, cells := bigStudy()
	w, err := Create(context.Background(), path, study, cells)
	if err != nil {
		return err
	}
	put, refused := 0, error(nil)
	for i, k := range keys(study) {
		if err := w.Put(makeRun(k)); err != nil {
			return err
		}
		put++
		if i%20 == 19 {
			if refused = w.Flush(); refused != nil {
				break
			}
		}
	}
	if refused == nil || !strings.Contains(refused.Error(), "what was committed is kept") ||
		!strings.Contains(refused.Error(), path) || !strings.Contains(refused.Error(), "room") {
		return fmt.Errorf("without room the error is: %w", refused)
	}
	if w.Flush() == nil {
		return errors.New("a second try without room found no fault")
	}
	w.fault = refused // as if the timer had tried
	if w.Put(makeRun(keys(study)[put])) == nil {
		return errors.New("a run was taken while those before it find no room")
	}
	runs, _, full := w.Count()
	if left := len(w.Missing()); runs != put-20 || left != len(keys(study))-runs || full == nil {
		return fmt.Errorf("the writer has %d runs and misses %d, %v; %d of %d were committed", runs, left, full, put-20, len(keys(study)))
	}
	f, err := Open(path)
	if err != nil {
		return err
	}
	if n, _, err := f.Count(); err != nil || n != put-20 {
		return fmt.Errorf("%d runs, %v; %d were committed", n, err, put-20)
	}
	if err := errors.Join(f.Close(), room()); err != nil {
		return err
	}
	for _, k := range keys(study)[put:] {
		if err := w.Put(makeRun(k)); err != nil {
			return err
		}
	}
	return w.Close()
}

// A disk that is full is one error that says so, what was committed stays, and
// when there is room again the same writer goes on.
func TestDiskFull(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	study, cells := bigStudy()
	reference := newFile(t)
	write(t, reference, study, cells, keys(study))
	want := digestOf(t, reference)
	t.Run("quota", func(t *testing.T) {
		path := newFile(t)
		if out, err := child(t, "full", path).CombinedOutput(); err != nil {
			t.Fatalf("%s%v", out, err)
		}
		if got := digestOf(t, path); got != want {
			t.Errorf("digest %s, want %s", got, want)
		}
	})
	dir := t.TempDir()
	if syscall.Mount("results", dir, "tmpfs", 0, "size=700k") != nil {
		return // only root can; the quota has shown the same
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	t.Run("disk", func(t *testing.T) {
		path := filepath.Join(dir, "a.db")
		must(t, fill(path, func() error { return syscall.Mount("results", dir, "tmpfs", syscall.MS_REMOUNT, "size=40m") }))
		if got := digestOf(t, path); got != want {
			t.Errorf("digest %s, want %s", got, want)
		}
		wantAlone(t, path)
	})
}

// A disk that is full from the start leaves nothing behind.
func TestNoRoomAtAll(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.db")
	if syscall.Mount("results", dir, "tmpfs", 0, "size=16k") != nil {
		return // only root can
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	study, cells := study1()
	_, err := Create(t.Context(), path, study, cells)
	wantError(t, err, ErrFull, path, "make room")
	entries, err := os.ReadDir(dir)
	must(t, err)
	if len(entries) > 0 {
		t.Errorf("%v is left", entries)
	}
}
