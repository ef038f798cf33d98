import * as v from "valibot";
import { storageKey } from "../../../components/auth/session.ts";
import { paint } from "./firstPaint.ts";
import { openThrottledPage, rememberFor, visit } from "./throttledPage.ts";

const start = v.object({ painted: v.number(), card: v.number() });

/** When somebody who is signed in saw something, their card, and in it how their application stands, in ms from asking for the page. */
export type SignedInStart = v.InferOutput<typeof start> & {
  standing: number;
  /** Received until the card was there, and until the standing was, which React brings. */
  bytes: number;
  bytesInAll: number;
};

/** When a condition holds for the first time. */
const when = (condition: string) => `new Promise((resolve) => {
  const look = () => ${condition} && resolve(performance.now());
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  look();
})`;

const card = when(`document.querySelector("#welcome h2") && !document.documentElement.hasAttribute("data-auth")`);
const waitForCard = `(async () => ({ card: await ${card}, painted: await ${paint} }))()`;
// Who has not applied is offered to.
const waitForStanding = when(`document.querySelector('#welcome a[href="#beta"]')`);

/** Opens the page with a stored session. */
export async function signedInStart(origin: string, session: unknown): Promise<SignedInStart> {
  const page = await openThrottledPage();
  try {
    await rememberFor(origin, page.browser, storageKey, JSON.stringify(session));
    await page.throttle();
    await visit(page, origin);
    const seen = await page.evaluate(waitForCard, start);
    const bytes = page.received();
    const standing = await page.evaluate(waitForStanding, v.number());
    return { ...seen, standing, bytes, bytesInAll: page.received() };
  } finally {
    await page.close();
  }
}
