import { formsUrl, timeout } from "../backend.ts";
import { couldNotLoad, stillLoading } from "../copy/loading.ts";
import { sentMark } from "./headScript.ts";

/** Fetches the code that hydrates a form. */
type FetchCode = () => Promise<{ hydrate: (island: HTMLElement) => void }>;

const interactions = ["pointerdown", "focusin", "keydown", "submit"];

/** How long a form's code may take before the form says that it is loading, in milliseconds. */
const patience = 5_000;

declare global {
  /** The answer to the first request for a challenge, which `captcha/proof.ts` takes. */
  var earlyChallenge: Promise<Response> | undefined;
}

/** Asks for the captcha's challenge beside the code that solves it, which on a slow network arrives a second later. */
function askForChallenge(): void {
  if (!import.meta.env.PROD || import.meta.env.PUBLIC_RECAPTCHA_SITE_KEY || globalThis.earlyChallenge) return;
  globalThis.earlyChallenge = fetch(`${formsUrl}/captcha`, { cache: "no-store", signal: AbortSignal.timeout(timeout) });
  // A failure is handled where the answer is used.
  globalThis.earlyChallenge.catch(() => undefined);
}

/** Hydrates each form of the page when it comes near the viewport or is used. */
export function startForms(): void {
  for (const island of document.querySelectorAll<HTMLElement>("[data-island]")) hydrateWhenNear(island);
}

/**
 * Hydrates an island when it comes near the viewport or is used, whichever is first. Below it stands if its code takes long or cannot be
 * fetched; in that case using it at least 5 s later tries again. What was typed stays.
 */
export function hydrateWhenNear(island: HTMLElement, fetchCode: FetchCode = () => import("./hydrate.tsx")): void {
  const waiting = new AbortController();
  // The last of several frames: on a busy page one call may tell that the form was far away, and that its address has led to it.
  const near = new IntersectionObserver((frames) => frames.at(-1)?.isIntersecting && load(), { rootMargin: "600px" });
  let loading = false;
  // The message is outside the island, which must contain only what was pre-rendered when React hydrates it.
  const message = document.createElement("p");

  async function load(): Promise<void> {
    if (loading) return;
    loading = true;
    near.disconnect();
    // The message is positioned in the free space below the form, so that the form does not move.
    const slow = setTimeout(say, patience, "status", "absolute text-sm text-muted", stillLoading);
    try {
      const { hydrate } = await fetchCode();
      waiting.abort();
      message.remove();
      hydrate(island);
    } catch {
      // The visitor reads that nothing loaded, and sends the form again; it must not be sent a second time by itself.
      island.removeAttribute(sentMark);
      say("alert", "mt-4 font-semibold text-danger", couldNotLoad);
    }
    clearTimeout(slow);
    // For this long another use of the form starts no attempt, as otherwise each key press would.
    setTimeout(() => (loading = false), patience);
  }

  function say(role: string, className: string, textContent: string): void {
    // The text is set only once, so that screen readers do not read it again.
    if (message.role !== role) island.after(Object.assign(message, { role, className, textContent }));
  }

  function use(): void {
    askForChallenge();
    void load();
  }

  for (const type of interactions) island.addEventListener(type, use, { signal: waiting.signal });
  near.observe(island);
}
