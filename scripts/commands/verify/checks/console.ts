import type { Browser, Page as Tab } from "@playwright/test";
import { findBrowser, quietBrowser } from "../browser/findBrowser.ts";
import { hostSite } from "../browser/host.ts";
import { type Finding, skipped, wrong } from "../finding.ts";
import type { Page, Visit } from "../visit/visit.ts";

/** Longest wait for a page to fall quiet, in ms. */
const patience = 15_000;

async function launch(): Promise<Browser | string> {
  const playwright = await import("@playwright/test").catch(() => undefined);
  if (!playwright) return "Playwright is not installed (npm ci brings it along).";
  const executablePath = findBrowser(playwright.chromium);
  if (!executablePath) return "no Chromium was found. Install one, or set CHROMIUM_PATH.";
  return playwright.chromium.launch({ executablePath, args: quietBrowser });
}

/** Both pages, opened in Chromium and with their forms brought to life, leave the console empty. Skipped where there is no browser. */
export async function checkConsole(visit: Visit): Promise<Finding[]> {
  const browser = await launch();
  if (typeof browser === "string") return [skipped("the pages", `They were not opened in a browser: ${browser}`, "Run it again where there is one.")];
  const host = visit.site.live ? undefined : await hostSite(visit.site);
  try {
    const findings: Finding[] = [];
    for (const page of [visit.landing, visit.notFound]) {
      const url = host ? new URL(page.url.pathname, host.origin) : page.url;
      findings.push(...(await heardOn(await browser.newPage(), page, url)));
    }
    return findings;
  } finally {
    await browser.close();
    host?.close();
  }
}

async function heardOn(tab: Tab, { name, answer }: Page, url: URL): Promise<Finding[]> {
  const heard = new Set<string>();
  tab.on("pageerror", (error) => heard.add(error.message));
  tab.on("console", (message) => {
    const from = message.location().url;
    // A browser notes the status of the not-found page itself; and what others serve is theirs.
    const expected = (from === url.href && answer.status === 404) || (from !== "" && !from.startsWith(url.origin));
    if (["error", "warning"].includes(message.type()) && !expected) heard.add(message.text());
  });
  await tab.goto(url.href, { timeout: patience });
  for (const field of await tab.locator('form input:not([type="hidden"])').all()) await field.focus();
  await tab.waitForLoadState("networkidle", { timeout: patience }).catch(() => heard.add("The page does not fall quiet."));
  await tab.close();
  return Array.from(heard, (line) => wrong(name, `The console says: ${line}`, "Open it in a browser and see where it comes from."));
}
