import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { findBrowser } from "../../scripts/checks/site/browser/findBrowser.ts";

/** Path of a browser that is there already. */
export const findChromium = (): string | undefined => findBrowser(chromium);

const attempt = (say: (line: string) => void, program: string, args: string[]): boolean => {
  say(`No browser found; installing one: ${program} ${args.join(" ")}`);
  try {
    execFileSync(program, args, { stdio: ["ignore", "ignore", "inherit"], timeout: 10 * 60_000 });
    return true;
  } catch {
    return false;
  }
};

/**
 * A browser for the journeys, installed when the machine has none: Debian's under root, Playwright's otherwise.
 * @throws Error that says what to install.
 */
export function ensureChromium(say: (line: string) => void): string {
  const found = findChromium();
  if (found) return found;
  const debian = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (
    !debian ||
    !(
      attempt(say, "apt-get", ["update", "-qq"]) &&
      attempt(say, "apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"])
    )
  ) {
    attempt(say, "npx", ["playwright", "install", "chromium"]);
  }
  const now = findChromium();
  if (now) return now;
  throw new Error(
    "The browser journeys need Chromium. Install it (apt-get install chromium, or npx playwright install chromium), or set CHROMIUM_PATH.",
  );
}
