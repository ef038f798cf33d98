import { readFile, writeFile } from "node:fs/promises";
import { basename, join, posix } from "node:path";
import { init, parse } from "es-module-lexer";
import { withDoubleQuotes } from "./doubleQuotes.ts";
import { filesBelow } from "./exportFiles.ts";

const loaded = /<script src="([^"]+)" type="module" async><\/script>/u;

/**
 * The source in a form for inlining: its `import()` paths begin at the host's root, since relative ones would be resolved
 * against the page's address.
 */
async function fromDocument(source: string, address: string): Promise<string> {
  await init;
  const [imports] = parse(source);
  const first = imports.find(({ type }) => type === "static")?.specifier;
  if (typeof first === "string") throw new Error(`The client entry imports ${first}, which every reader would fetch.`);
  return imports.reduceRight((text, { type, specifier, start, end }) => {
    if (typeof specifier !== "string") return text;
    const path = posix.join(posix.dirname(address), specifier);
    // The quotes of import() are part of its argument.
    return text.slice(0, start) + (type === "dynamic" ? `"${path}"` : path) + text.slice(end);
  }, source);
}

/**
 * Inlines the client entry into the page: one request less, fewer bytes when both are compressed together, and a page never
 * arrives without the script that its forms need (docs/decisions/0014).
 * @throws Error where the entry imports a chunk, which every reader would fetch, or where another chunk imports from the
 *   entry, which would then be fetched and run a second time.
 */
export async function inlineEntry(site: string): Promise<void> {
  const path = join(site, "index.html");
  const html = await readFile(path, "utf8");
  const [element, address = ""] = loaded.exec(html) ?? [];
  if (element === undefined) throw new Error("The page loads no client entry that could be put into it.");
  const scripts = (await filesBelow(site)).filter((name) => name.endsWith(".js"));
  const file = scripts.find((name) => address.endsWith(`/${name}`));
  if (file === undefined) throw new Error(`The page loads ${address}, which was not built.`);
  for (const other of scripts) {
    if (other !== file && (await readFile(join(site, other), "utf8")).includes(basename(file)))
      throw new Error(`${other} imports from the client entry. Share a constant, or a module of its own, instead.`);
  }
  const source = await fromDocument(await readFile(join(site, file), "utf8"), address);
  if (/<\/script|<!--/iu.test(source)) throw new Error("The client entry holds what ends or hides a script in HTML.");
  await writeFile(
    path,
    html.replace(element, () => `<script type="module">${withDoubleQuotes(source.trim())}</script>`),
  );
}
