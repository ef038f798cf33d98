/** An element as data. */
export interface Tree {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** What is in it: elements, texts, and numbers, each of which stands for one of the texts that it is filled with. */
  content: readonly (Tree | string | number)[];
}

/** Makes the element, with texts in the place of numbers. No text is read as HTML (docs/decisions/0073). */
export function build({ name, attributes, content }: Tree, texts: readonly string[]): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  for (const part of content) {
    const child = typeof part === "object" ? build(part, texts) : typeof part === "number" ? texts[part] : part;
    // React finds no text in an empty one.
    if (child) element.append(child);
  }
  return element;
}
