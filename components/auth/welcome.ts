import { authWords } from "../copy/en/auth.ts";
import { restore, signOut } from "./auth.ts";
import { loadBetaAccess } from "./betaAccess.ts";
import { signInHash, welcomeHash } from "./session.ts";
import { showWelcome } from "./showWelcome.ts";
import { signedInUser, subscribe } from "./store.ts";

/** React is asked for beside what is written for it. */
const fetchCode = () =>
  Promise.all([import("./card/hydrateCard.tsx"), import("../hydration/react.ts")]).then(([code]) => code);

let following = false;

/** Greets who is signed in, and whoever signs in from now on; the navigation leads them to their card. */
export function welcomeWhoSignsIn(): void {
  if (!following) subscribe(greet);
  following = true;
  greet();
}

/** Puts the focus, and with it the view, on the card. */
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
