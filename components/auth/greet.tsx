import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { authWords } from "../copy/auth.ts";
import { signInHash, welcomeHash } from "./session.ts";
import { signedInUser, subscribe } from "./user.ts";
import { WelcomeCard } from "./WelcomeCard.tsx";

/** The place of the card that is shown; it stays when its user signs out, and says so. */
let shownIn: Element | null = null;
let following = false;

/** Greets the signed-in user, and anybody who signs in later; the navigation then links to their card. */
export function welcomeWhoSignsIn(): void {
  if (!following) subscribe(greet);
  following = true;
  greet();
}

function greet(): void {
  const isIn = signedInUser() !== null;
  const place = document.getElementById("welcome");
  if (isIn && place && place !== shownIn) {
    shownIn = place;
    flushSync(() => createRoot(place).render(<WelcomeCard />));
  }
  // Only the navigation's links change, because other links are parts of sentences about signing in.
  for (const link of document.querySelectorAll<HTMLAnchorElement>(
    `header a[href="${signInHash}"], header a[href="${welcomeHash}"]`,
  )) {
    link.setAttribute("href", isIn ? welcomeHash : signInHash);
    link.textContent = isIn ? authWords.navigation.account : authWords.navigation.signIn;
  }
}
