// Reads a recording with @mcap/core and takes its columns apart by the text of their schemas alone. Prints a line of JSON for each
// topic: the number of messages and of rows, the sum of the first column, and for each column of words and whole numbers how often
// each value occurs; with a window, the first column of its rows too, asked for from one step of the grid before it on.
import { open } from "node:fs/promises";
import { McapIndexedReader } from "@mcap/core";
import { decompress } from "fzstd";

const [, , name, topic, from, to] = process.argv;
const file = await open(name);
const reader = await McapIndexedReader.Initialize({
  readable: {
    size: async () => BigInt((await file.stat()).size),
    read: async (offset, size) => {
      const data = new Uint8Array(Number(size));
      await file.read(data, 0, data.length, Number(offset));
      return data;
    },
  },
  decompressHandlers: { zstd: (data, size) => decompress(data, new Uint8Array(Number(size))) },
});

const columnsOf = (text) =>
  text.split("\n").slice(1).filter((line) => line && line[0] !== "#").map((line) => {
    const [name, type, unit] = line.split(" ");
    return { name, type, unit };
  });

function whole(data, at, rows) {
  const values = [];
  let last = 0n;
  for (let i = 0; i < rows; i++) {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = BigInt(data[at++]);
      value |= (byte & 127n) << shift;
      if (byte < 128n) break;
    }
    last += value & 1n ? -(value >> 1n) - 1n : value >> 1n;
    values.push(Number(last));
  }
  return values;
}

function floats(data, at, rows, size) {
  const view = new DataView(new ArrayBuffer(8)), values = [];
  for (let i = 0; i < rows; i++) {
    for (let k = 0; k < size; k++) view.setUint8(k, data[at + k * rows + i]);
    values.push(size === 8 ? view.getFloat64(0, true) : view.getFloat32(0, true));
  }
  return values;
}

function decode(data, columns) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const rows = view.getUint32(0, true), table = {};
  let at = 4;
  for (const { name, type } of columns) {
    const end = at + 4 + view.getUint32(at, true);
    at += 4;
    if (type === "time" || type === "whole") table[name] = whole(data, at, rows);
    else if (type === "float64") table[name] = floats(data, at, rows, 8);
    else if (type === "float32") table[name] = floats(data, at, rows, 4);
    else if (type === "word") {
      const words = [];
      let n = view.getUint32(at, true);
      for (at += 4; n > 0; n--) {
        const size = view.getUint32(at, true);
        words.push(new TextDecoder().decode(data.subarray(at + 4, at + 4 + size)));
        at += 4 + size;
      }
      table[name] = whole(data, at, rows).map((i) => words[i]);
    } else throw new Error(`type ${type}`);
    at = end;
  }
  if (at !== data.byteLength) throw new Error("bytes are left over");
  return { rows, table };
}

let head;
for await (const m of reader.readMetadata({ name: "halocline/head" })) head = JSON.parse(m.metadata.get("json"));
const ends = [];
for await (const m of reader.readMetadata({ name: "halocline/end" })) ends.push(Object.fromEntries(m.metadata));
console.log(JSON.stringify({ scenario: head.scenario, grid: head.grid, ends }));

const window = topic === undefined ? undefined : [Number(from), Number(to)];
const ask = window && { startTime: BigInt(Math.max(0, window[0] - head.grid)), endTime: BigInt(window[1]), topics: [topic] };
const all = new Map();
for await (const m of reader.readMessages(ask ?? {})) {
  const channel = reader.channelsById.get(m.channelId), schema = reader.schemasById.get(channel.schemaId);
  const told = all.get(channel.topic) ?? { topic: channel.topic, schema: schema.name, encoding: schema.encoding, messages: 0, rows: 0, counts: {}, sums: {}, window: [], json: [] };
  all.set(channel.topic, told);
  told.messages++;
  if (schema.encoding !== "halocline-columns") {
    const value = JSON.parse(new TextDecoder().decode(m.data)); // throws if it is no JSON
    if (told.json.length < 3) told.json.push({ time: Number(m.logTime), value });
    continue;
  }
  const columns = columnsOf(new TextDecoder().decode(schema.data)), { rows, table } = decode(m.data, columns);
  if (Number(m.logTime) !== table[columns[0].name][0]) throw new Error("the log time is not that of the first row");
  told.rows += rows;
  for (const { name, type } of columns) {
    if (type === "float64" || type === "float32") {
      told.sums[name] = table[name].reduce((sum, v) => (Number.isFinite(v) ? sum + v : sum), told.sums[name] ?? 0);
    } else if (["kind", "cause", "node", "fate", "note"].includes(name)) {
      const counts = (told.counts[name] ??= {});
      for (const v of table[name]) counts[v] = (counts[v] ?? 0) + 1;
    }
  }
  if (window) told.window.push(...table[columns[0].name].filter((t) => t >= window[0] && t <= window[1]));
}
for (const told of all.values()) console.log(JSON.stringify(told));
