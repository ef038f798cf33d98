import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { createModal } from "../ui/modal.ts";
import { forgetAsked } from "./askedHere.ts";
import { headingId, textId } from "./AuthForm.tsx";
import { welcomeWhoSignsIn } from "./greet.tsx";
import { NewPassword, type NewPasswordReason } from "./NewPassword.tsx";
import { restore } from "./restore.ts";
import { signInHash } from "./session.ts";
import { SignIn, type SignInStart } from "./SignIn.tsx";
import { signedInUser, subscribe } from "./user.ts";
import { goToWelcome } from "./WelcomeCard.tsx";

/** Opens the sign-in dialog. A user who is already signed in, or signs in meanwhile in any tab, is led to the welcome card. */
export function openSignIn(start?: SignInStart): void {
  welcomeWhoSignsIn();
  const isIn = () => signedInUser() !== null;
  // If the card could not be loaded, the page was shown as it is without a session.
  if (!isIn()) void restore().catch(() => undefined);
  const leave = () => {
    clearAddress();
    if (!isIn()) return comeBack();
    forgetAsked();
    goToWelcome();
  };
  if (isIn()) leave();
  else show(() => <SignIn start={start} />, { overWhen: isIn, onClose: leave });
}

/**
 * Opens the dialog for setting the signed-in user's password. It closes if they are signed out or another tab signs somebody else in,
 * whose password would be set.
 */
export function openNewPassword(reason: NewPasswordReason, name?: string): void {
  const user = signedInUser();
  if (user === null) return;
  const overWhen = () => signedInUser() !== user;
  show((close) => <NewPassword reason={reason} user={user} name={name} close={close} />, {
    overWhen,
    onClose: () => {
      goToWelcome();
      // The service may have answered that the session is over, which the dialog has said.
      void restore().catch(() => undefined);
    },
  });
}

interface Ending {
  /** Whether a change of the signed-in user has made the dialog pointless. */
  overWhen: () => boolean;
  /** Returns where the focus goes. */
  onClose: () => void;
}

let closeLast = () => {};

function show(render: (close: () => void) => ReactNode, { overWhen, onClose }: Ending): void {
  const { dialog, content } = createModal(headingId);
  // Its first view puts the focus below this, into a field.
  dialog.setAttribute("aria-describedby", textId);
  const root = createRoot(content);
  const close = () => dialog.close();
  closeLast = close;
  dialog.showModal();
  flushSync(() => root.render(render(close)));
  const stop = subscribe(() => overWhen() && close());
  dialog.addEventListener("close", () => {
    stop();
    root.unmount();
    onClose();
  });
}

/** Removes the dialog's fragment from the address. */
const clearAddress = () => {
  if (location.hash === signInHash) history.replaceState(history.state, "", location.pathname + location.search);
};

/** Returns focus to the link that opens the dialog or to the closed menu that contains it, whichever is visible. */
function comeBack(): void {
  const openers = Array.from(document.querySelectorAll<HTMLElement>(`a[href="${signInHash}"]`), (link) => {
    const menu = link.closest("details:not([open])");
    return menu ? menu.querySelector("summary") : link;
  });
  openers.find((opener) => opener && opener.getClientRects().length > 0)?.focus();
}

// The back button of a phone closes it.
addEventListener("hashchange", () => {
  if (location.hash !== signInHash) closeLast();
});
