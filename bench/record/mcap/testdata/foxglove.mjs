// Checks the messages that a recording has for Foxglove against the schemas that it publishes: fields that are there are published, have
// the published types and values, and none that is required is missing. So are the fields of the schemas in the file. Prints a line of
// JSON for each topic.
import { open } from "node:fs/promises";
import { McapIndexedReader } from "@mcap/core";
import { decompress } from "fzstd";
import * as published from "@foxglove/schemas/jsonschema.js";

const schemas = published.default ?? published;
const file = await open(process.argv[2]);
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

function check(value, schema, path) {
  const fail = (why) => {
    throw new Error(`${path}: ${why}: ${JSON.stringify(value)}`);
  };
  if (schema.oneOf) {
    if (!schema.oneOf.some((one) => one.const === value)) fail("is none of the values");
    return;
  }
  switch (schema.type) {
    case "object":
      if (typeof value !== "object" || value === null || Array.isArray(value)) fail("is no object");
      for (const name of schema.required ?? []) if (!(name in value)) fail(`lacks ${name}`);
      for (const name in value) {
        if (!schema.properties[name]) fail(`${name} is not published`);
        check(value[name], schema.properties[name], `${path}.${name}`);
      }
      return;
    case "array":
      if (!Array.isArray(value)) fail("is no list");
      if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity)) fail("has another length");
      value.forEach((v, i) => check(v, schema.items, `${path}[${i}]`));
      return;
    case "integer":
      if (!Number.isInteger(value)) fail("is not whole");
    // falls through
    case "number":
      if (!Number.isFinite(value)) fail("is no number");
      if (value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity)) fail("is out of range");
      return;
    default:
      if (typeof value !== schema.type) fail(`is no ${schema.type}`);
  }
}

// names checks that the properties of a schema are those of another, as far as they go.
function names(own, schema, path) {
  for (const name in own.properties ?? {}) {
    if (!schema.properties?.[name]) throw new Error(`${path}.${name} is not published`);
    names(own.properties[name], schema.properties[name], `${path}.${name}`);
  }
  if (own.items) names(own.items, schema.items, `${path}[]`);
}

const counts = {};
for await (const m of reader.readMessages()) {
  const channel = reader.channelsById.get(m.channelId), schema = reader.schemasById.get(channel.schemaId);
  if (channel.messageEncoding !== "json") continue;
  const value = JSON.parse(new TextDecoder().decode(m.data));
  const told = (counts[channel.topic] ??= { topic: channel.topic, schema: schema.name, encoding: schema.encoding, messages: 0, entities: 0 });
  told.messages++;
  told.entities += (value.entities ?? value.transforms ?? []).length;
  if (!schema.name.startsWith("foxglove.")) continue;
  const want = schemas[schema.name.slice("foxglove.".length)];
  if (told.messages === 1) names(JSON.parse(new TextDecoder().decode(schema.data)), want, schema.name);
  check(value, want, channel.topic);
  const time = value.timestamp ?? (value.transforms ?? value.entities)[0].timestamp;
  if (BigInt(time.sec) * 1000000000n + BigInt(time.nsec) !== m.logTime) throw new Error(`${channel.topic}: the timestamp is not the log time ${m.logTime}`);
}
for (const topic in counts) console.log(JSON.stringify(counts[topic]));
