import * as v from "valibot";
import { paint } from "./firstPaint.ts";
import { openThrottledPage, visit } from "./throttledPage.ts";

const steps = v.object({
  painted: v.number(),
  live: v.number(),
  ticked: v.number(),
  verified: v.number(),
  accepted: v.number(),
  hydrated: v.number(),
  counter: v.number(),
});

/**
 * When a visitor reached each step, and when React had hydrated the form (`hydrated`), in ms since requesting the page; and the counter
 * that solved the captcha.
 */
export type JoinSteps = v.InferOutput<typeof steps>;

/**
 * A visitor who taps the field as soon as the page is painted, and does the rest as soon as the form allows it. The script looks when
 * something changes and not with each frame, because constantly requesting frames is work for a slow processor.
 */
const join = (email: string): string => `(async () => {
  const until = (done) => new Promise((resolve) => {
    const look = () => done() && (watching.disconnect(), resolve(performance.now()));
    const watching = new MutationObserver(look);
    watching.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    look();
  });
  const form = document.querySelector("#waitlist form");
  const field = form.querySelector("[type=email]");
  const box = form.querySelector("[type=checkbox]");
  const ask = fetch;
  let counter;
  window.fetch = (url, init) => {
    if (init?.method === "POST") counter = JSON.parse(atob(JSON.parse(init.body).captcha)).solution.counter;
    return ask(url, init);
  };
  const painted = await ${paint};
  field.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  field.focus({ preventScroll: true });
  field.value = "${email}";
  const done = () => document.querySelector("#waitlist h3");
  // An older export shows it only by the success view.
  const hydrated = until(() => form.matches("[data-live=react]") || done());
  const live = await until(() => form.hasAttribute("data-live"));
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await new Promise(requestAnimationFrame);
  box.click();
  const ticked = performance.now();
  const status = () => [...form.querySelectorAll("output")].map(({ textContent }) => textContent);
  const verified = await until(() => status().includes("Verified"));
  form.querySelector("[type=submit]").click();
  const accepted = await until(done);
  return { painted, live, ticked, verified, accepted, hydrated: await hydrated, counter };
})()`;

/** Joins the waitlist on a processor four times slower and Lighthouse's slow 4G, with nothing cached. */
export async function joinSteps(origin: string): Promise<JoinSteps> {
  const page = await openThrottledPage();
  try {
    await page.throttle();
    await visit(page, origin);
    return await page.evaluate(join(`${crypto.randomUUID()}@example.com`), steps);
  } finally {
    await page.close();
  }
}
