import { restore } from "./auth.ts";
import { welcomeWhoSignsIn } from "./welcome.ts";

/**
 * Restores the session, then greets its user.
 * @throws when the code for it cannot be fetched.
 */
export async function restoreAndWelcome(): Promise<void> {
  await restore();
  welcomeWhoSignsIn();
}
