import { restore } from "./auth.ts";
import { isLink } from "./link.ts";
import { goToWelcome, welcomeWhoSignsIn } from "./welcome.ts";

/**
 * Restores the session, then greets its user; whom a link has signed in is led to the card.
 * @throws when the code for it cannot be fetched.
 */
export async function restoreAndWelcome(): Promise<void> {
  const byLink = isLink(location);
  await restore();
  welcomeWhoSignsIn();
  if (byLink) goToWelcome();
}
