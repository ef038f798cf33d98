import { flushSync } from "react-dom";
import { hydrateRoot } from "../../hydration/react.ts";
import { WelcomeCard, type WelcomeCardProps } from "./WelcomeCard.tsx";

/** Has React take over the card that is in its place; from then on it follows who is signed in. */
export function hydrateCard(container: Element, props: WelcomeCardProps): void {
  // At once: a press made before is repeated right after.
  flushSync(() => hydrateRoot(container, <WelcomeCard {...props} />));
}
