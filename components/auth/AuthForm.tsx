import { type Ref, type SubmitEvent, useEffect, useRef, useState } from "react";
import { signInWords } from "../copy/signIn.ts";
import { showLater } from "../focus.ts";
import { wideOnPhone, primaryButton, secondaryButton } from "../ui/button.ts";
import { fieldClass } from "../ui/field.ts";
import type { Refusal } from "./errors.ts";
import { type FieldName, fields, type Values } from "./fields.ts";

const words = signInWords.fields;

interface AuthFormProps {
  names: readonly FieldName[];
  /** Whether its password field is for a new password. */
  chooses?: boolean | undefined;
  /** The account, for password managers, if the form has no field for it. */
  account?: string;
  /** Initial content of the fields. */
  defaults: { [Name in FieldName]?: Values[Name] | undefined };
  submit: { idle: string; submitting: string };
  /** Returns why it failed. */
  send: (values: Values) => Promise<Refusal | undefined>;
  /** Called with the input after a success. */
  onDone: (values: Values) => void;
  /** A button beside the submit button. */
  leave?: { label: string; onPress: () => void };
}

/** Fields, a submit button, and below the wrong field or the last one why the last attempt failed. The input stays. */
export function AuthForm({ names, chooses = false, account, defaults, submit, send, onDone, leave }: AuthFormProps) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const form = useRef<HTMLFormElement>(null);
  const inputOf = (name: FieldName) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`);

  useEffect(() => {
    const inputs = [...(form.current?.querySelectorAll<HTMLInputElement>("[name]") ?? [])];
    (inputs.find(({ value }) => value === "") ?? inputs[0])?.focus();
  }, []);

  /** In the document the refusal comes after all fields; on the screen, these styles put it right below the wrong one. */
  const wrongIndex = names.findIndex((name) => name === refusal?.field);
  const later = { order: 1 };

  async function handleSubmit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const typed = (name: FieldName) => inputOf(name)?.value ?? defaults[name] ?? "";
    const values = { name: typed("name"), email: typed("email").trim(), password: typed("password") };
    setBusy(true);
    setRefusal(undefined);
    const refused = await send(values).catch((): Refusal => ({ text: signInWords.errors.offline }));
    setBusy(false);
    if (!refused) return onDone(values);
    setRefusal(refused);
    const input = inputOf(refused.field ?? names[0] ?? "email");
    input?.focus();
    showLater(input?.parentElement);
  }

  return (
    // Without a script the form would be sent by GET, which puts the input into the address.
    <form ref={form} method="post" noValidate className="mt-6 grid gap-4" onSubmit={handleSubmit}>
      {account !== undefined && <input type="email" autoComplete="username" value={account} readOnly hidden />}
      {names.map((name, index) => {
        const isNew = chooses && name === "password";
        const { label, ...attributes } = fields[name];
        const wrong = refusal?.field === name;
        const described = [isNew && "sign-in-hint", wrong && "sign-in-error"].filter(Boolean).join(" ");
        return (
          <div
            key={name}
            className={fieldClass.stack}
            style={wrongIndex >= 0 && index > wrongIndex ? later : undefined}
          >
            <label htmlFor={`sign-in-${name}`} className={fieldClass.label}>
              {isNew ? words.newPassword : label}
            </label>
            <input
              {...attributes}
              {...(isNew && { autoComplete: "new-password" })}
              id={`sign-in-${name}`}
              name={name}
              required
              readOnly={busy}
              defaultValue={defaults[name]}
              aria-invalid={wrong}
              aria-describedby={described || undefined}
              className={fieldClass.input}
            />
            {isNew && (
              <p id="sign-in-hint" className={fieldClass.hint}>
                {words.passwordHint}
              </p>
            )}
          </div>
        );
      })}
      <RefusalMessage id="sign-in-error" refusal={refusal} />
      <div className="grid gap-4 sm:flex" style={later}>
        <button type="submit" className={`${primaryButton} ${wideOnPhone}`} aria-disabled={busy || undefined}>
          {busy ? submit.submitting : submit.idle}
        </button>
        {leave && (
          <button type="button" className={`${secondaryButton} ${wideOnPhone}`} onClick={leave.onPress}>
            {leave.label}
          </button>
        )}
      </div>
    </form>
  );
}

/** Says why an attempt failed, and comes into view in a dialog that is higher than its screen. */
export function RefusalMessage({ id, refusal }: { id?: string; refusal: Refusal | undefined }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The message scrolls into view after the field that has got the focus, which may be far above.
    if (refusal) showLater(place.current);
  }, [refusal]);
  return (
    // The region is always there, so that screen readers read what comes into it.
    <p
      ref={place}
      id={id}
      role="alert"
      className={`${fieldClass.error} empty:hidden`}
      // The margin is half of the form's gap, so that the field above stays in view.
      style={{ scrollMargin: "0.5rem" }}
    >
      {refusal?.text}
    </p>
  );
}

/** Id of the heading that names the dialog. */
export const headingId = "sign-in-title";
/** Id of the text below it. */
export const textId = "sign-in-text";

interface HeadingProps {
  title: string;
  text: string;
  ref?: Ref<HTMLHeadingElement>;
}

/** Heading and text of a dialog's view. When the heading gets the focus, screen readers read both. */
export function Heading({ title, text, ref }: HeadingProps) {
  return (
    <>
      <h2
        ref={ref}
        id={headingId}
        tabIndex={-1}
        aria-describedby={textId}
        className="pe-6 text-2xl font-semibold text-ink"
      >
        {title}
      </h2>
      <p id={textId} className="mt-4">
        {text}
      </p>
    </>
  );
}
