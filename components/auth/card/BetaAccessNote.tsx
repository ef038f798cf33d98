import { useCallback, useEffect, useRef, useState } from "react";
import { authWords } from "../../copy/en/auth.ts";
import { applied } from "../../events.ts";
import { quietButton } from "../../ui/button.ts";
import { answerBy } from "./answerBy.ts";
import type { BetaAccess } from "../betaAccess.ts";
import { StatusNodes } from "./StatusNodes.tsx";
import { useReturn } from "./useReturn.ts";

const words = authWords.access;

/**
 * The state of the signed-in user's beta application. Reloads it when an application was submitted on this page, and when the
 * visitor comes back to the page.
 */
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
      // The button that has the focus is about to be removed.
      if (next !== "unknown" && document.activeElement === again.current) note.current?.focus();
      // The known state stays if it cannot be reloaded.
      setAccess((last) => (next === "unknown" && typeof last === "object" ? last : next));
      setAnswered(round);
    };
    load().then(show, () => show("unknown"));
    return () => {
      current = false;
    };
  }, [load, round]);

  const lookAgain = useCallback(() => setRound((last) => last + 1), []);
  useEffect(() => {
    document.addEventListener(applied, lookAgain);
    return () => document.removeEventListener(applied, lookAgain);
  }, [lookAgain]);
  useReturn(lookAgain);

  return (
    <div className="grid gap-4">
      <output ref={note} tabIndex={-1} className="block">
        {/* In an element of its own, as a translator puts its own in place of a text. */}
        <span>
          {loading && (access ?? "unknown") === "unknown" ? words.loading : wordsFor(access ?? "unknown")}
        </span>{" "}
        {access === "unknown" && (
          <button
            ref={again}
            type="button"
            className={quietButton}
            aria-disabled={loading || undefined}
            onClick={() => loading || lookAgain()}
          >
            {words.tryAgain}
          </button>
        )}
        {access === "none" && (
          <a href="#beta" className={quietButton}>
            {words.apply}
          </a>
        )}
      </output>
      {typeof access === "object" && <StatusNodes standing={access} />}
    </div>
  );
}

function wordsFor(access: BetaAccess): string {
  if (typeof access === "string") return words.states[access];
  const { status, asOf, acceptedBefore } = access;
  const late = status === "pending" && answerBy(access) < asOf;
  const said = late ? words.late : words.states[status];
  return acceptedBefore && status !== "accepted" ? `${said} ${words.acceptedBefore}` : said;
}
