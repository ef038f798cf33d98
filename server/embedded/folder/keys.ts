import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { StackError } from "../stackError.ts";

const secret = v.pipe(v.string(), v.minLength(32));

/** What `keys.json` holds. */
export const keysFile = v.object({
  /** Password of the PostgreSQL superuser. */
  postgresPassword: secret,
  /** Signs the sessions of signed-in users. */
  jwtSecret: secret,
  /** The operator's Supabase key; bypasses row level security. */
  secretKey: v.pipe(secret, v.startsWith("sb_secret_")),
  /** Signs ALTCHA challenges and keys the hashes of client addresses. */
  captchaSecret: secret,
});

/** Secrets of one embedded stack, generated at its first start. */
export type EmbeddedKeys = v.InferOutput<typeof keysFile>;

const random = (): string => randomBytes(32).toString("base64url");

const generate = (): EmbeddedKeys => ({
  postgresPassword: random(),
  jwtSecret: random(),
  secretKey: `sb_secret_${random()}`,
  captchaSecret: random(),
});

/**
 * Reads the stack's secrets from `keys.json` in its data folder, generating the file (0600) at the first start.
 * @throws StackError when the file is there and not what was written.
 */
export async function readOrCreateKeys(folder: string): Promise<EmbeddedKeys> {
  const file = join(folder, "keys.json");
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text !== undefined) return parse(text, file);
  const keys = generate();
  await writeFile(`${file}.new`, JSON.stringify(keys, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return keys;
}

function parse(text: string, file: string): EmbeddedKeys {
  try {
    return v.parse(keysFile, JSON.parse(text));
  } catch (cause) {
    throw new StackError(
      `${file} is damaged. Restore it from a backup, or move the data folder away to start afresh.`,
      { cause },
    );
  }
}

/**
 * Reads the secrets of a stack that has been started before.
 * @throws StackError when there is none or it is damaged.
 */
export async function readKeys(folder: string): Promise<EmbeddedKeys> {
  const file = join(folder, "keys.json");
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) throw new StackError(`${folder} holds no embedded stack yet. Start one: npm start`);
  return parse(text, file);
}
