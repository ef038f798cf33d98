import lighthouse, { type Flags, type Result } from "lighthouse";
import { chromium } from "@playwright/test";
import { quietBrowser } from "../../../scripts/build/findBrowser.ts";
import { ensureChromium } from "../../support/chromium.ts";
import { freePort } from "../../support/onFreePorts.ts";

/** Number of attempts: Lighthouse loses a trace now and then (NO_NAVSTART). */
const attempts = 3;

/**
 * Audits a page with Lighthouse's defaults (mobile, simulated throttling), except for `flags`.
 * @throws Error if it fails three times.
 */
export async function audit(url: string, flags: Flags = {}): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const result = await auditOnce(url, flags);
    if (result && !result.runtimeError) return result;
    if (attempt === attempts)
      throw new Error(`Lighthouse could not audit ${url}: ${result?.runtimeError?.message ?? "no result"}`);
  }
}

async function auditOnce(url: string, flags: Flags): Promise<Result | undefined> {
  const port = await freePort();
  // Each audit gets a new browser, so that nothing is cached or compiled yet.
  const browser = await chromium.launch({
    executablePath: ensureChromium((line) => process.stderr.write(`${line}\n`)),
    args: [...quietBrowser, `--remote-debugging-port=${port}`],
  });
  try {
    const outcome = await lighthouse(url, {
      port,
      output: "json",
      logLevel: "error",
      ignoreStatusCode: true,
      ...flags,
    });
    return outcome?.lhr;
  } finally {
    await browser.close();
  }
}
