import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { authWords } from "../copy/auth.ts";
import { quietButton } from "../ui/button.ts";
import { BetaAccessNote } from "./BetaAccessNote.tsx";
import { loadBetaAccess } from "./betaAccess.ts";
import { restore, signOut } from "./restore.ts";
import { signedInUser, subscribe } from "./user.ts";

const words = authWords.welcome;

export function goToWelcome(): void {
  document.getElementById("welcome-title")?.focus({ preventScroll: true });
  document.getElementById("welcome")?.scrollIntoView();
}

/** Greets the signed-in user (requirements 2, item 3); after signing out, says that nobody is signed in. */
export function WelcomeCard() {
  const user = useSyncExternalStore(subscribe, signedInUser);
  const [leaving, setLeaving] = useState(false);
  const signedOut = useRef<HTMLOutputElement>(null);
  // While the visitor was away, the session may have been ended elsewhere, or the application decided.
  const [visits, setVisits] = useState(0);
  const comeBack = useCallback(() => {
    if (document.hidden) return;
    setVisits((count) => count + 1);
    restore().catch(() => undefined);
  }, []);
  useEffect(() => {
    document.addEventListener("visibilitychange", comeBack);
    return () => document.removeEventListener("visibilitychange", comeBack);
  }, [comeBack]);

  async function leave(): Promise<void> {
    if (leaving) return;
    setLeaving(true);
    await signOut();
    setLeaving(false);
    // The button that had the focus has been removed, unless the visitor went on meanwhile.
    if (document.activeElement === document.body) signedOut.current?.focus();
  }

  if (user === null) {
    return (
      <output ref={signedOut} tabIndex={-1} className="wrap block py-6 font-semibold">
        {words.signedOut}
      </output>
    );
  }
  // The line may break between the two parts of an address; a phone number has no second part.
  const end = user.indexOf("@") + 1 || user.length;
  return (
    <section aria-labelledby="welcome-title" className="wrap relative -top-12">
      <div className="grid gap-6 rounded-2xl border border-rule bg-surface p-6 text-ink lifted sm:p-8 tight:p-3">
        {/* This line leaves out the address, whose length would move the button. */}
        <div className="-mb-6 flex flex-wrap items-baseline justify-between gap-x-8">
          <h2 id="welcome-title" tabIndex={-1} className="text-2xl font-semibold text-ink">
            {words.title}
          </h2>
          <button type="button" className={quietButton} aria-disabled={leaving || undefined} onClick={leave}>
            {leaving ? words.signOut.submitting : words.signOut.idle}
          </button>
        </div>
        <p>
          {`${words.signedInAs} `}
          {/* Translators would take its parts for words. Another user has another element, as one may have taken this one's texts out. */}
          <strong key={user} className="block wrap-anywhere" translate="no">
            {user.slice(0, end)}
            <wbr />
            {user.slice(end)}
          </strong>
        </p>
        {/* Another user is another application. */}
        <BetaAccessNote key={user} load={loadBetaAccess} visits={visits} />
      </div>
    </section>
  );
}
