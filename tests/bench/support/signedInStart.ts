import * as v from "valibot";
import { storageKey } from "../../../components/auth/session.ts";
import { paint } from "./firstPaint.ts";
import { openThrottledPage, rememberFor, visit } from "./throttledPage.ts";

const start = v.object({ painted: v.number(), card: v.number() });

/** When a signed-in visitor saw the first paint, their card, and in it the state of their application, in ms since requesting the page. */
export type SignedInStart = v.InferOutput<typeof start> & {
  standing: number;
  /** Bytes received until the card was shown, and until the application's state, which needs React. */
  bytes: number;
  bytesInAll: number;
};

/** The time at which a condition first holds. */
const when = (condition: string) => `new Promise((resolve) => {
  const look = () => ${condition} && resolve(performance.now());
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  look();
})`;

const card = when(`document.querySelector("#welcome h2") && !document.documentElement.hasAttribute("data-auth")`);
const waitForCard = `(async () => ({ card: await ${card}, painted: await ${paint} }))()`;
// Somebody who has not applied is offered to apply.
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
