import type { DeriveKeyFunction } from "altcha-lib/types";
import simd from "argon2id/dist/simd.wasm?url&inline";
import scalar from "argon2id/dist/no-simd.wasm?url&inline";
import setUp, { type computeHash } from "argon2id/lib/setup.js";

/** Loads a module from a `data:` URL, which our Content-Security-Policy does not allow to fetch. */
const load = (url: string) => (imports: WebAssembly.Imports) =>
  WebAssembly.instantiate(
    Uint8Array.from(atob(url.slice(url.indexOf(",") + 1)), (byte) => byte.charCodeAt(0)),
    imports,
  );

let compute: Promise<computeHash> | undefined;

/**
 * altcha-lib's ARGON2ID for browsers. It keeps its memory from key to key; the backend's code takes new memory for each, which is slow in
 * a browser's worker, and is half as large again (docs/decisions/0205).
 * @throws Error "Out of memory", at which altcha-lib tries again with fewer workers. There is no other reason, because the page requests
 * other work if there is no WebAssembly.
 */
export const deriveKey: DeriveKeyFunction = async (parameters, salt, password) => {
  compute ??= setUp(load(simd), load(scalar)).catch((cause: unknown) => {
    throw new Error("Out of memory", { cause });
  });
  const derive = await compute;
  return {
    derivedKey: derive({
      password,
      salt,
      passes: parameters.cost,
      memorySize: parameters.memoryCost ?? 0,
      parallelism: parameters.parallelism ?? 1,
      tagLength: parameters.keyLength,
    }),
  };
};
