import { createSign, generateKeyPairSync } from "node:crypto";
import { testKeys } from "../../support/postgres.setup.ts";

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const keyId = "signing-key-of-the-tests";
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * The keys a hosted project verifies tokens with: its asymmetric signing key (new projects) and the shared secret of
 * older ones, which the auth service of these tests signs with.
 */
export const jsonWebKeySet = JSON.stringify({
  keys: [
    { ...publicKey.export({ format: "jwk" }), alg: "ES256", use: "sig", kid: keyId },
    { kty: "oct", alg: "HS256", k: Buffer.from(testKeys.jwtSecret).toString("base64url") },
  ],
});

/** The private key for the auth service, as a hosted project's service gets one. */
export const signingKeys = JSON.stringify([
  { ...privateKey.export({ format: "jwk" }), alg: "ES256", use: "sig", kid: keyId, key_ops: ["sign", "verify"] },
]);

/** A token signed with the asymmetric key, valid for ten minutes. */
export function signToken(claims: Record<string, unknown>): string {
  const now = Math.floor(Date.now() / 1000);
  const text = `${base64url({ alg: "ES256", typ: "JWT", kid: keyId })}.${base64url({ iat: now, exp: now + 600, ...claims })}`;
  const signature = createSign("SHA256").update(text).sign({ key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}
