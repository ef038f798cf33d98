import { createHash } from "node:crypto";
import * as v from "valibot";
import { keysFile } from "../folder/keys.ts";
import { BackupError, damaged } from "./backupError.ts";
import type { Entry } from "./tar.ts";

/** Format version; increases with every change that an older reader would misunderstand. */
const formatVersion = 1;

/** Names of the parts other than rows, which are in `tables/<schema>.<table>/<number>`. */
export const names = { head: "backup.json", keys: "keys.json", sums: "sums.json" } as const;

/** Name of one part of a table's rows; parts are numbered from 0. */
export const partName = (table: string, part: number): string => `tables/${table}/${String(part).padStart(6, "0")}`;

const table = v.object({
  schema: v.string(),
  name: v.string(),
  /** Columns of the rows, in order. */
  columns: v.array(v.string()),
});

const head = v.object({
  format: v.literal("keelbook-backup"),
  version: v.number(),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Version of PostgreSQL that wrote the rows. */
  postgres: v.string(),
  /** Versions of the applied migrations. */
  migrations: v.array(v.pipe(v.string(), v.regex(/^\d+$/u))),
  /** Tables in the order of their rows, referenced tables first. */
  tables: v.array(table),
});

const count = v.pipe(v.string(), v.regex(/^\d+$/u));

const sums = v.object({
  /** SHA-256 of everything before, in hex. */
  sha256: v.string(),
  /** By `<schema>.<table>`: the number of rows, and a digest of their content that does not depend on their order. */
  tables: v.record(v.string(), v.object({ rows: count, digest: count })),
  sequences: v.array(v.object({ schema: v.string(), name: v.string(), last: count })),
});

/** Description of a backup, which precedes its rows. */
export type BackupHead = v.InferOutput<typeof head>;
/** Sums to compare a restored database with, which follow the rows. */
export type BackupSums = v.InferOutput<typeof sums>;
/** A table in a backup. */
export type BackupTable = v.InferOutput<typeof table>;

/** A table's name in sums and parts: `<schema>.<table>`. */
export const qualified = ({ schema, name }: Pick<BackupTable, "schema" | "name">): string => `${schema}.${name}`;

/** Creates the head of a new backup. */
export const newHead = (content: Omit<BackupHead, "format" | "version">): BackupHead => ({
  format: "keelbook-backup",
  version: formatVersion,
  ...content,
});

/** Creates a part that is one JSON document. */
export const jsonEntry = (name: string, content: unknown): Entry => ({
  name,
  body: Buffer.from(`${JSON.stringify(content, null, 2)}\n`),
});

function parse<S extends v.GenericSchema>(entry: Entry | undefined, name: string, schema: S): v.InferOutput<S> {
  if (entry?.name !== name) throw damaged(`${name} is not where it belongs`);
  try {
    return v.parse(schema, JSON.parse(entry.body.toString()));
  } catch {
    throw damaged(`${name} does not say what it should`);
  }
}

const versioned = v.looseObject({ format: v.literal("keelbook-backup"), version: v.number() });

/** @throws BackupError if it is no head, or was made by a newer version. */
export function parseHead(entry: Entry | undefined): BackupHead {
  const { version } = parse(entry, names.head, versioned);
  if (version !== formatVersion)
    throw new BackupError(
      `The backup has format ${version}; this version reads format ${formatVersion}. Restore it with the version that made it.`,
    );
  return parse(entry, names.head, head);
}

/** Reads the keys of a backup. @throws BackupError when the part is missing or has another shape. */
export const parseKeys = (entry: Entry | undefined) => parse(entry, names.keys, keysFile);
/** Reads the sums of a backup. @throws BackupError when the part is missing or has another shape. */
export const parseSums = (entry: Entry | undefined): BackupSums => parse(entry, names.sums, sums);

/** A running hash of parts, including their names and lengths. */
export function partsHash() {
  const hash = createHash("sha256");
  return {
    add({ name, body }: Entry): void {
      hash.update(`${name} ${body.length}\n`).update(body);
    },
    hex: (): string => hash.digest("hex"),
  };
}
