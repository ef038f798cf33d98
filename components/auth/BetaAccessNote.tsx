import { useEffect, useRef, useState } from "react";
import { applied } from "../forms/beta/applied.ts";
import { buttonClass } from "../ui/button.ts";
import type { BetaAccess } from "./betaAccess.ts";

const loadingWords = "Looking up your beta application…";
const words: Record<BetaAccess, string> = {
  pending: "Your beta application is being reviewed. We reply within 48 hours of receiving it.",
  accepted: "Your beta application was accepted. Welcome aboard!",
  declined: "We could not offer you a place in this beta. Thank you for applying.",
  none: "You have not applied for beta access with this address yet.",
  unknown: "Your beta application could not be looked up.",
};

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
      <span>{loading && (access ?? "unknown") === "unknown" ? loadingWords : words[access ?? "unknown"]}</span>{" "}
      {access === "unknown" && (
        <button
          ref={again}
          type="button"
          className={buttonClass.quiet}
          aria-disabled={loading || undefined}
          onClick={() => loading || setRound(round + 1)}
        >
          Try again
        </button>
      )}
      {access === "none" && (
        <a href="#beta" className={buttonClass.quiet}>
          Apply for beta access
        </a>
      )}
    </output>
  );
}
