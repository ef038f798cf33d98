import { existsSync } from "node:fs";
import type { BrowserType } from "@playwright/test";

const installed = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Finds an installed Chromium: that of `CHROMIUM_PATH`, Playwright's, or the system's. */
export function findBrowser(chromium: BrowserType): string | undefined {
  return [process.env.CHROMIUM_PATH ?? "", chromium.executablePath(), ...installed].find(
    (path) => path !== "" && existsSync(path),
  );
}

/** Lets Chromium run in a container and keeps it from connecting to any host but the page's. */
export const quietBrowser = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
