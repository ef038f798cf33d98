import { useCallback, useEffect, useRef, useState } from "react";
import { replyWithin } from "../../server/contract/limits.ts";
import { authWords } from "../copy/auth.ts";
import { applied } from "../events.ts";
import { site } from "../site.ts";
import { quietButton } from "../ui/button.ts";
import type { BetaAccess, ApplicationState } from "./betaAccess.ts";
import { StatusNodes } from "./StatusNodes.tsx";

const words = authWords.access;

interface BetaAccessNoteProps {
  load: () => Promise<BetaAccess>;
  /** How often the visitor has come back to the page; the state is looked up again each time. */
  visits: number;
}

/**
 * Shows the state of the signed-in user's beta application, and takes the hero's offer of the beta away if there is one. The state is
 * looked up again when an application is submitted on this page.
 */
export function BetaAccessNote({ load, visits }: BetaAccessNoteProps) {
  const [access, setAccess] = useState<BetaAccess>();
  const [asked, setAsked] = useState(0);
  const [answered, setAnswered] = useState("");
  const note = useRef<HTMLOutputElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  const round = `${visits} ${asked}`;
  const loading = answered !== round;
  const lookAgain = useCallback(() => setAsked((last) => last + 1), []);

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

  useEffect(() => {
    document.addEventListener(applied, lookAgain);
    return () => document.removeEventListener(applied, lookAgain);
  }, [lookAgain]);

  const hasApplied = typeof access === "object";
  useEffect(() => {
    const offer = document.querySelector<HTMLElement>('h1 ~ * > [href="#beta"]');
    if (!hasApplied || !offer) return;
    offer.style.display = "none";
    return () => void (offer.style.display = "");
  }, [hasApplied]);

  const { product } = site;
  return (
    <div className="grid gap-4">
      <output ref={note} tabIndex={-1} className="block">
        {/* This text has an element to itself, because a translator replaces a bare text by another node, which React then cannot find. */}
        <span className="block">
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
        {product && access && (
          <a href={product} className={quietButton}>
            {words.open.action}
          </a>
        )}
        {access === "none" && !product && (
          <a href="#beta" className={quietButton}>
            {words.apply}
          </a>
        )}
      </output>
      {hasApplied && !product && (
        <StatusNodes status={access.status} appliedAt={access.appliedAt} due={due(access)} late={isLate(access)} />
      )}
    </div>
  );
}

/** The time by which an application is answered. */
const due = ({ appliedAt }: ApplicationState): Date => new Date(appliedAt.getTime() + replyWithin);

/** Whether an application is past that time, and not answered. */
const isLate = (access: ApplicationState): boolean => access.status === "pending" && due(access).getTime() < Date.now();

function wordsFor(access: BetaAccess): string {
  if (site.product && access !== "unknown")
    return words.open[typeof access === "string" ? access : access.acceptedBefore ? "accepted" : access.status];
  if (typeof access === "string") return words.states[access];
  const { status, acceptedBefore } = access;
  const said = isLate(access) ? words.late : words.states[status];
  return acceptedBefore && status !== "accepted" ? `${said} ${words.acceptedBefore}` : said;
}
