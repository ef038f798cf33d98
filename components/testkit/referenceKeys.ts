import type { DeriveKeyFunction } from "altcha-lib/types";

/** Argon2id keys of the reference implementation (github.com/P-H-C/phc-winner-argon2, test.c): memory in KiB, lanes, key in hex. */
export const referenceKeys = [
  [256, 1, "9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe"],
  [256, 2, "6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037"],
] as const;

/** The key, in hex, that `derive` derives as the reference's were derived: two passes, "password" and "somesalt". */
export async function referenceKey(derive: DeriveKeyFunction, memoryCost: number, parallelism: number) {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const parameters = { algorithm: "ARGON2ID", cost: 2, keyLength: 32, memoryCost, parallelism };
  const unused = { nonce: "", salt: "", keyPrefix: "" };
  const { derivedKey } = await derive({ ...parameters, ...unused }, bytes("somesalt"), bytes("password"));
  return Array.from(new Uint8Array(derivedKey), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
