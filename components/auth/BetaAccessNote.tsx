import { useEffect, useRef, useState } from "react";
import { authWords } from "../copy/en/auth.ts";
import { applied } from "../events.ts";
import { buttonClass } from "../ui/button.ts";
import type { BetaAccess } from "./betaAccess.ts";

const words = authWords.access;

/** How the signed-in user's beta application stands. Looks again when one was submitted in this page. */
export function BetaAccessNote({ load }: { load: () => Promise<BetaAccess> }) {
  const [access, setAccess] = useState<BetaAccess>();
  const [round, setRound] = useState(0);
  const [answered, setAnswered] = useState(-1);
  const note = useRef<HTMLOutputElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  const loading = answered !== round;

  useEffect(() => {
    let current = true;
    const show = (next: BetaAccess) => {
      if (!current) return;
      // The button that has the focus is about to go.
      if (next !== "unknown" && document.activeElement === again.current) note.current?.focus();
      setAccess(next);
      setAnswered(round);
    };
    load().then(show, () => show("unknown"));
    return () => {
      current = false;
    };
  }, [load, round]);

  useEffect(() => {
    const lookAgain = () => setRound((last) => last + 1);
    document.addEventListener(applied, lookAgain);
    return () => document.removeEventListener(applied, lookAgain);
  }, []);

  return (
    <output ref={note} tabIndex={-1} className="block">
      {/* In an element of its own, as a translator puts its own in place of a text. */}
      <span>
        {loading && (access ?? "unknown") === "unknown" ? words.loading : words.states[access ?? "unknown"]}
      </span>{" "}
      {access === "unknown" && (
        <button
          ref={again}
          type="button"
          className={buttonClass.quiet}
          aria-disabled={loading || undefined}
          onClick={() => loading || setRound(round + 1)}
        >
          {words.tryAgain}
        </button>
      )}
      {access === "none" && (
        <a href="#beta" className={buttonClass.quiet}>
          {words.apply}
        </a>
      )}
    </output>
  );
}
