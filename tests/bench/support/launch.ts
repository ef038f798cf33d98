import { chromium, type Browser } from "@playwright/test";
import { quietBrowser } from "../../../scripts/build/findBrowser.ts";
import { ensureChromium } from "../../support/chromium.ts";

/** Starts a new Chromium for each measurement, so that nothing is cached or compiled yet. */
export function launch(...args: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureChromium((line) => process.stderr.write(`${line}\n`)),
    args: [...quietBrowser, ...args],
  });
}
