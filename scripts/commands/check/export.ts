import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Finding, ok, wrong } from "./finding.ts";

const reference = /(?:src|href)="([^"#?]+)/gu;
const build = "Build it: npm run build";

/** Is the static export there, with every file its pages name? */
export async function checkExport(folder: string, base: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const named = new Set<string>();
  for (const page of ["index.html", "404.html"]) {
    const html = await readFile(join(folder, page), "utf8").catch(() => undefined);
    if (html === undefined || !html.includes("</html>"))
      findings.push(wrong("export", `${page} is missing or cut short in ${folder}.`, build));
    for (const [, path = ""] of html?.matchAll(reference) ?? [])
      if (path.startsWith(base) && !path.endsWith("/")) named.add(path.slice(base.length));
  }
  for (const path of named) {
    const there = await stat(join(folder, path)).then(
      (file) => file.size > 0,
      () => false,
    );
    if (!there) findings.push(wrong("export", `A page names ${path}, which is missing or empty.`, build));
  }
  return findings.length > 0
    ? findings
    : [ok("export", `index.html, 404.html and the ${named.size} files they name are there.`)];
}
