import brygada from "@fontsource-variable/brygada-1918/files/brygada-1918-latin-wght-normal.woff2?url";
import brygadaExt from "@fontsource-variable/brygada-1918/files/brygada-1918-latin-ext-wght-normal.woff2?url";
import hanken from "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url";
import hankenExt from "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-ext-wght-normal.woff2?url";
import late from "./late.css?inline";

const face = (family: string, weight: string, url: string, more?: FontFaceDescriptors) =>
  new FontFace(family, `url("${url}")`, { weight, ...more });

/** The letters beyond Latin-1 that the other file lacks. The browser fetches this file only if such a letter is shown. */
const unicodeRange = "U+100-130,U+132-151,U+154-17F,U+218-21B,U+1E9E";

/** The faces of headings and of text: those of the page's own words, and those that are fetched when they are needed. */
export const faces = {
  atOnce: () => [face("Brygada 1918", "600", brygada), face("Hanken Grotesk", "400 600", hanken)],
  ifNeeded: () => [
    face("Brygada 1918", "600", brygadaExt, { unicodeRange }),
    face("Hanken Grotesk", "400 600", hankenExt, { unicodeRange }),
  ],
};

/** The parts of the page that use them. Fields keep the system's face, which has the letters of every language. */
const families = `
[data-faces] { font-family: "Hanken Grotesk", Arial, sans-serif }
[data-faces] :is(h1, h2, .font-display) { font-family: "Brygada 1918", serif; font-size-adjust: 0.484 }
[data-faces] :is(input, select, textarea) { font-family: system-ui, sans-serif; font-size-adjust: none }`;

/** By how much the spaces between words may grow, in em, and in what steps; and by how much they may shrink and be seen still. */
const [most, step, least] = [0.3, 0.01, -0.08];

/**
 * Shows the page in its own faces. They are fetched after the first paint. Where a text would have a line more or less in
 * them than in the face it was painted in, which differs from system to system, the spaces between its words are widened, or
 * they and those between its letters narrowed, so that nothing moves. One section follows the other, because all at once
 * would keep a slow phone busy for a fifth of a second.
 */
export async function showFaces(): Promise<void> {
  adopt(late);
  const first = faces.atOnce();
  const loaded = await Promise.all(first.map((one) => one.load())).catch(() => undefined);
  if (!loaded) return;
  for (const one of [...first, ...faces.ifNeeded()]) document.fonts.add(one);
  adopt(families);
  // The browser first lays out every text anew for the families and draws a frame.
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  for (const section of document.querySelectorAll<HTMLElement>("header, main > *, footer")) {
    showIn(section);
    await new Promise((done) => setTimeout(done));
  }
  // From now on dialogs and toasts, which come later, are in the faces from the start.
  document.body.dataset["faces"] = "";
}

function showIn(section: HTMLElement): void {
  const blocks = measured(section);
  section.dataset["faces"] = "";
  // React's development build would warn about the attributes.
  if (import.meta.env.DEV) return;
  let other = blocks
    .map((one) => Object.assign(one, { sign: Math.sign(one.before - linesOf(one.texts)) }))
    .filter(({ sign }) => sign !== 0);
  for (let space = step; other.length > 0 && space <= most; space += step) {
    for (const { block, sign } of other) {
      block.style.wordSpacing = `${Math.max(sign * space, least)}em`;
      if (sign < 0) block.style.letterSpacing = `${-space / 10}em`;
    }
    other = other.filter(({ texts, before }) => linesOf(texts) !== before);
  }
  for (const { block } of other) block.style.wordSpacing = block.style.letterSpacing = "";
}

function adopt(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** The texts of a section, by the block whose lines they are in, and how many those are. */
function measured(section: HTMLElement) {
  const found = new Map<HTMLElement, Node[]>();
  const texts = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    let block = texts.currentNode.parentElement;
    while (block instanceof HTMLElement && getComputedStyle(block).display === "inline") block = block.parentElement;
    if (!(block instanceof HTMLElement) || !block.offsetHeight) continue;
    const others = found.get(block);
    if (others) others.push(texts.currentNode);
    else found.set(block, [texts.currentNode]);
  }
  return Array.from(found, ([block, of]) => ({ block, texts: of, before: linesOf(of) }));
}

/** How many lines texts of a block are on, in their order. */
function linesOf(texts: readonly Node[]): number {
  const range = document.createRange();
  let [lines, bottom] = [0, -Infinity];
  for (const text of texts) {
    range.selectNode(text);
    for (const box of range.getClientRects()) {
      if (box.top + box.height / 2 < bottom) continue;
      lines++;
      ({ bottom } = box);
    }
  }
  return lines;
}
