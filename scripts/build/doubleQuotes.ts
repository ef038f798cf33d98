import { parseSync, Visitor } from "vite";

/**
 * Writes a script's strings in double quotes, as the rest of the page does, where the bundler's minifier writes template
 * literals. Templates with expressions or a tag stay as they are.
 */
export function withDoubleQuotes(source: string): string {
  const tagged = new Set<number>();
  const strings: { start: number; end: number; text: string }[] = [];
  new Visitor({
    TaggedTemplateExpression({ quasi }) {
      tagged.add(quasi.start);
    },
    TemplateLiteral({ start, end, quasis: [only, ...others] }) {
      const text = only?.value.cooked;
      if (typeof text === "string" && others.length === 0 && !tagged.has(start)) strings.push({ start, end, text });
    },
  }).visit(parseSync("entry.js", source, { sourceType: "module" }).program);
  return strings.reduceRight(
    (code, { start, end, text }) => code.slice(0, start) + JSON.stringify(text) + code.slice(end),
    source,
  );
}
