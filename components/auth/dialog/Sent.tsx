import { useEffect, useRef, useState } from "react";
import { signInWords } from "../../copy/en/signIn.ts";
import { wideOnPhone, primaryButton, quietButton, secondaryButton } from "../../ui/button.ts";
import { RefusalMessage } from "./RefusalMessage.tsx";
import { Heading } from "./Heading.tsx";
import type { Refusal } from "./refusal.ts";

const words = signInWords.sent;

interface SentProps {
  email: string;
  signedUp: boolean;
  /** Sends the mail again; returns why it failed. */
  again: () => Promise<Refusal | undefined>;
  /** Whether the mail has not been sent at all yet. */
  atOnce: boolean;
  other: () => void;
  close: () => void;
}

/** Says that a mail is on its way, with the same words whether or not there is an account. */
export function Sent({ email, signedUp, again, atOnce, other, close }: SentProps) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();

  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const due = useRef(atOnce);
  useEffect(() => {
    if (due.current) void sendAgain();
    due.current = false;
  });

  async function sendAgain(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setRefusal(undefined);
    setRefusal(await again().catch((): Refusal => ({ text: signInWords.errors.offline })));
    setBusy(false);
  }

  return (
    <>
      <Heading
        ref={heading}
        title={words.title}
        text={`${signedUp ? words.signedUp(email) : words.text(email)} ${words.notes}`}
      />
      <div className="mt-4">
        <RefusalMessage refusal={refusal} />
      </div>
      <div className="mt-8 grid gap-4 sm:flex">
        <button type="button" className={`${primaryButton} ${wideOnPhone}`} onClick={close}>
          {signInWords.close}
        </button>
        <button
          type="button"
          className={`${secondaryButton} ${wideOnPhone}`}
          aria-disabled={busy || undefined}
          onClick={sendAgain}
        >
          {busy ? words.again.submitting : words.again.idle}
        </button>
      </div>
      <button type="button" className={`mt-4 ${quietButton}`} onClick={other}>
        {words.other}
      </button>
    </>
  );
}
