import type { Plugin } from "vite";

const runtime = "\0rolldown/runtime.js";

/** A namespace object, as it appears in a chunk before minification, and a member of one. */
const namespace = /\/\* @__PURE__ \*\/ __exportAll\(\{((?:\s*\w+: \(\) => [\w$.]+,?)+)\s*\}\)/gu;
const member = /(\w+): \(\) => ([\w$.]+)/gu;
const imported = /^import \{[^}]*\} from "[^"]*\/([^"/]+)";$/gmu;

/** A chunk with its namespaces as object literals, and with `helpers` in place of the import from `file`. */
export function withoutHelpers(code: string, file: string, helpers: string): string {
  return code
    .replace(namespace, (_, members: string) => `({${members.replace(member, "get $1() { return $2; }")}})`)
    .replace(imported, (whole, from: string) => (from === file ? helpers : whole));
}

/**
 * Writes the bundler's few helper functions into each file that uses them; the minifier removes the unused ones. Rolldown
 * would put helpers that several files share into a file of their own, which React's file imports: one round trip more for
 * every form (docs/decisions/0142).
 */
export function inlineHelpers(): Plugin {
  return {
    name: "inline-helpers",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    renderChunk(code, chunk, _, { chunks }) {
      const own = Object.values(chunks).find(({ moduleIds }) => moduleIds.length === 1 && moduleIds[0] === runtime);
      const helpers = own?.modules[runtime]?.code;
      const file = own?.fileName.split("/").at(-1);
      return helpers && file && chunk !== own ? withoutHelpers(code, file, helpers) : undefined;
    },
  };
}
