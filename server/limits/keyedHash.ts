import { createHMAC, createSHA256 } from "hash-wasm";

/** Prepared keys by secret; a backend has one or two. */
const hashers = new Map<string, ReturnType<typeof createHMAC>>();

function hasherOf(secret: string): ReturnType<typeof createHMAC> {
  const known = hashers.get(secret);
  if (known) return known;
  const hasher = createHMAC(createSHA256(), secret);
  hashers.set(secret, hasher);
  return hasher;
}

/**
 * A keyed hash (HMAC-SHA-256, hex) of personal data that has to be comparable but not readable, such as a client address.
 * Not by WebCrypto, which uses another thread and takes fifteen times as long (docs/decisions/0180).
 */
export async function keyedHash(secret: string, text: string): Promise<string> {
  const hasher = await hasherOf(secret);
  return hasher.init().update(text).digest();
}
