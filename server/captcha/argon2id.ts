import type { DeriveKeyFunction } from "altcha-lib/types";
import { argon2id } from "hash-wasm";

/**
 * altcha-lib's ARGON2ID in WebAssembly, for Node and Deno: altcha-lib's own needs `crypto.argon2`, which Node has from 24.7. The page
 * has a smaller one, which is slower in Node (docs/decisions/0205).
 */
export const deriveKey: DeriveKeyFunction = async (parameters, salt, password) => ({
  derivedKey: await argon2id({
    password,
    salt,
    iterations: parameters.cost,
    memorySize: parameters.memoryCost ?? 0,
    parallelism: parameters.parallelism ?? 1,
    hashLength: parameters.keyLength,
    outputType: "binary",
  }),
});
