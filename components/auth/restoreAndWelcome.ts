import { restore, signOut } from "./auth.ts";
import { loadBetaAccess } from "./betaAccess.ts";
import { showWelcome } from "./showWelcome.tsx";

/**
 * Restores the session, then greets its user in `container`.
 * @throws when the code for it cannot be fetched.
 */
export async function restoreAndWelcome(container: Element | null): Promise<void> {
  await restore();
  if (container) showWelcome(container, { signOut, loadBetaAccess });
}
