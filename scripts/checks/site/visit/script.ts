import { init, parse } from "es-module-lexer";

/** The addresses that a script leads to, resolved against its own. */
export interface Imports {
  /** Fetched before it runs. */
  eager: URL[];
  /** `import()`: fetched when the visitor does something. */
  lazy: URL[];
  /** Workers and files, named by `new URL(…, import.meta.url)`. */
  files: URL[];
}

const file = /new URL\(\s*(["'`])([^"'`$]+)\1\s*,[^)]*import\.meta\.url\s*\)/gu;

/**
 * Reads a script's imports; undefined when the source is not an ECMAScript module, such as one that was cut off, or imports what is
 * no address.
 */
export async function readImports(source: string, url: URL): Promise<Imports | undefined> {
  await init;
  const imports: Imports = { eager: [], lazy: [], files: [] };
  try {
    for (const { type, specifier } of parse(source)[0]) {
      if (typeof specifier !== "string") continue;
      imports[type === "dynamic" ? "lazy" : "eager"].push(new URL(specifier, url));
    }
    for (const [, , path = ""] of source.matchAll(file)) imports.files.push(new URL(path, url));
  } catch {
    return undefined;
  }
  return imports;
}
