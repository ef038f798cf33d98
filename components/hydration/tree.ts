/** An element as data. */
export interface Tree {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** Its children: elements, texts, and numbers, which are placeholders for the texts to fill in. */
  content: readonly (Tree | string | number)[];
}

/** Creates the element, with texts in place of the numbers. No text is parsed as HTML (docs/decisions/0073). */
export function build({ name, attributes, content }: Tree, texts: readonly string[]): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  for (const part of content) {
    const child = typeof part === "object" ? build(part, texts) : typeof part === "number" ? texts[part] : part;
    // React expects no text node in an empty element.
    if (child) element.append(child);
  }
  return element;
}
