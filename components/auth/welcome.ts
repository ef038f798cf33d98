import { authWords } from "../copy/en/auth.ts";
import { restore, signOut } from "./auth.ts";
import { loadBetaAccess } from "./betaAccess.ts";
import { signInHash, welcomeHash } from "./session.ts";
import { showWelcome } from "./showWelcome.ts";
import { signedInUser, subscribe } from "./store.ts";

/** Requests React in parallel with the code that uses it. */
const fetchCode = () =>
  Promise.all([import("./card/hydrateCard.tsx"), import("../hydration/react.ts")]).then(([code]) => code);

let following = false;

/** Greets the signed-in user, and anybody who signs in later; the navigation then links to their card. */
export function welcomeWhoSignsIn(): void {
  if (!following) subscribe(greet);
  following = true;
  greet();
}

/** Moves focus and view to the card. */
export function goToWelcome(): void {
  document.getElementById("welcome-title")?.focus();
}

function greet(): void {
  const container = document.getElementById("welcome");
  const user = signedInUser();
  const isIn = user !== null;
  if (container && isIn) void showWelcome(container, user, { fetchCode, signOut, loadBetaAccess, restore });
  for (const link of document.querySelectorAll<HTMLAnchorElement>(
    `a[href="${signInHash}"], nav a[href="${welcomeHash}"]`,
  )) {
    link.setAttribute("href", isIn ? welcomeHash : signInHash);
    link.textContent = isIn ? authWords.navigation.account : authWords.navigation.signIn;
  }
}
