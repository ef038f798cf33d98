import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import type { Tree } from "./tree.ts";

type Element = DefaultTreeAdapterTypes.Element;

const isElement = (node: DefaultTreeAdapterTypes.ChildNode): node is Element => "tagName" in node;

/**
 * Parses the markup of one element. A text that is one of `texts` becomes its index there.
 * @throws Error if it contains anything but elements and texts, or lacks one of `texts`.
 */
export function readTree(html: string, texts: readonly string[]): Tree {
  const missing = new Set(texts);
  const read = ({ tagName, attrs, childNodes }: Element): Tree => {
    const content = childNodes.map((node) => {
      if (isElement(node)) return read(node);
      if (!("value" in node)) throw new Error(`<${tagName}> holds a ${node.nodeName}, which no tree has.`);
      missing.delete(node.value);
      const index = texts.indexOf(node.value);
      return index === -1 ? node.value : index;
    });
    return { name: tagName, attributes: Object.fromEntries(attrs.map(({ name, value }) => [name, value])), content };
  };
  const [element, ...others] = parseFragment(html).childNodes;
  if (!element || !isElement(element) || others.length > 0) throw new Error("The markup is not of one element.");
  const tree = read(element);
  if (missing.size > 0) throw new Error(`The markup does not hold ${[...missing].join(", ")}.`);
  return tree;
}
