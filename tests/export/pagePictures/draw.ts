import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import type { Browser, Page } from "@playwright/test";
import { type Printed, readPrinted } from "./printed.ts";
import type { State } from "./state.ts";
import { states } from "./states.ts";

const run = promisify(execFile);
// Of those names that browsers trust without TLS, as the forms need.
const origin = "http://keelbook.localhost";
const site = "dist/client";
const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".svg": "image/svg+xml" };

/** Colour schemes, in the order they are drawn. */
export const schemes = ["light", "dark"] as const;
type Scheme = (typeof schemes)[number];

/** One state of the page at one width, in px. */
export interface View {
  state: State;
  width: number;
  name: string;
  /** Whether it is the first of its state, from which is read what is printed. */
  first: boolean;
}

/** Every state at each of its widths. */
export const views: readonly View[] = states.flatMap((state) =>
  (state.widths ?? [360, 768, 1440]).map((width, index) => ({
    state,
    width,
    name: `${state.name}-${width}`,
    first: index === 0,
  })),
);

/** File of a view's picture. */
export const pictureOf = ({ state, name }: View, scheme: Scheme): string =>
  state.print ? `${name}.png` : `${name}-${scheme}.png`;

/** The files of all views' pictures. */
export const pictures: ReadonlySet<string> = new Set(
  views.flatMap((view) => schemes.map((scheme) => pictureOf(view, scheme))),
);

/** Has the export built where the sources have changed since. */
export async function ensureBuilt(): Promise<void> {
  const clean = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV$)/u.test(name));
  const env = Object.fromEntries(clean);
  await run(process.execPath, ["scripts/build.mjs", "--if-changed"], { env });
}

/** A page on which the export is served, at half the size, without motion. */
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
    // Or a form would come to life while its page is drawn, in one run and not in another.
    IntersectionObserver.prototype.observe = () => undefined;
  });
  return context.newPage();
}

/** Shows the page whose lines tell this machine's fonts from another's. */
export async function showFonts(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 740 });
  await page.goto(`${origin}/`);
}

/** What a view shows, and the width of all there is to scroll to. */
export interface Drawing {
  png: Uint8Array;
  scrollWidth: number;
}

type Drawings = Record<Scheme, Drawing> & { printed: Printed | undefined };

/**
 * Draws a view in both schemes, and reads from the dark one what is printed: what it is arranged to be does not change with
 * them. A form is as it was sent unless its state uses it, which brings it to life.
 */
export async function draw(page: Page, { state, width, first: reads }: View): Promise<Drawings> {
  const [first, second] = schemes;
  // Of the state before, whose answers may still be awaited.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.setViewportSize({ width, height: 740 });
  await page.emulateMedia({ colorScheme: first, media: null });
  await page.goto(`${origin}${state.path}`);
  await state.arrange?.(page);
  // What comes to lie under the pointer that pressed a button is drawn as hovered, in one run sooner than in another.
  await page.mouse.move(0, 0);
  const drawing = await drawIn(page, state, first);
  // On paper the schemes are one.
  const other = state.print ? drawing : await drawIn(page, state, second);
  return { [first]: drawing, [second]: other, printed: reads ? await readPrinted(page) : undefined };
}

async function drawIn(page: Page, { part, screen, print }: State, colorScheme: Scheme): Promise<Drawing> {
  await page.emulateMedia({ colorScheme, media: print ? "print" : null });
  const scrollWidth = await page.evaluate(() => {
    // Colours that pass over into those of the other scheme, and pictures of the product that are still to be laid out.
    for (const animation of document.getAnimations())
      if (
        animation instanceof CSSTransition ||
        (animation instanceof CSSAnimation && animation.animationName === "late")
      )
        animation.finish();
    return document.documentElement.scrollWidth;
  });
  const png = part ? await page.locator(part).screenshot() : await page.screenshot({ fullPage: !screen });
  return { png, scrollWidth };
}
