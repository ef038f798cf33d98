import { useState } from "react";
import { signInWords } from "../../copy/en/signIn.ts";
import { quietButton } from "../../ui/button.ts";
import { askedHere } from "../askedHere.ts";
import { AuthForm } from "./AuthForm.tsx";
import { Heading } from "./Heading.tsx";
import { Sent } from "./Sent.tsx";
import type { Values } from "./fields.ts";
import { type View, views } from "./views.ts";

/** What the dialog does when it opens: it sends a new link. */
export interface SignInStart {
  send: string;
}

interface SignInProps {
  start?: SignInStart | undefined;
  close: () => void;
}

/** Signing in by link or password, signing up, and recovering a forgotten password. */
export function SignIn({ start, close }: SignInProps) {
  const [view, setView] = useState<View>("link");
  const [typed, setTyped] = useState<Partial<Values>>({ email: start?.send ?? askedHere()?.email ?? "" });
  const [sent, setSent] = useState(start !== undefined);
  /** Whether the mail that {@link Sent} announces has yet to be sent. */
  const [due, setDue] = useState(start !== undefined);
  const { fields, chooses, mails, others, send } = views[view];
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
        close={close}
      />
    );
  }
  return (
    <>
      <Heading title={title} text={text} />
      <AuthForm
        key={view}
        names={fields}
        chooses={chooses}
        defaults={typed}
        submit={submit}
        send={send}
        onDone={(values) => {
          setTyped(values);
          // The visitor may have gone on to another view meanwhile.
          setView(view);
          setSent(mails);
        }}
        leave={{ label: signInWords.close, onPress: close }}
      />
      <ul className="mt-4 grid justify-items-start border-t border-rule pt-2">
        {others.map((other) => (
          <li key={other}>
            <button
              type="button"
              className={quietButton}
              onClick={({ currentTarget }) => {
                // Input for one way of signing in is kept for the next.
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
