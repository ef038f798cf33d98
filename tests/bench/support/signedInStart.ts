import * as v from "valibot";
import { storageKey } from "../../../components/auth/session.ts";
import { paint } from "./firstPaint.ts";
import { openThrottledPage, visit } from "./throttledPage.ts";

const start = v.object({ painted: v.number(), card: v.number() });

/** When somebody who is signed in saw something, and their card, in ms from asking for the page; and the bytes until then. */
export type SignedInStart = v.InferOutput<typeof start> & { bytes: number };

const waitForCard = `(async () => {
  const there = () => document.querySelector("#welcome h2") && !document.documentElement.hasAttribute("data-auth");
  const card = await new Promise((resolve) => {
    const look = () => there() && resolve(performance.now());
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
    look();
  });
  return { painted: await ${paint}, card };
})()`;

/** Opens the page with a stored session. */
export async function signedInStart(origin: string, session: unknown): Promise<SignedInStart> {
  const page = await openThrottledPage();
  try {
    const store = `localStorage.setItem(${JSON.stringify(storageKey)}, ${JSON.stringify(JSON.stringify(session))});`;
    await page.send("Page.addScriptToEvaluateOnNewDocument", { source: store });
    await page.throttle();
    await visit(page, origin);
    const seen = await page.evaluate(waitForCard, start);
    return { ...seen, bytes: page.received() };
  } finally {
    await page.close();
  }
}
