import { restore } from "./auth.ts";
import { isLink } from "./link.ts";
import { goToWelcome, welcomeWhoSignsIn } from "./welcome.ts";

/**
 * Restores the session, then greets its user. After a sign-in by link it moves to the card.
 * @throws if its code cannot be fetched.
 */
export async function restoreAndWelcome(): Promise<void> {
  const byLink = isLink(location);
  await restore();
  welcomeWhoSignsIn();
  if (byLink) goToWelcome();
}
