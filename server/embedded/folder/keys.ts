import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { isMissing, messageOf } from "../../lib/caught.ts";
import { inDataFolder } from "../../lib/dataFolder.ts";
import { writeWhole } from "../../lib/writeWhole.ts";
import { StackError } from "../errors/stackError.ts";
import { holdsCluster } from "../postgres/initialise.ts";
import { clusterFolder } from "./open.ts";

/** 256 random bits, as `generate` writes them. The pattern keeps a backup from bringing in a line break or a quote. */
const secret = v.pipe(v.string(), v.regex(/^[\w-]{43}$/u));

/** The content of `keys.json`. */
export const keysFile = v.object({
  /** Password of the PostgreSQL superuser. */
  postgresPassword: secret,
  /** Signs the sessions of signed-in users. */
  jwtSecret: secret,
  /** The operator's Supabase key; bypasses row level security. */
  secretKey: v.pipe(v.string(), v.regex(/^sb_secret_[\w-]{43}$/u)),
  /** Signs ALTCHA challenges, and is the key for hashes of client addresses. */
  captchaSecret: secret,
});

/** The secrets of an embedded stack, generated at its first start. */
export type EmbeddedKeys = v.InferOutput<typeof keysFile>;

const fileIn = (folder: string): string => join(folder, inDataFolder.keys);

const random = (): string => randomBytes(32).toString("base64url");

const generate = (): EmbeddedKeys => ({
  postgresPassword: random(),
  jwtSecret: random(),
  secretKey: `sb_secret_${random()}`,
  captchaSecret: random(),
});

/**
 * Reads the stack's secrets from `keys.json` in its data folder, and generates the file (0600) for a new database.
 * @throws StackError if the file is unreadable, damaged, or missing beside a database.
 */
export async function readOrCreateKeys(folder: string): Promise<EmbeddedKeys> {
  if (await holdsCluster(clusterFolder(folder))) return readKeys(folder);
  const known = await read(fileIn(folder));
  if (known) return known;
  const keys = generate();
  await writeKeys(folder, keys);
  return keys;
}

/** Writes the secrets of a stack (0600), so that not even a power cut leaves half of them. @throws the operating system's error. */
export const writeKeys = (folder: string, keys: EmbeddedKeys): Promise<void> =>
  writeWhole(fileIn(folder), JSON.stringify(keys, null, 2));

/**
 * Reads the secrets of a stack that has been started before.
 * @throws StackError if they are missing or damaged.
 */
export async function readKeys(folder: string): Promise<EmbeddedKeys> {
  const keys = await read(fileIn(folder));
  if (keys) return keys;
  throw new StackError(
    `${folder} has lost its keys.json, without which its database cannot be opened. Bring the file back, or restore a backup with its keys: npx prelaunch restore FILE --replace`,
  );
}

/** The keys in a file; undefined if there is no such file. Only the error ENOENT means that. */
async function read(file: string): Promise<EmbeddedKeys | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw new StackError(`${file} cannot be read: ${messageOf(cause)}`, { cause });
  }
  try {
    return v.parse(keysFile, JSON.parse(text));
  } catch (cause) {
    throw new StackError(`${file} is damaged. Restore it from a backup: npx prelaunch restore FILE --replace`, {
      cause,
    });
  }
}
