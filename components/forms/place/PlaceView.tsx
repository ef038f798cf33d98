import { type ReactNode, useEffect, useRef, useState } from "react";
import type { PlaceAnswer } from "../../../server/contract/outcomes.ts";
import { splitPlaceLink } from "../../../server/contract/shareCode.ts";
import { formWords } from "../../copy/forms.ts";
import { leavingWords as words } from "../../copy/leaving.ts";
import { focusNew } from "../../focus.ts";
import { type Answer, postForm } from "../send.ts";
import { Share } from "../Share.tsx";
import { quietButton, secondaryButton, wideOnPhone } from "../../ui/button.ts";
import { waitInWords } from "../../waitInWords.ts";
import { keepPlace, keptPlace, wordsOf } from "./place.ts";

interface PlaceViewProps {
  seen: PlaceAnswer;
  /** The link that showed it. */
  link: string;
  /** Whether a dialog around it has said where the person is on the list. */
  inDialog?: boolean;
  /** Leads to the form; absent where there is none. */
  onForm?: () => void;
  /** Called when the browser has forgotten the link at the person's wish. */
  onForget?: () => void;
  /** Says instead of this view that the person is off the list. */
  onGone?: (said: { title: string; text: string }) => void;
}

type Way = "leave" | "erase";

/** Says why somebody is still on the list. */
function reasonOf(answer: Exclude<Answer, { kind: "accepted" }>): string {
  const { tooMany, unexpected } = formWords.errors;
  const isLimited = answer.kind === "refused" && answer.code === "rate_limited";
  return isLimited ? tooMany(waitInWords(answer.retryAfter)) : unexpected.text;
}

/** A person's place on the list, the link for friends, and the ways off the list. */
export function PlaceView({ seen, link, inDialog = false, onForm, onForget, onGone }: PlaceViewProps) {
  const [asking, ask] = useState<Way>();
  const [gone, setGone] = useState<"left" | "erased">();
  const { title, text } = gone ? words[gone] : wordsOf(seen);
  const toForm = onForm && (
    <button type="button" className={quietButton} onClick={onForm}>
      {words.again}
    </button>
  );
  if (gone)
    return (
      <Part title={title} text={text} takesFocus>
        {toForm}
      </Part>
    );
  if (asking)
    return (
      <Ask
        way={asking}
        token={splitPlaceLink(link).unsubscribe}
        onStay={() => ask(undefined)}
        onGone={() => {
          if (keptPlace() === link) keepPlace(null);
          const now = asking === "leave" ? "left" : "erased";
          setGone(now);
          onGone?.(words[now]);
        }}
      />
    );
  return (
    <Part title={inDialog ? undefined : title} text={inDialog ? undefined : text}>
      {seen.friends > 0 && <p className="font-semibold">{words.friends(seen.friends)}</p>}
      {seen.confirmed && <Share code={seen.shareCode} />}
      <div
        className={`${toForm ? "grid justify-items-start sm:grid-cols-2" : "flex flex-wrap"} gap-x-6 border-t border-rule pt-2 text-sm`}
      >
        {toForm}
        {onForget && (
          <button
            type="button"
            className={quietButton}
            onClick={() => {
              keepPlace(null);
              onForget();
            }}
          >
            {words.forget}
          </button>
        )}
        {(["leave", "erase"] as const).map((way) => (
          <button key={way} type="button" className={quietButton} onClick={() => ask(way)}>
            {words[way].action}
          </button>
        ))}
      </div>
    </Part>
  );
}

interface PartProps {
  title: string | undefined;
  text: string | undefined;
  takesFocus?: boolean;
  children?: ReactNode;
}

/** A heading and a text, above what can be done. */
function Part({ title, text, takesFocus = false, children }: PartProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) focusNew(heading.current);
  }, [takesFocus]);
  return (
    <div className="grid gap-4">
      {title && (
        <h3 ref={heading} tabIndex={-1} className="font-display text-2xl font-semibold">
          {title}
        </h3>
      )}
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}

interface AskProps {
  way: Way;
  token: string;
  onStay: () => void;
  onGone: () => void;
}

/** Asks once whether somebody wants to leave the list, or to be erased, and does it at the press of a button. */
function Ask({ way, token, onStay, onGone }: AskProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const { title, text, action, stay } = words[way];

  async function go(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFailure("");
    const answer = await postForm(way === "leave" ? "/unsubscribe" : "/erase", undefined, { token });
    // Nobody has this link any more if an earlier answer was lost.
    if (answer.kind === "accepted" || (answer.kind === "refused" && answer.code === "token_spent_or_unknown"))
      return onGone();
    setBusy(false);
    setFailure(reasonOf(answer));
  }

  return (
    <Part title={title} text={text} takesFocus>
      <div className="grid gap-4 sm:flex">
        <button
          type="button"
          className={`${secondaryButton} ${wideOnPhone}`}
          aria-disabled={busy || undefined}
          onClick={() => void go()}
        >
          {action}
        </button>
        <button type="button" className={`${secondaryButton} ${wideOnPhone}`} disabled={busy} onClick={onStay}>
          {stay}
        </button>
      </div>
      <output>{busy ? words.busy : ""}</output>
      {failure && (
        <p role="alert" className="font-semibold text-danger">
          {failure}
        </p>
      )}
    </Part>
  );
}
