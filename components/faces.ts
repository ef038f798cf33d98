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

/** By how much the spaces between words may grow, in em, and in what steps; and by how much they may shrink and be seen still. */
const [most, step, least] = [0.3, 0.01, -0.08];

/** What gets its face at once: a section, and of the first one its words and its picture by themselves, as they take longest. */
const parts = "header, main > :not(:has(h1)), :has(> h1), :has(> h1) ~ *, footer";

/**
 * Shows the page in its own faces. They are fetched after the first paint. Where a text would have a line more or less in
 * them than in the face it was painted in, which differs from system to system, the spaces between its words are widened, or
 * they and those between its letters narrowed, so that nothing moves. One part follows the other, because all at once
 * would keep a slow phone busy for a fifth of a second.
 */
export async function showFaces(): Promise<void> {
  const first = faces.atOnce();
  const loading = Promise.all(first.map((one) => one.load())).catch(() => undefined);
  // The lines are counted while the faces are on their way: once they are here, every answer costs a new style of the whole page.
  const width = innerWidth;
  const sections: ReturnType<typeof measuredSection>[] = [];
  for (const section of document.querySelectorAll<HTMLElement>(parts)) {
    await next();
    sections.push(measuredSection(section));
  }
  const loaded = await loading;
  await next();
  adopt(late);
  if (!loaded) return;
  // New faces have the browser lay out every text anew. What is further down keeps its height, and waits for its own new face.
  for (const { section, height, ahead } of sections)
    if (ahead) section.style.cssText = `content-visibility: auto; contain-intrinsic-height: ${height}px`;
  for (const one of [...first, ...faces.ifNeeded()]) document.fonts.add(one);
  await new Promise((drawn) => requestAnimationFrame(drawn));
  for (const { section, blocks } of sections) {
    await next();
    // A phone that was turned meanwhile has other lines.
    showIn(section, width === innerWidth ? blocks : []);
  }
  // From now on dialogs and toasts, which come later, are in the faces from the start.
  document.body.dataset["faces"] = "";
}

/** Lets the browser answer a visitor in between. */
const next = () => new Promise((done) => setTimeout(done));

const measuredSection = (section: HTMLElement) => ({
  section,
  blocks: measured(section),
  height: section.offsetHeight,
  ahead: section.getBoundingClientRect().top > innerHeight,
});

function showIn(section: HTMLElement, blocks: ReturnType<typeof measured>): void {
  section.removeAttribute("style");
  section.dataset["faces"] = "";
  // React's development build would warn about the attributes.
  if (import.meta.env.DEV) return;
  let other = blocks
    // A text may have been replaced meanwhile.
    .filter(({ texts }) => texts.every((text) => text.isConnected))
    .map((one) =>
      Object.assign(one, {
        sign: Math.sign(one.before - linesOf(one.texts)),
        tracking: getComputedStyle(one.block).letterSpacing.replace("normal", "0px"),
      }),
    )
    .filter(({ sign }) => sign !== 0);
  for (let space = step; other.length > 0 && space <= most; space += step) {
    for (const { block, sign, tracking } of other) {
      block.style.wordSpacing = `${Math.max(sign * space, least)}em`;
      // Headings are tighter already.
      if (sign < 0) block.style.letterSpacing = `calc(${tracking} - ${space / 10}em)`;
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
