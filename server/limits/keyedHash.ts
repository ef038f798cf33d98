const encoder = new TextEncoder();

/** The keys in use, as importing one costs as much as a hash. A backend has one or two secrets. */
const keys = new Map<string, Promise<CryptoKey>>();

function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known) return known;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  keys.set(secret, key);
  return key;
}

/** A keyed hash (HMAC-SHA-256, hex) of personal data that must be comparable and not readable, such as a client address. */
export async function keyedHash(secret: string, text: string): Promise<string> {
  const mac = await crypto.subtle.sign("HMAC", await keyOf(secret), encoder.encode(text));
  return [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
