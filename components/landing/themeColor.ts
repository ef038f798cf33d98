const paper = /--color-paper:\s*(#[0-9a-f]+)/gu;

/**
 * The colour of the page in both schemes, as the style sheet has it.
 * @throws Error when the sheet does not name one for each.
 */
export function themeColorOf(css: string): { light: string; dark: string } {
  const [light, dark] = [...css.matchAll(paper)].map(([, color]) => color);
  if (!light || !dark) throw new Error("tokens.css names no --color-paper for light and dark.");
  return { light, dark };
}
