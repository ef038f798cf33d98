import type { Browser } from "@playwright/test";
import { findBrowser, quietBrowser } from "../browser/findBrowser.ts";
import { hostSite } from "../browser/host.ts";
import { openAndFocus } from "../browser/openAndFocus.ts";
import { type Finding, findingsOn } from "../../finding.ts";
import type { Page, Visit } from "../visit/visit.ts";
import { budgets, bytes, firstLoad, weighInBrotli } from "./budgets.ts";
import { messageOf } from "../../../../server/errors/caught.ts";

const { unknown, wrong } = findingsOn("browser");

async function launch(): Promise<Browser | string> {
  const playwright = await import("@playwright/test").catch(() => undefined);
  if (!playwright) return "Playwright is not installed (npm ci installs it).";
  const executablePath = findBrowser(playwright.chromium);
  if (!executablePath) return "no Chromium was found. Install one, or set CHROMIUM_PATH.";
  return playwright.chromium
    .launch({ executablePath, args: quietBrowser })
    .catch((error: unknown) => `${executablePath} does not start: ${firstLine(error)}`);
}

/** The essence of Playwright's message: `net::ERR_CERT_AUTHORITY_INVALID`. */
function firstLine(error: unknown): string {
  const [line = ""] = messageOf(error).split("\n");
  return line.replace(/^[\w.]+: /u, "").replace(/ at https?:.*$/u, "");
}

/** Chromium trusts its own list of authorities, and on Linux also those in the user's NSS database. */
const trustAuthority =
  "Have Chromium trust it: certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n private -i ca.pem (or give --no-browser)";

/**
 * Both pages, opened in Chromium and with their forms hydrated, leave the console empty, and the scripts that the forms need
 * keep to their limit. Skipped where there is no browser.
 */
export async function checkInBrowser(visit: Visit): Promise<Finding[]> {
  const browser = await launch();
  if (typeof browser === "string")
    return [
      unknown("the pages", `They were not opened in a browser: ${browser}`, "Run the check again where there is one."),
    ];
  const host = visit.site.live ? undefined : await hostSite(visit.site);
  try {
    const findings: Finding[] = [];
    // One for both pages, and without the hero's animation, as a window and an animation each take much processor time.
    const context = await browser.newContext({ reducedMotion: "reduce" });
    // At the same time: most of the time is spent waiting until each is quiet.
    const both = await Promise.all(
      [visit.landing, visit.notFound].map(async (page) => {
        const url = host ? new URL(page.url.pathname, host.origin) : page.url;
        const opened = await openAndFocus(await context.newPage(), page, url).catch((error: unknown) =>
          firstLine(error),
        );
        return { page, url, opened };
      }),
    );
    for (const { page, url, opened } of both) {
      if (typeof opened === "string" && opened.includes("ERR_CERT_"))
        return [
          unknown(
            "the pages",
            `They were not opened in a browser, which does not trust the certificate (${opened}).`,
            trustAuthority,
          ),
        ];
      if (typeof opened === "string") {
        findings.push(wrong(page.name, `A browser cannot open it: ${opened}`, `Open it in one: ${url.href}`));
        continue;
      }
      const { said, scripts } = opened;
      findings.push(
        ...said.map((line) =>
          wrong(page.name, `The console says: ${line}`, "Open it in a browser and see where it comes from."),
        ),
      );
      const loaded = firstLoad(visit, page).scripts;
      const later = scripts.map((path) => new URL(path, visit.site.address).href).filter((href) => !loaded.has(href));
      findings.push(...weightFindings(page, weighInBrotli(visit, new Set(later))));
    }
    return findings;
  } finally {
    await browser.close();
    host?.close();
  }
}

const weightFindings = (page: Page, weight: number): Finding[] =>
  weight > budgets.interaction
    ? [
        wrong(
          page.name,
          `Its forms need ${bytes(weight)} of JavaScript compressed; ${bytes(budgets.interaction)} are the limit.`,
          "See what grew in dist/client/assets, and import it later.",
        ),
      ]
    : [];
