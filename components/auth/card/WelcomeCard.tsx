import { useRef, useState, useSyncExternalStore } from "react";
import { authWords } from "../../copy/en/auth.ts";
import { quietButton } from "../../ui/button.ts";
import { BetaAccessNote } from "./BetaAccessNote.tsx";
import type { BetaAccess } from "../betaAccess.ts";
import { signedInUser, subscribe } from "../store.ts";
import { nameParts } from "../userName.ts";
import { useReturn } from "./useReturn.ts";

const words = authWords.welcome;

/** Properties of the card: whom it was drawn for before React, and how to ask the backend. */
export interface WelcomeCardProps {
  /** The user whom the card from before React greets (docs/decisions/0185). */
  greeted: string;
  signOut: () => Promise<void>;
  loadBetaAccess: () => Promise<BetaAccess>;
  /** Checks whether the session is still valid, as it may have been ended in another browser. */
  restore: () => Promise<void>;
}

/** Greets the signed-in user (requirements 2, item 3); after signing out, says that nobody is signed in. */
export function WelcomeCard({ greeted, signOut, loadBetaAccess, restore }: WelcomeCardProps) {
  const user = useSyncExternalStore(subscribe, signedInUser, () => greeted);
  const [leaving, setLeaving] = useState(false);
  const signedOut = useRef<HTMLOutputElement>(null);

  useReturn(() => void restore().catch(() => undefined));

  async function leave(): Promise<void> {
    setLeaving(true);
    await signOut();
    setLeaving(false);
    // The button that had the focus has been removed, unless the visitor went on meanwhile.
    if (document.activeElement === document.body) signedOut.current?.focus();
  }

  if (user === null) {
    return (
      <output ref={signedOut} tabIndex={-1} className="wrap block pb-16">
        {words.signedOut}
      </output>
    );
  }
  const [name, domain] = nameParts(user);
  return (
    <section aria-labelledby="welcome-title" className="wrap relative -top-16 -mb-4 pb-4">
      <div className="grid gap-6 rounded-2xl border border-rule bg-surface p-6 text-ink lifted sm:p-8 tight:p-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8 sm:flex-nowrap">
          <div className="min-w-0">
            <h2 id="welcome-title" tabIndex={-1} className="text-2xl font-semibold text-ink">
              {words.title}
            </h2>
            <p className="mt-4">
              {`${words.signedInAs} `}
              {/* Translators would take its parts for words. Another user has another element, as one may have taken this one's texts out. */}
              <strong key={user} className="block wrap-anywhere" translate="no">
                {name}
                <wbr />
                {domain}
              </strong>
            </p>
          </div>
          <button
            type="button"
            className={`${quietButton} max-w-full shrink-0`}
            aria-disabled={leaving || undefined}
            onClick={leave}
          >
            {leaving ? words.signOut.submitting : words.signOut.idle}
          </button>
        </div>
        {/* Another user is another application. */}
        <BetaAccessNote key={user} load={loadBetaAccess} />
      </div>
    </section>
  );
}
