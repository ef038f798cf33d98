import { flushSync } from "react-dom";
import { hydrateRoot } from "../../hydration/react.ts";
import { WelcomeCard, type WelcomeCardProps } from "./WelcomeCard.tsx";

/** Lets React take over the pre-rendered card, which from then on follows who is signed in. */
export function hydrateCard(container: Element, props: WelcomeCardProps): void {
  // Synchronously, because an earlier press is repeated right afterwards.
  flushSync(() => hydrateRoot(container, <WelcomeCard {...props} />));
}
