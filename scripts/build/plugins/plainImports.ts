import type { Plugin } from "vite";

const helper = "\0vite/preload-helper.js";
const plain = "\0plain-import:";

/** A call of the helper, as it appears in a chunk before minification. */
const wrapped = /__vitePreload(?:\$\d+)?\(\(\) => (import\([^)]*\)(?:\.then\(.*?\))?), __VITE_PRELOAD__\)/gu;

/**
 * Leaves `import()` as it is written. Vite wraps it in a helper that preloads style sheets and chunks: 760 bytes and one
 * more request on the first page load, for a page whose styles are inlined.
 */
export function plainImports(): Plugin {
  return {
    name: "plain-imports",
    apply: "build",
    enforce: "pre",
    resolveId: (id, importer) => (id === helper ? plain + (importer ?? "") : undefined),
    load: (id) => (id.startsWith(plain) ? "export const __vitePreload = (load) => load();" : undefined),
    // The bundler does not inline the stub, and half of its calls are in the page, where every byte counts.
    renderChunk: (code) => code.replace(wrapped, "$1"),
  };
}
