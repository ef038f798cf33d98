import { applied } from "../events.ts";
import { build } from "../hydration/tree.ts";
import type * as CardCode from "./card/hydrateCard.tsx";
import type { WelcomeCardProps } from "./card/WelcomeCard.tsx";
import { setSignedInUser } from "./store.ts";
import { nameParts } from "./userName.ts";
import { welcomeCard } from "./welcomeCard.prerendered.tsx";

/** What `showWelcome` needs: what the card is given, and where its code comes from. */
export interface Welcome extends Omit<WelcomeCardProps, "greeted"> {
  /** Fetches what has React take the card over. */
  fetchCode: () => Promise<typeof CardCode>;
}

/** On the sign-out button from its press on; the component sets it as well. */
const busy = "aria-disabled";

/**
 * Puts the welcome card into its place unless one is there, and has React take it over once its code has come
 * (docs/decisions/0185). A press of the card's button is kept until then. When React cannot be fetched the card, which
 * would not work, is removed, and the page is shown as without a session.
 */
export async function showWelcome(container: Element, user: string, welcome: Welcome): Promise<void> {
  if (container.hasChildNodes()) return;
  container.append(build(welcomeCard, nameParts(user)));
  const button = container.querySelector("button");
  const waiting = new AbortController();
  button?.addEventListener("click", () => button.setAttribute(busy, "true"), { signal: waiting.signal });
  const pressed = () => button?.hasAttribute(busy) === true;
  const { fetchCode, signOut, restore } = welcome;
  // The question is under way while React's code is.
  const loadBetaAccess = askedNow(welcome.loadBetaAccess);
  try {
    const { hydrateCard } = await fetchCode();
    waiting.abort();
    const leave = pressed();
    // React expects the card as it was made.
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
 * Asks at once, and returns a function that gives this answer to its first call. Every other call asks anew, and so does
 * the first one when somebody has applied in between.
 */
function askedNow<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let first: Promise<Answer> | undefined = ask();
  // A failure is thrown where the answer is awaited; before that it must not count as unhandled.
  first.catch(() => undefined);
  document.addEventListener(applied, () => (first = undefined), { once: true });
  return () => {
    const answer = first ?? ask();
    first = undefined;
    return answer;
  };
}
