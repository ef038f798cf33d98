import { createHash, type Hash } from "node:crypto";
import * as v from "valibot";
import { keysFile } from "../folder/keys.ts";
import { BackupError, damaged, type Entry } from "./archive.ts";

/** Format version; increases with every change that an older reader would misunderstand. */
const formatVersion = 1;

/** Names of the parts other than rows, which are in `tables/<schema>.<table>/<number>`. */
export const names = { head: "backup.json", keys: "keys.json", sums: "sums.json" } as const;

const rowsName = /^tables\/(?<table>[^/]+)\/\d+$/u;

/** Name of one part of a table's rows; parts are numbered from 0. */
export const partName = (table: string, part: number): string => `tables/${table}/${String(part).padStart(6, "0")}`;

/** The table whose rows a part holds; undefined for another part. */
export const tableOfPart = (name: string): string | undefined => rowsName.exec(name)?.groups?.["table"];

const versioned = v.object({ format: v.literal("keelbook-backup"), version: v.number() });
const head = v.object({
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Version of PostgreSQL that wrote the rows. */
  postgres: v.string(),
  /** The applied migrations, oldest first. */
  migrations: v.array(
    v.object({
      version: v.pipe(v.string(), v.regex(/^\d+$/u)),
      name: v.nullable(v.string()),
      sha256: v.nullable(v.string()),
      release: v.nullable(v.string()),
    }),
  ),
  /** Columns of each table, by `<schema>.<table>`, in the order of its rows. */
  tables: v.record(v.string(), v.array(v.string())),
});
const sums = v.object({
  /** By `<schema>.<table>`: the number of rows, and the SHA-256 (hex) of them as COPY writes them. */
  tables: v.record(v.string(), v.object({ rows: v.number(), sha256: v.string() })),
  /** Last values of the sequences that have been used, by `<schema>.<sequence>`. */
  sequences: v.record(v.string(), v.pipe(v.string(), v.regex(/^\d+$/u))),
});

/** Description of a backup, which precedes its rows. */
export type BackupHead = v.InferOutput<typeof head>;
/** What the rows must be, which follows them. */
export type BackupSums = v.InferOutput<typeof sums>;

const jsonEntry = (name: string, content: unknown): Entry => ({
  name,
  body: Buffer.from(`${JSON.stringify(content, null, 2)}\n`),
});

/** Creates the first part of a backup. */
export const headEntry = (content: BackupHead): Entry =>
  jsonEntry(names.head, { format: "keelbook-backup", version: formatVersion, ...content });

/** Creates the part with the keys. */
export const keysEntry = (keys: unknown): Entry => jsonEntry(names.keys, keys);

/** Creates the last part. */
export const sumsEntry = (content: BackupSums): Entry => jsonEntry(names.sums, content);

function parse<S extends v.GenericSchema>(entry: Entry | undefined, name: string, schema: S): v.InferOutput<S> {
  if (entry?.name !== name) throw damaged(`${name} is not where it belongs`);
  try {
    return v.parse(schema, JSON.parse(entry.body.toString()));
  } catch {
    throw damaged(`${name} does not say what it should`);
  }
}

/** @throws BackupError if it is no head, or was made by a newer version. */
export function parseHead(entry: Entry | undefined): BackupHead {
  const { version } = parse(entry, names.head, versioned);
  if (version !== formatVersion)
    throw new BackupError(
      `The backup has format ${version}; this version reads format ${formatVersion}. Restore it with the version that made it.`,
    );
  return parse(entry, names.head, head);
}

/** Reads the keys of a backup, which must be written as `npm start` makes them. @throws BackupError */
export const parseKeys = (entry: Entry | undefined) => parse(entry, names.keys, keysFile);

/** Reads the sums of a backup. @throws BackupError when the part is missing or has another shape. */
export const parseSums = (entry: Entry | undefined): BackupSums => parse(entry, names.sums, sums);

/** A running SHA-256 of the rows of each table. */
export function rowsHash() {
  const hashes = new Map<string, Hash>();
  return {
    add(table: string, rows: Uint8Array): void {
      const hash = hashes.get(table) ?? createHash("sha256");
      hashes.set(table, hash.update(rows));
    },
    hex: (table: string): string => (hashes.get(table) ?? createHash("sha256")).copy().digest("hex"),
  };
}
