// Counts records by kind, and arrivals by cause, with names from the files' metadata.
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";

const count = async (table, column, names) => {
  const file = await asyncBufferFromFile(`${process.argv[2]}-${table}.parquet`);
  const metadata = await parquetMetadataAsync(file);
  const head = JSON.parse(metadata.key_value_metadata.find((m) => m.key === "halocline/head").value);
  const counts = {};
  for (const row of await parquetReadObjects({ file, metadata })) {
    const name = head[names][Number(row[column])];
    counts[name] = (counts[name] || 0) + 1;
  }
  return counts;
};
console.log(JSON.stringify({ kinds: await count("records", "kind", "kinds"), causes: await count("arrivals", "cause", "causes") }));
