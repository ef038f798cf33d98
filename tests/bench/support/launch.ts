import { chromium, type Browser } from "@playwright/test";
import { quietBrowser } from "../../../scripts/checks/site/browser/findBrowser.ts";
import { ensureChromium } from "../../support/chromium.ts";

/** A Chromium of its own for each measurement: nothing is cached or compiled already. */
export function launch(...args: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureChromium((line) => process.stderr.write(`${line}\n`)),
    args: [...quietBrowser, ...args],
  });
}
