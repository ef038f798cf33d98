/** Prepared keys by secret; a backend has one or two. */
const keys = new Map<string, Promise<CryptoKey>>();

const bytesOf = (text: string) => new TextEncoder().encode(text);

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known) return known;
  const key = crypto.subtle.importKey("raw", bytesOf(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  keys.set(secret, key);
  return key;
}

/** A keyed hash (HMAC-SHA-256, hex) of personal data that has to be comparable but not readable, such as a client address. */
export const keyedHash = async (secret: string, text: string): Promise<string> =>
  hexOf(await crypto.subtle.sign("HMAC", await keyOf(secret), bytesOf(text)));

/** SHA-256 in hex, of a text that nobody can guess, such as a token. */
export const plainHash = async (text: string): Promise<string> =>
  hexOf(await crypto.subtle.digest("SHA-256", bytesOf(text)));
