package mcap_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	foreign "github.com/foxglove/mcap/go/mcap"
	"github.com/klauspost/compress/zstd"

	"halocline/bench/record/columns"
	"halocline/bench/record/mcap"
	"halocline/bench/record/recorder"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/simtest"
)

// memory hands blocks on, and keeps their bytes, by table.
type memory struct {
	blocks map[string][][]byte
	firsts map[string][]int64
	to     *mcap.Writer
}

// Inform implements recorder.Informed.
func (m *memory) Inform(h *recorder.Head) { m.to.Inform(h) }

// Put implements recorder.Sink.
func (m *memory) Put(b *columns.Block) {
	m.blocks[b.Table.Name] = append(m.blocks[b.Table.Name], b.Append(nil))
	m.firsts[b.Table.Name] = append(m.firsts[b.Table.Name], b.First())
	m.to.Put(b)
}

// recordTo writes a run into a file, and returns its blocks and its head.
func recordTo(t testing.TB, to io.Writer, name string, sets ...strict.Set) (*memory, *recorder.Head, error) {
	t.Helper()
	plan, err := scenarios.Standard().Load(name, sets)
	if err != nil {
		t.Fatal(err)
	}
	kept := &memory{map[string][][]byte{}, map[string][]int64{}, mcap.New(to)}
	taken := recorder.New(plan, kept)
	out, err := measure.Run(t.Context(), plan, measure.Options{Tracer: taken, Built: taken.Attach, Computer: taken.Computer})
	if err != nil {
		t.Fatal(err)
	}
	taken.Close(sim.Time(sim.Seconds(out.Reached)))
	h := &taken.Head
	h.Fingerprint, h.Events, h.Complete, h.Reached = out.Fingerprint, out.Events, true, int64(sim.Time(sim.Seconds(out.Reached)))
	return kept, h, kept.to.Close(h)
}

// read opens a file in memory.
func read(data []byte) (*mcap.File, error) { return mcap.Read(bytes.NewReader(data), int64(len(data))) }

