import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { Command } from "commander";
import { openExport } from "../../../scripts/build/exportPage.ts";
import { renderMessage } from "../../../server/mail/messages/render.ts";
import { openChromium } from "../../support/chromium.ts";
import { sampleParameters } from "../../support/sampleParameters.ts";
import { differingShare, readPng } from "./pixels.ts";

/**
 * Compares the built page and the mails with the pictures beside this file: `npm run pictures:check`; with
 * `--draw` it draws them again. It needs the fonts that drew them: Debian's fonts-dejavu-core, fonts-liberation
 * and fonts-urw-base35, and no others.
 */
const { draw } = new Command("npm run pictures:check --")
  .description("Compares the built page (npm run build) and the mails with their pictures.")
  .option("--draw", "draw the pictures again instead")
  .parse()
  .opts<{ draw?: true }>();

const folder = "tests/export/pictures";
const results = "test-results/pictures";
/** Share of the blocks of 8 by 8 pixels that may look different. */
const tolerance = 0.004;

const browser = await openChromium();
const context = await browser.newContext({ deviceScaleFactor: 0.5, reducedMotion: "reduce", timezoneId: "UTC" });
const showPath = await openExport(context);
const page = await context.newPage();
const different: string[] = [];

async function keep(name: string): Promise<void> {
  const png = await page.screenshot({ fullPage: true, animations: "disabled" });
  if (draw) return writeFile(join(folder, `${name}.png`), png);
  const before = await readFile(join(folder, `${name}.png`)).catch(() => undefined);
  if (before && differingShare(readPng(png), readPng(before)) < tolerance) return;
  const file = join(results, `${name}.png`);
  await mkdir(results, { recursive: true });
  await writeFile(file, png);
  different.push(file);
}

async function each(name: string, widths: readonly number[], show: (shown: Page) => Promise<unknown>): Promise<void> {
  for (const width of widths)
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await show(page);
      await keep(`${name}-${width}-${colorScheme}`);
    }
}

await rm(results, { recursive: true, force: true });
await each("landing", [390, 1280], (shown) => showPath(shown, "/"));
await each("not-found", [390, 1280], (shown) => showPath(shown, "/nowhere"));
for (const kind of ["waitlist-confirmation", "update", "magiclink"] as const)
  await each(kind, [320, 640], async (shown) => {
    await shown.goto("about:blank");
    await shown.setContent(renderMessage(kind, sampleParameters[kind]).html);
  });
await browser.close();
if (!draw)
  process.stdout.write(different.length === 0 ? "No picture differs.\n" : `Different:\n${different.join("\n")}\n`);
process.exitCode = different.length === 0 ? 0 : 1;
