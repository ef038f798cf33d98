import { type DefaultTreeAdapterTypes, parse } from "parse5";

/** An element of a page, without its place in the tree. */
export interface PageElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** The text directly in it; for a script or a style the exact source that a policy's hash is computed from. */
  text: string;
}

/** The inline scripts of a page. JSON-LD and other data blocks are not scripts. */
export const inlineScripts = (elements: readonly PageElement[]): PageElement[] =>
  elements.filter(
    ({ name, attributes }) =>
      name === "script" &&
      attributes["src"] === undefined &&
      ["", "module", "text/javascript"].includes(attributes["type"] ?? ""),
  );

/** The addresses in the `<link>`s of one relation. */
export const linksOf = (elements: readonly PageElement[], rel: string): string[] =>
  elements
    .filter(({ name, attributes }) => name === "link" && attributes["rel"] === rel)
    .flatMap(({ attributes }) => attributes["href"] ?? []);

/** The elements of an HTML document in document order, parsed as by a browser; `<noscript>` as by one without scripts. */
export function parseElements(html: string): PageElement[] {
  const elements: PageElement[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ("tagName" in node) {
      elements.push({
        name: node.tagName,
        attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
        text: node.childNodes.map((child) => ("value" in child ? child.value : "")).join(""),
      });
    }
    if ("childNodes" in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(html, { scriptingEnabled: false }));
  return elements;
}
