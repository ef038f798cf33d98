import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { compile } from "@tailwindcss/node";
import { Scanner } from "@tailwindcss/oxide";
import { letters } from "../letters.ts";

const sheet = resolve("components/styles.css");

const classes = /\.((?:\\.|[a-z_-])(?:\\.|[\w-])*)/giu;

/** Names that can safely be replaced: with a dash, a colon or a bracket, so that no other word in the code matches one. */
const unmistakable = /[-:[]/u;

/** Short names for the utilities that the sources use, in the order of the style sheet (docs/decisions/0014). */
export async function shortNames(): Promise<ReadonlyMap<string, string>> {
  const compiler = await compile(await readFile(sheet, "utf8"), {
    base: resolve("components"),
    from: sheet,
    onDependency: () => undefined,
  });
  const css = compiler.build(new Scanner({ sources: compiler.sources }).scan());
  const all = new Set([...css.matchAll(classes)].map(([, name = ""]) => name.replaceAll("\\", "")));
  const names = new Map<string, string>();
  let index = 0;
  for (const name of [...all].filter((candidate) => unmistakable.test(candidate))) {
    let short = letters(index++);
    while (all.has(short)) short = letters(index++);
    names.set(name, short);
  }
  return names;
}
