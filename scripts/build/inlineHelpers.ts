import type { Plugin } from "vite";

const runtime = "\0rolldown/runtime.js";
const imported = /import\{([^}]*)\}from"\.\/([^"]+)";/gu;
const exported = /export\{([^}]*)\};?\s*$/u;

/** The pairs of `a as b,c`, each as the name before `as` and the one after it. */
const pairs = (clause: string): [string, string][] =>
  clause.split(",").map((part) => {
    const [from = "", to = from] = part.trim().split(" as ");
    return [from, to];
  });

/** The bundler's helpers as an expression: an object with what their file exports. */
function asExpression(code: string): string {
  const clause = exported.exec(code)?.[1];
  if (clause === undefined) throw new Error("The file of the bundler's helpers does not end as it used to.");
  const members = pairs(clause).map(([local, name]) => `${name}:${local}`);
  return `(()=>{${code.trim().replace(exported, "")}return{${members.join(",")}}})()`;
}

/**
 * Writes the bundler's helpers, a few lines, into each file that uses them. Where several do, rolldown makes them a file of
 * their own, which a browser learns of when React has come: a round trip more for every form (docs/decisions/0050).
 */
export function inlineHelpers(): Plugin {
  return {
    name: "inline-helpers",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
      const helpers = chunks.find(({ moduleIds }) => moduleIds.length > 0 && moduleIds.every((id) => id === runtime));
      if (!helpers) return;
      const expression = asExpression(helpers.code);
      const file = helpers.fileName.split("/").at(-1);
      for (const chunk of chunks)
        chunk.code = chunk.code.replace(imported, (whole, clause: string, from: string) =>
          from === file
            ? `var{${pairs(clause)
                .map(([name, local]) => `${name}:${local}`)
                .join(",")}}=${expression};`
            : whole,
        );
    },
  };
}