// A file gives back, byte for byte, the blocks that it was given, and what is known of the run; the same run makes the same file.
func TestFileIsTheRecording(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, name := range []string{"docking", "aloha20", "tour"} {
		t.Run(name, func(t *testing.T) {
			var data, again bytes.Buffer
			kept, head, err := recordTo(t, &data, name)
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := recordTo(t, &again, name); err != nil || !bytes.Equal(data.Bytes(), again.Bytes()) {
				t.Errorf("the run once more makes another file, of %d bytes and not %d; %v", again.Len(), data.Len(), err)
			}
			file, err := read(data.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			if got, want := text(t, file.Head()), text(t, head); got != want {
				t.Errorf("the head is\n%s, not\n%s", got, want)
			}
			for _, table := range recorder.NewTables().All() {
				if n := same(t, file, kept, table.Name); n != len(kept.blocks[table.Name]) {
					t.Errorf("%s: %d blocks of %d", table.Name, n, len(kept.blocks[table.Name]))
				}
			}
		})
	}
}

func text(t *testing.T, h *recorder.Head) string {
	t.Helper()
	b, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// same compares the blocks that a file has of a table with those that it was given, and returns how many there are.
func same(t *testing.T, file *mcap.File, kept *memory, table string) int {
	t.Helper()
	list := file.Blocks(table)
	for i, info := range list {
		b, err := file.Read(table, i)
		if err != nil {
			t.Errorf("%s, block %d: %v", table, i, err)
			break
		}
		if b.Rows != info.Rows || b.First() != info.First || b.Last() != info.Last || !bytes.Equal(b.Append(nil), kept.blocks[table][i]) {
			t.Errorf("%s: block %d is not the one that was written", table, i)
			break
		}
	}
	return len(list)
}

// A file that was cut, wherever, gives its first blocks, or is refused where not even its head is there. Until the time that it says
// it ends at, nothing is missing.
func TestCut(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	var data bytes.Buffer
	kept, head, err := recordTo(t, &data, "docking")
	if err != nil {
		t.Fatal(err)
	}
	cut, refused, last := 0, 0, int64(0)
	for size := 0; size < data.Len(); size += 1 + data.Len()/300 {
		file, err := read(data.Bytes()[:size])
		if err != nil {
			if !strings.Contains(err.Error(), "no recording") || size > 1<<16 {
				t.Errorf("%d bytes: %v", size, err)
			}
			refused++
			continue
		}
		h := file.Head()
		if h.Complete { // only what other programs need is missing
			for table, firsts := range kept.firsts {
				if n := same(t, file, kept, table); n < len(firsts) {
					t.Errorf("%d bytes: %d blocks of %s, and not %d", size, n, table, len(firsts))
				}
			}
			break
		}
		if h.Fingerprint != "" || h.Reason != fmt.Sprintf("cut: ends at %v s", float64(h.Reached)/1e9) || h.Reached > head.Reached || h.Reached < last {
			t.Fatalf("%d bytes: complete %v, %q, until %d ns of %d", size, h.Complete, h.Reason, h.Reached, head.Reached)
		}
		last = h.Reached
		for table, firsts := range kept.firsts {
			n := same(t, file, kept, table)
			if n < len(firsts) && firsts[n] < h.Reached {
				t.Errorf("%d bytes: it ends at %d ns, and the block of %s at %d ns is missing", size, h.Reached, table, firsts[n])
			}
		}
		cut++
	}
	if cut < 200 || refused < 1 || last < head.Reached*9/10 {
		t.Errorf("%d files were cut, %d refused, and the longest ends at %d ns", cut, refused, last)
	}
}

// What is no recording is refused in a sentence.
func TestRefused(t *testing.T) {
	var data bytes.Buffer
	if _, _, err := recordTo(t, &data, "two-nodes", strict.Set{Path: "duration", Value: "5s"}); err != nil {
		t.Fatal(err)
	}
	number := func(n string) []byte {
		return bytes.ReplaceAll(data.Bytes(), []byte(`{"format":1,`), []byte(`{"format":`+n+`,`))
	}
	for what, c := range map[string]struct {
		data []byte
		want string
	}{
		"nothing":      {nil, "it is no recording of halocline run --record; write one with halocline run SCENARIO --record FILE.mcap"},
		"text":         {[]byte("name: docking\nduration: 100s\n"), "it is no recording"},
		"another MCAP": {another(t), "it is no recording"},
		"a newer one":  {number("2"), "its format is 2, and this program reads formats up to 1; take a newer halocline"},
		"format 0":     {number("0"), "its format is 0, and formats are numbered from 1; the file is damaged"},
		"no number":    {number("x"), "it is no recording"},
	} {
		if _, err := read(c.data); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// another writes a file of MCAP that is no recording.
func another(t *testing.T) []byte {
	t.Helper()
	var data bytes.Buffer
	w, err := foreign.NewWriter(&data, &foreign.WriterOptions{Chunked: true, Compression: foreign.CompressionLZ4, IncludeCRC: true})
	if err == nil {
		err = errors.Join(w.WriteHeader(&foreign.Header{}), w.WriteSchema(&foreign.Schema{ID: 1, Name: "x", Encoding: "jsonschema", Data: []byte("{}")}),
			w.WriteChannel(&foreign.Channel{ID: 1, SchemaID: 1, Topic: "/x", MessageEncoding: "json"}),
			w.WriteMessage(&foreign.Message{ChannelID: 1, Data: []byte("{}")}), w.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return data.Bytes()
}

// full is a disk with room for so many bytes.
type full struct{ room int }

var errFull = errors.New("no room")

func (f *full) Write(b []byte) (int, error) {
	if f.room -= len(b); f.room < 0 {
		return 0, errFull
	}
	return len(b), nil
}

// A run goes on where its recording finds no room, and the first error is told in the end.
func TestNoRoom(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, room := range []int{0, 10, 1000, 100_000, 400_000} {
		if _, _, err := recordTo(t, &full{room}, "docking"); !errors.Is(err, errFull) {
			t.Errorf("room for %d bytes: %v", room, err)
		}
	}
}

// What MCAP's own library reads of a file is what was written: every chunk has its checksum, and what was asked for of a window, from a
// step of the grid before it on, has all of its rows.
func TestWindow(t *testing.T) {
	var data bytes.Buffer
	_, head, err := recordTo(t, &data, "docking")
	if err != nil {
		t.Fatal(err)
	}
	file, err := read(data.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	from, to := int64(51_234_000_000), int64(52_345_000_000)
	reader, err := foreign.NewReader(bytes.NewReader(data.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	messages, err := reader.Messages(foreign.AfterNanos(uint64(from-head.Grid)), foreign.BeforeNanos(uint64(to+1)), foreign.WithTopics([]string{"/halocline/poses"}))
	if err != nil {
		t.Fatal(err)
	}
	table := recorder.NewTables().Poses
	var got []int64
	err = foreign.Range(messages, func(_ *foreign.Schema, _ *foreign.Channel, m *foreign.Message) error {
		b, err := columns.Decode(table, m.Data)
		if err != nil {
			return err
		}
		got = append(got, between(b, from, to)...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var want []int64
	for i := range file.Blocks(table.Name) {
		b, err := file.Read(table.Name, i)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, between(b, from, to)...)
	}
	if len(want) < 20 || !slices.Equal(got, want) {
		t.Errorf("poses at %d, and all are at %d", got, want)
	}
}

// between returns the times of the rows of a block that are in a window.
func between(b *columns.Block, from, to int64) (at []int64) {
	for _, t := range b.Ints[0] {
		if t >= from && t <= to {
			at = append(at, t)
		}
	}
	return at
}

// A run that is recorded has the fingerprint that the table has of it, in every bundled scenario, and so has its file.
func TestFingerprints(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	table, err := os.ReadFile("../../../scenarios/testdata/fingerprints.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for line := range strings.Lines(string(table)) {
		if words := strings.Fields(line); words[2] == "1" {
			want[words[0]] = words[3]
		}
	}
	for _, name := range scenarios.Standard().Bundled() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var data bytes.Buffer
			if _, _, err := recordTo(t, &data, name); err != nil {
				t.Fatal(err)
			}
			file, err := read(data.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			if got := file.Head().Fingerprint; got != want[name] || len(got) != 16 {
				t.Errorf("fingerprint %s, and %s in the table", got, want[name])
			}
			for _, table := range recorder.NewTables().All() {
				for i := range file.Blocks(table.Name) {
					if _, err := file.Read(table.Name, i); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}

// Whatever bytes a file has, it is read, cut or refused: nothing panics, and nothing is allocated that is much larger than the file.
func TestMutations(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	var data bytes.Buffer
	if _, _, err := recordTo(t, &data, "two-nodes", strict.Set{Path: "duration", Value: "5s"}, strict.Set{Path: "probe", Value: "{period: 1s}"}); err != nil {
		t.Fatal(err)
	}
	rounds := 3_000
	if simtest.Long() {
		rounds = 1_000_000
	}
	random := rand.New(rand.NewPCG(16, 29))
	packer, err1 := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	unpacker, err2 := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	refused, cut, faulty, most := 0, 0, 0, uint64(0)
	for round := range rounds {
		bad := data.Bytes()
		if round%2 == 0 {
			bad = mutated(random, bad)
		} else {
			bad = repacked(t, random, bad, packer, unpacker)
		}
		if round%17 == 0 {
			runtime.ReadMemStats(&before)
		}
		file, err := read(bad)
		switch {
		case err != nil:
			refused++
		case !file.Head().Complete:
			cut++
		}
		if err == nil && !readAll(file) {
			faulty++
		}
		if round%17 == 0 {
			runtime.ReadMemStats(&after)
			most = max(most, after.TotalAlloc-before.TotalAlloc)
		}
	}
	if most > 64<<20 || refused == 0 || cut == 0 {
		t.Errorf("%d files of %d bytes: %d refused, %d cut, %d with faulty blocks; %d bytes were allocated for one", rounds, data.Len(), refused, cut, faulty, most)
	}
	t.Logf("%d files of %d bytes: %d refused, %d cut, %d with faulty blocks; at most %d bytes were allocated for one", rounds, data.Len(), refused, cut, faulty, most)
}

// readAll reads all blocks, and tells whether all could be.
func readAll(file *mcap.File) bool {
	good := true
	for _, table := range recorder.NewTables().All() {
		for i := range file.Blocks(table.Name) {
			_, err := file.Read(table.Name, i)
			good = good && err == nil
		}
	}
	return good
}

// mutated changes some bytes: single ones, numbers of 8 bytes to large ones, and stretches that are moved, left out or doubled.
func mutated(random *rand.Rand, data []byte) []byte {
	bad := slices.Clone(data)
	for range 1 + random.IntN(4) {
		at := random.IntN(len(bad))
		switch random.IntN(5) {
		case 0:
			bad[at] ^= 1 << random.IntN(8)
		case 1:
			bad[at] = byte(random.Uint32())
		case 2:
			for i := at; i < min(at+8, len(bad)); i++ {
				bad[i] = []byte{0, 0x7f, 0xff}[random.IntN(3)]
			}
		case 3:
			to := min(len(bad), at+random.IntN(200))
			bad = slices.Delete(bad, at, to)
		case 4:
			to := min(len(bad), at+random.IntN(200))
			bad = slices.Insert(bad, at, bad[at:to]...)
		}
		if len(bad) == 0 {
			return bad
		}
	}
	return bad
}

// repacked changes what is in chunks, and gives them the sizes and checksums that go with it.
func repacked(t *testing.T, random *rand.Rand, data []byte, packer *zstd.Encoder, unpacker *zstd.Decoder) []byte {
	lexer, err := foreign.NewLexer(bytes.NewReader(data), &foreign.LexerOptions{EmitChunks: true})
	if err != nil {
		t.Fatal(err)
	}
	defer lexer.Close()
	out := slices.Clone(foreign.Magic)
	add := func(op foreign.OpCode, body []byte) {
		out = append(binary.LittleEndian.AppendUint64(append(out, byte(op)), uint64(len(body))), body...)
	}
	for {
		token, body, err := lexer.Next(nil)
		if err != nil {
			return append(out, foreign.Magic...)
		}
		switch token {
		case foreign.TokenMetadata:
			add(foreign.OpMetadata, body)
		case foreign.TokenDataEnd:
			add(foreign.OpDataEnd, body)
		case foreign.TokenChunk:
			c, err := foreign.ParseChunk(body)
			if err != nil {
				t.Fatal(err)
			}
			inside, err := unpacker.DecodeAll(c.Records, nil)
			if err != nil {
				t.Fatal(err)
			}
			inside = mutated(random, inside)
			packed := packer.EncodeAll(inside, nil)
			top := slices.Clone(body[:16])
			top = binary.LittleEndian.AppendUint64(top, uint64(len(inside)))
			top = binary.LittleEndian.AppendUint32(top, crc32.ChecksumIEEE(inside))
			top = append(binary.LittleEndian.AppendUint32(top, 4), "zstd"...)
			add(foreign.OpChunk, append(binary.LittleEndian.AppendUint64(top, uint64(len(packed))), packed...))
		}
	}
}
