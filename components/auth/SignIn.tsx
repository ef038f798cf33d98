import { useEffect, useEffectEvent, useRef, useState } from "react";
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

interface State {
  view: View;
  typed: Partial<Values>;
  /** Whether the view's mail has been sent. While it is due, {@link Sent} sends it on opening. */
  mail: "none" | "due" | "sent";
}

/** The sign-in dialog's content: one of four {@link views}, and {@link Sent} in its place once its mail is due or sent. */
export function SignIn({ start }: { start?: SignInStart | undefined }) {
  const [{ view, typed, mail }, setState] = useState<State>(() => ({
    view: "link",
    typed: { email: start?.send ?? askedHere()?.email ?? "" },
    mail: start ? "due" : "none",
  }));
  const { fields, mails, others, send } = views[view];
  const { title, text, submit } = signInWords.views[view];

  if (mail !== "none") {
    return (
      <Sent
        email={typed.email ?? ""}
        signedUp={view === "signUp"}
        send={() => send({ name: "", password: "", email: "", ...typed })}
        atOnce={mail === "due"}
        onOther={() => setState({ view, typed, mail: "none" })}
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
        // The answer belongs to this view, though the visitor may have opened another while it was awaited.
        onDone={(values) => setState({ view, typed: values, mail: mails ? "sent" : "none" })}
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
                setState({ view: other, typed: { email: email ?? "" }, mail: "none" });
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
  send: () => Promise<Refusal | undefined>;
  /** Whether to send the mail on opening, because nothing has sent it yet. */
  atOnce: boolean;
  /** Leads back to the form, where another address can be typed. */
  onOther: () => void;
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
function Sent({ email, signedUp, send, atOnce, onOther }: SentProps) {
  const words = signInWords.sent.again;
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [next, setNext] = useState(() => (atOnce ? 0 : Date.now() + pause));
  const seconds = useSecondsUntil(next);

  const heading = useRef<HTMLHeadingElement>(null);
  const onOpening = useEffectEvent(() => {
    heading.current?.focus();
    if (atOnce) void sendMail();
  });
  useEffect(() => onOpening(), []);

  async function sendMail(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setRefusal(undefined);
    const refused = await send().catch((): Refusal => ({ text: signInWords.errors.offline }));
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
          onClick={sendMail}
        >
          {busy ? words.submitting : seconds > 0 ? words.later(seconds) : words.idle}
        </button>
      </div>
      <button type="button" className={`mt-4 ${quietButton}`} onClick={onOther}>
        {signInWords.sent.other}
      </button>
    </>
  );
}
