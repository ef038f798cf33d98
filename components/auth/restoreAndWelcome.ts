import { restore } from "./auth.ts";
import { isInField } from "./isInField.ts";
import { isLink } from "./link.ts";
import { goToWelcome, welcomeWhoSignsIn } from "./welcome.ts";

/**
 * Restores the session, then greets its user. After a sign-in by link it moves to the card, unless the visitor is in a field by now.
 * @throws if its code cannot be fetched.
 */
export async function restoreAndWelcome(): Promise<void> {
  const byLink = isLink(location);
  await restore();
  welcomeWhoSignsIn();
  if (byLink && !isInField()) goToWelcome();
}
