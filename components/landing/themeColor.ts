const paper = /--color-paper:\s*(#[0-9a-f]+)/gu;

/**
 * The page's background colour in both schemes, from the style sheet.
 * @throws Error if the sheet lacks one of them.
 */
export function themeColorOf(css: string): { light: string; dark: string } {
  const [light, dark] = [...css.matchAll(paper)].map(([, color]) => color);
  if (!light || !dark) throw new Error("tokens.css names no --color-paper for light and dark.");
  return { light, dark };
}
