import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { signedInUser } from "./store.ts";
import { WelcomeCard, type WelcomeCardProps } from "./WelcomeCard.tsx";

const shown = new WeakSet<Element>();

/** Puts the welcome card into its place once someone is signed in; from then on it follows who is. */
export function showWelcome(container: Element, props: WelcomeCardProps): void {
  if (signedInUser() === null || shown.has(container)) return;
  shown.add(container);
  // At once, so that it is there when the spinner goes.
  flushSync(() => createRoot(container).render(<WelcomeCard {...props} />));
}
