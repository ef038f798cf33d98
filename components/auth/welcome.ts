import { welcomeWhoSignsIn } from "./greet.tsx";
import { followSignInLink } from "./links.ts";
import { restore } from "./restore.ts";

/** Restores the session, shows its user the card, and follows the sign-in link by which the visitor has come, if any. */
export async function restoreAndWelcome(arrival?: string): Promise<void> {
  await restore();
  welcomeWhoSignsIn();
  if (arrival !== undefined) followSignInLink(new URL(arrival));
}
