import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium } from "@playwright/test";
import { findBrowser, quietBrowser } from "../../scripts/build/findBrowser.ts";

/** Path of a browser that is already installed. */
export const findChromium = (): string | undefined => findBrowser(chromium);

/** Each new window would start two pages of the address bar, which take a second of a core, and a spare process. */
const unseen = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"];

/**
 * Switches for a Chromium that opens many windows; it draws in the process that manages them. Chromium uses only the last list of
 * features it is given, so ours contains Playwright's.
 * @throws Error when Playwright's list is not where it is expected.
 */
export function frugalBrowser(): string[] {
  const bundle = createRequire(import.meta.url).resolve("playwright-core/lib/coreBundle");
  const [, list = ""] = /\bdisabledFeatures = \[(.*?)\]/su.exec(readFileSync(bundle, "utf8")) ?? [];
  const features = [...list.matchAll(/^\s*"(\w+)"/gmu)].map(([, name]) => name);
  if (features.length === 0) throw new Error(`Playwright's list of disabled features is not in ${bundle}.`);
  return [...quietBrowser, "--in-process-gpu", `--disable-features=${[...features, ...unseen].join(",")}`];
}

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
 * A browser for the journeys, installed when the machine has none: Debian's when run by root, Playwright's otherwise.
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

/** Starts Chromium for taking pictures, and installs it when the machine has none. */
export const openChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: ensureChromium((line) => process.stdout.write(`${line}\n`)),
    args: frugalBrowser(),
  });
