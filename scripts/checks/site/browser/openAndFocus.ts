import { setTimeout as sleep } from "node:timers/promises";
import type { Page as Tab } from "@playwright/test";
import { formsBasePath } from "../../../../server/contract/routes.ts";
import type { Page } from "../visit/visit.ts";

/** Longest wait for a page to become quiet, in ms. */
const patience = 15_000;

/** A page is quiet when its network has been idle for this long, in ms. */
const quiet = 2_000;

/** A challenge that is solved at once: one key in 256 begins with two zeros, and deriving a key costs next to nothing. */
const easyChallenge = {
  parameters: {
    algorithm: "PBKDF2/SHA-256",
    nonce: "00".repeat(16),
    salt: "00".repeat(16),
    cost: 1,
    keyLength: 32,
    keyPrefix: "00",
  },
  signature: "00".repeat(32),
};

/**
 * Opens a page and focuses its fields. Returns the console's messages, and the paths of the scripts that were requested.
 * @throws Playwright's error where the page cannot be opened.
 */
export async function openAndFocus(tab: Tab, page: Page, url: URL): Promise<{ said: string[]; scripts: string[] }> {
  const said = consoleOf(tab, page, url);
  const scripts: string[] = [];
  tab.on("request", (request) => {
    if (request.resourceType() === "script" && request.url().startsWith(url.origin))
      scripts.push(new URL(request.url()).pathname);
  });
  // A form that is used asks for a challenge, and an export alone has no backend to give one.
  const answerOfBackend = { json: easyChallenge, headers: { "access-control-allow-origin": "*" } };
  await tab.route(
    ({ pathname }) => pathname === `${formsBasePath}/captcha`,
    (route) => route.fulfill(answerOfBackend),
  );
  const becomesQuiet = watchNetwork(tab);
  await tab.goto(url.href, { timeout: patience });
  for (const field of await tab.locator('form input:not([type="hidden"])').all()) await field.focus();
  if (!(await becomesQuiet())) said.add("The page keeps making requests.");
  await tab.close();
  return { said: [...said], scripts };
}

/** Collects the errors and warnings of a page, each once. */
function consoleOf(tab: Tab, { answer }: Page, url: URL): Set<string> {
  const said = new Set<string>();
  tab.on("pageerror", (error) => said.add(error.message));
  tab.on("console", (message) => {
    const from = message.location().url;
    // A browser reports the 404 status of the not-found page itself; messages about other hosts' files are theirs.
    const expected = (from === url.href && answer.status === 404) || (from !== "" && !from.startsWith(url.origin));
    if (["error", "warning"].includes(message.type()) && !expected) said.add(message.text());
  });
  return said;
}

/**
 * Returns a wait until the network of a tab has been quiet, or has not been for too long. Not Playwright's networkidle: that waits
 * for ever for the script of a worker that was terminated before it arrived.
 */
function watchNetwork(tab: Tab): () => Promise<boolean> {
  let heard = performance.now();
  const hear = () => (heard = performance.now());
  tab.on("request", hear);
  tab.on("requestfinished", hear);
  tab.on("requestfailed", hear);
  const isQuiet = () => performance.now() - heard >= quiet;
  return async () => {
    const end = performance.now() + patience;
    while (!isQuiet() && performance.now() < end) await sleep(100);
    return isQuiet();
  };
}
