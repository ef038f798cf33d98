import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import type { Browser, Page } from "@playwright/test";
import { fontsOf } from "../../support/pictures/fonts.ts";
import { type Printed, readPrinted } from "./printed.ts";
import type { Picture, State } from "./state.ts";

const run = promisify(execFile);
// A name that browsers trust without TLS, which the forms need.
const origin = "http://keelbook.localhost";
const site = "dist/client";
const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".svg": "image/svg+xml" };

/** The fonts of the page on this machine, as `fontsOf` has it: those of components/tokens.css. */
export async function fonts(browser: Browser): Promise<string> {
  const tokens = await readFile("components/tokens.css", "utf8");
  return fontsOf(
    browser,
    ["sans", "display"].map((name) => new RegExp(`--font-${name}: ([^;]+);`, "u").exec(tokens)?.[1] ?? ""),
  );
}

const schemes = ["light", "dark"] as const;
const usualWidths = [360, 768, 1440] as const;
/** Width of A4 with margins of 1 cm. */
const paper = 718;

/** One state of the page at one width, in px. */
export interface View {
  width: number;
  /** Name of its picture. */
  file: string;
}

/** A state's pictures at each of its widths in both schemes, and those of its print output, which is the same in both. */
export const viewsOf = ({ pictures, widths = usualWidths }: State): View[] =>
  pictures.flatMap(({ name, print }) => [
    ...widths.flatMap((width) => schemes.map((scheme) => ({ width, file: `${name}-${width}-${scheme}.png` }))),
    ...(print ? [{ width: paper, file: `${name}-print-${paper}.png` }] : []),
  ]);

/** Builds the export if its sources have changed. */
export async function ensureBuilt(): Promise<void> {
  const clean = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV$)/u.test(name));
  const env = Object.fromEntries(clean);
  await run(process.execPath, ["scripts/bundle.mjs"]);
  await run(process.execPath, ["scripts/build.mjs", "--if-changed"], { env });
}

/** Opens a page that is served the export, at half size and without motion. */
export async function openSite(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ deviceScaleFactor: 0.5, reducedMotion: "reduce", timezoneId: "UTC" });
  await context.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = pathname === "/" ? "index.html" : pathname;
    const body = await readFile(join(site, file)).catch(() => undefined);
    await route.fulfill({
      status: body ? 200 : 404,
      contentType: body ? (types[extname(file)] ?? "application/octet-stream") : "text/html",
      body: body ?? (await readFile(join(site, "404.html"))),
    });
  });
  await context.addInitScript(() => {
    // Otherwise a form might hydrate while its page is being drawn, in some runs only.
    IntersectionObserver.prototype.observe = () => undefined;
    // For a part that is higher than the screen Playwright resizes the page, in some runs its width too for a moment: the success view
    // would give up its height.
    window.addEventListener("resize", (event) => event.stopImmediatePropagation(), { capture: true });
  });
  const page = await context.newPage();
  // What a state stores before its page loads belongs to the origin.
  await page.goto(`${origin}/nowhere`);
  return page;
}

/** What was seen of a state. */
export interface Drawings {
  /** Width of the scrollable area in each view, by the name of its picture. */
  widths: ReadonlyMap<string, number>;
  /** The print output as each picture shows it. */
  printed: readonly Printed[];
}

/** What is done with each view that is shown; without it no picture is taken. */
export type Keep = (file: string, take: () => Promise<Uint8Array>) => Promise<void>;

/**
 * Shows each view of a state, and checks its print output at the first width. Forms stay as pre-rendered, unless the state uses them,
 * which hydrates them.
 */
export async function draw(page: Page, state: State, keep: Keep = async () => undefined): Promise<Drawings> {
  const seen = new Map<string, number>();
  const printed: Printed[] = [];
  const { pictures, widths = usualWidths, anew } = state;
  const resize = (width: number) => page.setViewportSize({ width, height: 740 });
  // Otherwise a part is drawn where it happens to be on the screen, at half size between two pixels perhaps.
  const scrollUp = () => page.evaluate(() => scrollTo(0, 0));
  for (const width of widths) {
    await resize(width);
    const arranges = seen.size === 0 || anew;
    if (arranges) await arrange(page, state);
    else await scrollUp();
    for (const picture of pictures) {
      if (arranges) await picture.freeze?.(page);
      for (const colorScheme of schemes) {
        const file = `${picture.name}-${width}-${colorScheme}.png`;
        seen.set(file, await show(page, { colorScheme, media: "screen" }));
        await keep(file, take(page, picture));
      }
      if (anew && width === widths[0]) printed.push(await readPrinted(page));
    }
  }
  for (const picture of pictures.filter(({ print }) => print)) {
    await resize(paper);
    await scrollUp();
    const file = `${picture.name}-print-${paper}.png`;
    seen.set(file, await show(page, { colorScheme: "light", media: "print" }));
    await keep(file, take(page, picture));
    printed.push(await readPrinted(page));
  }
  // Only now, because what is shown again after printing is animated again.
  if (!anew) {
    await resize(widths[0]);
    printed.push(await readPrinted(page));
  }
  return { widths: seen, printed };
}

async function arrange(page: Page, state: State): Promise<void> {
  // The routes of the previous state, some of which may still be pending.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  // Its visitor may have been signed in, or have signed up.
  await page.evaluate(() => localStorage.clear());
  await page.emulateMedia({ colorScheme: "light", media: "screen" });
  await state.before?.(page);
  await page.goto(`${origin}${state.path}`);
  await state.arrange?.(page);
  // Otherwise whatever appears under the pointer after a click is drawn as hovered, in some runs only.
  await page.mouse.move(0, 0);
}

/** How a picture is shown. */
interface Shown {
  colorScheme: (typeof schemes)[number];
  media: "screen" | "print";
}

/** Width of the page's scrollable area as shown. */
async function show(page: Page, shown: Shown): Promise<number> {
  await page.emulateMedia(shown);
  return page.evaluate(() => {
    // Transitions to the other scheme's colours, and product pictures that are laid out late.
    for (const animation of document.getAnimations())
      if (
        animation instanceof CSSTransition ||
        (animation instanceof CSSAnimation && animation.animationName === "late")
      )
        animation.finish();
    return document.documentElement.scrollWidth;
  });
}

const take =
  (page: Page, { part, screen }: Picture) =>
  () =>
    part ? page.locator(part).screenshot() : page.screenshot({ fullPage: !screen });
