import { useRef, useState } from "react";
import { buttonClass } from "../ui/button.ts";
import { BetaAccessNote } from "./BetaAccessNote.tsx";
import type { BetaAccess } from "./betaAccess.ts";
import { useSignedInUser } from "./store.ts";

export interface WelcomeCardProps {
  signOut: () => Promise<void>;
  loadBetaAccess: () => Promise<BetaAccess>;
}

/** Greets who is signed in (requirements 2, item 3); after that says that no one is any more. */
export function WelcomeCard({ signOut, loadBetaAccess }: WelcomeCardProps) {
  const user = useSignedInUser();
  const [leaving, setLeaving] = useState(false);
  const farewell = useRef<HTMLOutputElement>(null);

  async function leave(): Promise<void> {
    setLeaving(true);
    await signOut();
    setLeaving(false);
    // The button that had the focus is gone.
    farewell.current?.focus();
  }

  if (user === null) {
    return (
      <output ref={farewell} tabIndex={-1} className="wrap block pb-16">
        You are signed out.
      </output>
    );
  }
  return (
    <section aria-labelledby="welcome-title" className="wrap pb-16">
      <div className="grid max-w-2xl justify-items-start gap-3 rounded-2xl border border-rule bg-surface p-6 text-ink sm:p-8">
        <h2 id="welcome-title" className="text-xl/[1.1] font-semibold text-ink">
          Welcome
        </h2>
        <p>
          Signed in as <strong className="break-all">{user}</strong>
        </p>
        {/* Another user is another application. */}
        <BetaAccessNote key={user} load={loadBetaAccess} />
        <button
          type="button"
          className={`mt-2 ${buttonClass.secondary}`}
          aria-disabled={leaving || undefined}
          onClick={leave}
        >
          {leaving ? "Signing out..." : "Sign out"}
        </button>
      </div>
    </section>
  );
}
