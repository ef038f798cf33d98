import { type DefaultTreeAdapterTypes, parse } from "parse5";

/** An element of a page, without its place in the tree. */
export interface PageElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** The text directly in it; for a script or a style the exact source that a policy's hash is computed from. */
  text: string;
}

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

/** The inline scripts or styles of a page. JSON-LD and other data blocks are not scripts. */
export const inlineTexts = (elements: readonly PageElement[], tag: "script" | "style"): string[] =>
  elements
    .filter(
      ({ name, attributes: { src, type = "" } }) =>
        name === tag && (tag === "style" || (src === undefined && ["", "module", "text/javascript"].includes(type))),
    )
    .map(({ text }) => text);

/** The canonical address that a page names, if it names exactly one. */
export function canonicalOf(elements: readonly PageElement[]): string | undefined {
  const [link, ...more] = elements.filter(
    ({ name, attributes }) => name === "link" && attributes["rel"] === "canonical",
  );
  return more.length === 0 ? link?.attributes["href"] : undefined;
}
