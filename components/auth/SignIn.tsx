import { useEffect, useRef, useState } from "react";
import { signInWords } from "../copy/signIn.ts";
import { quietButton, secondaryButton, wideOnPhone } from "../ui/button.ts";
import { askedHere } from "./askedHere.ts";
import { AuthForm, Heading, RefusalMessage } from "./AuthForm.tsx";
import type { Refusal } from "./errors.ts";
import type { Values } from "./fields.ts";
import { type View, views } from "./views.ts";

/** Makes the dialog send a new sign-in link to `send` as soon as it opens, for a visitor whose link has expired. */
export interface SignInStart {
  send: string;
}

/** The sign-in dialog's content: one of four {@link views}, and {@link Sent} once one of them has sent a mail. */
export function SignIn({ start }: { start?: SignInStart | undefined }) {
  const [view, setView] = useState<View>("link");
  const [typed, setTyped] = useState<Partial<Values>>({ email: start?.send ?? askedHere()?.email ?? "" });
  const [sent, setSent] = useState(start !== undefined);
  /** True while nothing has been sent yet, because the dialog opened with `start`: then {@link Sent} itself sends the mail. */
  const [due, setDue] = useState(start !== undefined);
  const { fields, mails, others, send } = views[view];
  const { title, text, submit } = signInWords.views[view];

  if (sent) {
    const again = () => send({ name: "", password: "", email: "", ...typed });
    return (
      <Sent
        email={typed.email ?? ""}
        signedUp={view === "signUp"}
        again={again}
        atOnce={due}
        other={() => {
          setDue(false);
          setSent(false);
        }}
      />
    );
  }
  return (
    <>
      <Heading title={title} text={text} />
      <AuthForm
        key={view}
        names={fields}
        defaults={typed}
        submit={submit}
        send={send}
        onDone={(values) => {
          setTyped(values);
          // The answer belongs to this view, though the visitor may have opened another while it was awaited.
          setView(view);
          setSent(mails);
        }}
      />
      <ul className="mt-4 flex flex-wrap justify-between gap-x-6 border-t border-rule pt-2">
        {others.map((other) => (
          <li key={other}>
            {other === "signUp" && `${signInWords.views.signUp.ask} `}
            <button
              type="button"
              className={quietButton}
              onClick={({ currentTarget }) => {
                // The visitor need not type the address again for another way of signing in.
                const email = currentTarget.closest("dialog")?.querySelector<HTMLInputElement>("[name=email]")?.value;
                setTyped({ email: email ?? "" });
                setView(other);
              }}
            >
              {signInWords.views[other].open}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface SentProps {
  email: string;
  signedUp: boolean;
  /** Sends the mail; resolves to the reason if it could not be sent. */
  again: () => Promise<Refusal | undefined>;
  /** Whether to send the mail on opening, because nothing has sent it yet. */
  atOnce: boolean;
  /** Leads back to the form, where another address can be typed. */
  other: () => void;
}

/** The pause between two mails to one address, in milliseconds. It is GoTrue's limit, so a shorter one would only be refused. */
const pause = 60_000;

/** Counts down the whole seconds until `time` (milliseconds since 1970); returns 0 once it has come. */
function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((time - now) / 1000));
}

/** Says that a mail is on its way. The words are the same with and without an account, so that nobody learns who has one. */
function Sent({ email, signedUp, again, atOnce, other }: SentProps) {
  const words = signInWords.sent.again;
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [next, setNext] = useState(() => (atOnce ? 0 : Date.now() + pause));
  const seconds = useSecondsUntil(next);

  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const due = useRef(atOnce);
  // The effect runs after every render, as sendAgain is new in each; the ref keeps it to one mail.
  useEffect(() => {
    if (due.current) void sendAgain();
    due.current = false;
  });

  async function sendAgain(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setRefusal(undefined);
    const refused = await again().catch((): Refusal => ({ text: signInWords.errors.offline }));
    setRefusal(refused);
    setBusy(false);
    if (refused) return;
    setNext(Date.now() + pause);
    // The button is disabled during the pause and would drop the focus, so the heading takes it.
    heading.current?.focus();
  }

  return (
    <>
      <Heading
        ref={heading}
        title={signInWords.sent.title}
        text={`${signedUp ? signInWords.sent.signedUp(email) : signInWords.sent.text(email)} ${signInWords.sent.notes}`}
      />
      <div className="mt-4">
        <RefusalMessage refusal={refusal} />
      </div>
      <div className="mt-8 grid gap-4 sm:flex">
        <button
          type="button"
          className={`${secondaryButton} ${wideOnPhone}`}
          aria-disabled={busy || undefined}
          disabled={seconds > 0}
          onClick={sendAgain}
        >
          {busy ? words.submitting : seconds > 0 ? words.later(seconds) : words.idle}
        </button>
      </div>
      <button type="button" className={`mt-4 ${quietButton}`} onClick={other}>
        {signInWords.sent.other}
      </button>
    </>
  );
}
