/** One block of a `_headers` file. */
interface Rule {
  path: string;
  headers: [name: string, value: string][];
}

function parse(text: string): Rule[] {
  const rules: Rule[] = [];
  for (const line of text.split(/\r?\n/u)) {
    const header = /^\s+([\w-]+):\s*(.+)$/u.exec(line);
    if (header) rules.at(-1)?.headers.push([header[1] ?? "", header[2] ?? ""]);
    else if (line.startsWith("/")) rules.push({ path: line.trim(), headers: [] });
  }
  return rules;
}

/** The headers that a `_headers` file sets for a path (Netlify, Cloudflare Pages: a path may end with a splat). */
export function headerRules(text: string): (path: string) => Headers {
  const rules = parse(text);
  return (path) =>
    new Headers(
      rules
        .filter((rule) => (rule.path.endsWith("*") ? path.startsWith(rule.path.slice(0, -1)) : path === rule.path))
        .flatMap(({ headers }) => headers),
    );
}
