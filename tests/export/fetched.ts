import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The captured groups of each match. */
const parts = (code: string, pattern: RegExp): string[][] => [...code.matchAll(pattern)].map(([, ...groups]) => groups);

/**
 * Finds in the code of an export which of its files the browser fetches for what. All names are relative to the
 * folder `site`.
 */
export async function readFetches(site: string, scripts: readonly string[]) {
  const codes = new Map<string, string>();
  for (const file of ["index.html", ...scripts]) codes.set(file, await readFile(join(site, file), "utf8"));
  const codeOf = (file: string) => codes.get(file) ?? "";
  const chunk = (name = "") => `assets/chunks/${name}`;

  /** A script, what it imports statically, and the workers that it starts. */
  function withImports(file: string, found = new Set<string>()): Set<string> {
    if (found.has(file)) return found;
    found.add(file);
    for (const [name] of parts(codeOf(file), /\b(?:from|import)\s*["'`]\.\/([\w-]+\.js)["'`]/gu))
      withImports(chunk(name), found);
    for (const [worker = ""] of parts(codeOf(file), /["'`]\/(assets\/[\w.-]+\.js)["'`]/gu)) withImports(worker, found);
    return found;
  }

  /**
   * The files that `importer` fetches to call a function of this name by `import()`: the file that has it, the
   * files of {@link withImports}, and those that Vite preloads with it.
   * @throws Error if it fetches no such function.
   */
  function filesFor(name: string, importer = "index.html"): string[] {
    const code = codeOf(importer);
    const listed = parts(code, /m\.f=\[([^\]]*)\]/gu)
      .flatMap(([list = ""]) => parts(list, /([\w-]+\.js)/gu))
      .map(([file]) => chunk(file));
    const fetched = parts(code, /import\(`[^`]*?([\w-]+\.js)`\),__vite__mapDeps\(\[([\d,]*)\]/gu).find(([file]) =>
      new RegExp(`export\\{[^}]*\\b${name}\\b`, "u").test(codeOf(chunk(file))),
    );
    if (!fetched) throw new Error(`${importer} fetches no file with ${name}.`);
    const [file, preloads = ""] = fetched;
    const preloaded = preloads.split(",").map((index) => listed[Number(index)] ?? `preload ${index}`);
    return [...new Set([...withImports(chunk(file)), ...preloaded])].sort();
  }

  return { filesFor, codeOf };
}
