// Tables of columns as the server hands them out. Decoding makes views of the bytes, no copies.

export type Column = Float64Array | Float32Array | Int32Array | Uint8Array;

/** A table: how many rows it has, and its columns by name. */
export interface Table { rows: number; columns: Record<string, Column> }

/** An answer in columns: what its header says, and its tables by name. */
export interface Columns<H> { header: H; tables: Record<string, Table> }

interface Layout { rows: number; columns: { name: string; type: "f64" | "f32" | "i32" | "u8"; offset: number }[] }

/** Decodes an answer: a length, a header of JSON, and arrays (all little-endian, as every machine that runs a browser is). */
export function decode<H>(bytes: ArrayBuffer): Columns<H> {
  const length = new DataView(bytes).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length))) as H & { tables?: Record<string, Layout> };
  const begin = 4 + length, tables: Record<string, Table> = {};
  for (const [name, layout] of Object.entries(header.tables ?? {})) {
    const columns: Record<string, Column> = {};
    for (const c of layout.columns) columns[c.name] = array(bytes, c.type, begin + c.offset, layout.rows);
    tables[name] = { rows: layout.rows, columns };
  }
  return { header, tables };
}

function array(bytes: ArrayBuffer, type: string, at: number, rows: number): Column {
  switch (type) {
    case "f64": return new Float64Array(bytes, at, rows);
    case "f32": return new Float32Array(bytes, at, rows);
    case "i32": return new Int32Array(bytes, at, rows);
    case "u8": return new Uint8Array(bytes, at, rows);
  }
  throw new Error(`a column has the type ${type}, which this page does not know`);
}
