import { isRecord } from "./rest/row.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const fromBase64url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.codePointAt(0) ?? 0);

const hmacKey = (secret: string) =>
  crypto.subtle.importKey("raw", encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);

/** Signs claims as a JWT with HS256 (RFC 7515). */
export async function signJwt(claims: Record<string, unknown>, secret: string): Promise<string> {
  const content = [{ alg: "HS256", typ: "JWT" }, claims]
    .map((part) => base64url(encode(JSON.stringify(part))))
    .join(".");
  const signature = await crypto.subtle.sign("HMAC", await hmacKey(secret), encode(content));
  return `${content}.${base64url(new Uint8Array(signature))}`;
}

/** What is in a JWT, or why it is not to be believed. */
export type JwtVerdict = { kind: "valid"; claims: Record<string, unknown> } | { kind: "expired" } | { kind: "forged" };

/** Checks the signature and `exp`. */
export async function verifyJwt(token: string, secret: string): Promise<JwtVerdict> {
  try {
    const [header = "", payload = "", signature = ""] = token.split(".");
    const genuine = await crypto.subtle.verify(
      "HMAC",
      await hmacKey(secret),
      fromBase64url(signature),
      encode(`${header}.${payload}`),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(fromBase64url(payload)));
    if (!genuine || !isRecord(claims)) return { kind: "forged" };
    return Number(claims["exp"]) * 1000 <= Date.now() ? { kind: "expired" } : { kind: "valid", claims };
  } catch {
    return { kind: "forged" };
  }
}
