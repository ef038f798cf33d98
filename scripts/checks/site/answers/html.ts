import { type DefaultTreeAdapterTypes, parse } from "parse5";

/** An element of a page, out of its tree. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** Text directly in it; for a script or a style the exact source that a policy's hash is made of. */
  text: string;
}

/** The scripts that stand in a page itself. JSON-LD and other data blocks are none. */
export const inlineScripts = (elements: readonly Element[]): Element[] =>
  elements.filter(
    ({ name, attributes }) =>
      name === "script" &&
      attributes["src"] === undefined &&
      ["", "module", "text/javascript"].includes(attributes["type"] ?? ""),
  );

/** The elements of an HTML document in document order, read as a browser reads them; `<noscript>` as one without scripts does. */
export function parseElements(html: string): Element[] {
  const elements: Element[] = [];
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
