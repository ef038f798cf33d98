import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";

/** Vite's manifest (https://vite.dev/guide/backend-integration), under the file name that Vike gives it. */
const manifest = v.record(v.string(), v.object({ file: v.string(), name: v.optional(v.string()) }));

const asked = /\/\/ early: (.+)/u;

/**
 * Makes the landing page's head script request files where it says `// early: <names of chunks>`: the ones that the client entry
 * imports once the page has been parsed and painted (docs/decisions/0144). The entry gets them by the same `import()`, and handles
 * a failure to load them.
 * @throws Error where no such chunk was built.
 */
export async function askEarly(out: string, base: string): Promise<void> {
  const path = join(out, "client/index.html");
  const html = await readFile(path, "utf8");
  const [line = "", names = ""] = asked.exec(html) ?? [];
  const built = Object.values(v.parse(manifest, JSON.parse(await readFile(join(out, "assets.json"), "utf8"))));
  const calls = names.split(" ").map((name) => {
    const chunk = built.find((one) => one.name === name);
    if (chunk === undefined) throw new Error(`The head script asks for a chunk "${name}", which was not built.`);
    return `import("${base}${chunk.file}")`;
  });
  await writeFile(path, html.replace(line, `Promise.allSettled([${calls.join(",")}]);`));
}
