import lighthouse, { type Flags, type Result } from "lighthouse";
import { freePort } from "../../support/onFreePorts.ts";
import { launch } from "./launch.ts";

/** Lighthouse loses a trace now and then (NO_NAVSTART). */
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
  const browser = await launch(`--remote-debugging-port=${port}`);
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
