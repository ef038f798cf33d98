import { applied } from "../events.ts";
import { build } from "../hydration/tree.ts";
import type * as CardCode from "./card/hydrateCard.tsx";
import type { WelcomeCardProps } from "./card/WelcomeCard.tsx";
import { setSignedInUser } from "./store.ts";
import { nameParts } from "./userName.ts";
import { welcomeCard } from "./welcomeCard.prerendered.tsx";

/** Options of `showWelcome`: the card's properties, and the source of its code. */
export interface Welcome extends Omit<WelcomeCardProps, "greeted"> {
  /** Fetches the code with which React takes the card over. */
  fetchCode: () => Promise<typeof CardCode>;
}

/** Attribute of the sign-out button after it was pressed; the component sets it as well. */
const busy = "aria-disabled";

/**
 * Inserts the welcome card unless it is there, and lets React take it over once its code has been fetched (docs/decisions/0185).
 * Until then a press of the card's button is remembered. If React cannot be fetched, the card is removed, as it would not work, and
 * the page is shown as without a session.
 */
export async function showWelcome(container: Element, user: string, welcome: Welcome): Promise<void> {
  if (container.hasChildNodes()) return;
  container.append(build(welcomeCard, nameParts(user)));
  const button = container.querySelector("button");
  const waiting = new AbortController();
  button?.addEventListener("click", () => button.setAttribute(busy, "true"), { signal: waiting.signal });
  const pressed = () => button?.hasAttribute(busy) === true;
  const { fetchCode, signOut, restore } = welcome;
  // The request runs while React's code is being fetched.
  const loadBetaAccess = askedNow(welcome.loadBetaAccess);
  try {
    const { hydrateCard } = await fetchCode();
    waiting.abort();
    const leave = pressed();
    // React expects the card as it was pre-rendered.
    button?.removeAttribute(busy);
    hydrateCard(container, { greeted: user, signOut, loadBetaAccess, restore });
    if (leave) container.querySelector("button")?.click();
  } catch {
    container.replaceChildren();
    if (pressed()) await signOut();
    setSignedInUser(null);
  }
}

/**
 * Makes a request at once, and returns a function whose first call gets that answer. Every other call makes a new request, and so
 * does the first if an application was submitted in between.
 */
function askedNow<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let first: Promise<Answer> | undefined = ask();
  // A failure is thrown where the answer is awaited, and must not count as unhandled before that.
  first.catch(() => undefined);
  document.addEventListener(applied, () => (first = undefined), { once: true });
  return () => {
    const answer = first ?? ask();
    first = undefined;
    return answer;
  };
}
