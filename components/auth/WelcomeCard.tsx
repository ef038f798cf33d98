import { useRef, useState } from "react";
import { authWords } from "../copy/en/auth.ts";
import { buttonClass } from "../ui/button.ts";
import { BetaAccessNote } from "./BetaAccessNote.tsx";
import type { BetaAccess } from "./betaAccess.ts";
import { useSignedInUser } from "./store.ts";

const words = authWords.welcome;

export interface WelcomeCardProps {
  signOut: () => Promise<void>;
  loadBetaAccess: () => Promise<BetaAccess>;
}

/** Greets who is signed in (requirements 2, item 3); after that says that no one is any more. */
export function WelcomeCard({ signOut, loadBetaAccess }: WelcomeCardProps) {
  const user = useSignedInUser();
  const [leaving, setLeaving] = useState(false);
  const signedOut = useRef<HTMLOutputElement>(null);

  async function leave(): Promise<void> {
    setLeaving(true);
    await signOut();
    setLeaving(false);
    // The button that had the focus is gone.
    signedOut.current?.focus();
  }

  if (user === null) {
    return (
      <output ref={signedOut} tabIndex={-1} className="wrap block pb-16">
        {words.signedOut}
      </output>
    );
  }
  return (
    <section aria-labelledby="welcome-title" className="wrap pb-16">
      <div className="grid max-w-2xl justify-items-start gap-3 rounded-2xl border border-rule bg-surface p-6 text-ink sm:p-8">
        <h2 id="welcome-title" className="text-xl/[1.1] font-semibold text-ink">
          {words.title}
        </h2>
        <p>
          {`${words.signedInAs} `}
          <strong className="break-all">{user}</strong>
        </p>
        {/* Another user is another application. */}
        <BetaAccessNote key={user} load={loadBetaAccess} />
        <button
          type="button"
          className={`mt-2 ${buttonClass.secondary}`}
          aria-disabled={leaving || undefined}
          onClick={leave}
        >
          {leaving ? words.signOut.submitting : words.signOut.idle}
        </button>
      </div>
    </section>
  );
}
