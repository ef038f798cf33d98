import {
  type InputEvent,
  type RefObject,
  type SubmitEvent,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { captchaWords, formWords } from "../copy/forms.ts";
import { goToRow } from "../focus.ts";
import { primaryButton, quietButton, wideOnPhone } from "../ui/button.ts";
import { fieldClass } from "../ui/field.ts";
import { captcha } from "./captcha/captcha.ts";
import type { CaptchaHandle } from "./captcha/provider.ts";
import type { FormDefinition } from "./definition.ts";
import { Field } from "./Field.tsx";
import { liveMark, sentMark } from "./headScript.ts";
import { tidyAddresses } from "./problems.ts";
import { Success } from "./Success.tsx";
import { useChecks } from "./useChecks.ts";
import { type FormState, useForm } from "./useForm.ts";

/** A form from its definition, or its success view after it was stored. */
export function Form({ definition }: { definition: FormDefinition }) {
  const state = useForm(definition);

  /** Leads back to the form, whose first field then has this content. */
  function reopen(content: string): void {
    flushSync(() => state.restart());
    const first = document.getElementById(`${definition.name}-${definition.fields[0]?.name}`);
    if (!(first instanceof HTMLInputElement) || !first.form) return;
    first.value = content;
    goToRow(first, first.form);
  }

  return state.phase === "done" ? (
    <Success
      words={definition.words.done}
      sent={state.sent}
      onAnother={() => reopen("")}
      onChange={() => reopen(state.sent.address)}
    />
  ) : (
    <OpenForm definition={definition} state={state} />
  );
}

/** A form's fields, captcha and submit button, and the note on what is stored. */
function OpenForm({ definition, state }: { definition: FormDefinition; state: FormState }) {
  const { name, fields, words } = definition;
  const form = useRef<HTMLFormElement>(null);
  const widget = useRef<CaptchaHandle>(null);
  const ready = useCaptchaReady();
  useLive(form, ready);
  const checks = useChecks(fields);
  const submitting = state.phase === "submitting";
  const locked = submitting || state.phase === "sending again";

  useEffect(() => {
    // The work for the captcha is done while the visitor fills in the form, so that the tick need not wait.
    const prepare = () => widget.current?.prepare?.();
    if (form.current?.contains(document.activeElement)) prepare();
    else form.current?.addEventListener("focusin", prepare, { once: true });
  }, []);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    void state.submit({ form: event.currentTarget, captcha: widget.current, checks });
  }

  function sendAgain(): void {
    if (!form.current?.reportValidity()) return;
    void state.submit({ form: form.current, captcha: widget.current, checks }, true);
  }

  function onInput(event: InputEvent): void {
    state.forgetFailure();
    checks.onInput(event);
  }

  function onInvalidCapture(event: SyntheticEvent<HTMLFormElement>): void {
    checks.onInvalidCapture(event);
    // The browser sends nothing yet, and would ask for the captcha only after that.
    const mark = (token: string | null) => token ?? checks.say({ captcha: captchaWords.missing });
    widget.current?.token().then(mark, () => undefined);
  }

  // If all fields are required, none needs a mark.
  const marked = fields.some(({ required }) => !required);

  return (
    // The form is one element, which the success view replaces at the same height.
    <div>
      {/* "post" keeps what was typed out of the address bar, should the browser ever send the form itself. */}
      <form
        ref={form}
        method="post"
        className="grid gap-5 sm:grid-cols-2"
        onSubmit={submit}
        {...{ onBlur: checks.onBlur, onInput, onInvalidCapture }}
      >
        {marked && (
          <p className={`${fieldClass.hint} col-span-full -mb-2`}>
            <span className={fieldClass.requiredMark}>*</span>
            <span>{` ${formWords.required}`}</span>
          </p>
        )}
        {fields.map((field) => (
          <Field
            key={field.name}
            id={`${name}-${field.name}`}
            definition={field}
            marked={marked}
            checks={checks}
            locked={locked}
          />
        ))}
        <div className={locked ? "pointer-events-none col-span-full opacity-60" : "col-span-full"}>
          <captcha.Widget
            id={`${name}-captcha`}
            ready={ready}
            error={checks.errors["captcha"]}
            onAnswer={() => checks.say({ captcha: "" })}
            ref={widget}
          />
        </div>
        <Line state={state} action={words.again?.action} onAgain={sendAgain} />
        {/* A busy button is aria-disabled, which also gives it its spinner: a disabled one would drop the keyboard's focus. */}
        <button
          type="submit"
          className={`${primaryButton} ${wideOnPhone} col-span-full`}
          disabled={!ready}
          aria-disabled={submitting || undefined}
          // The browser also clicks it for the Enter key, and validates the fields afterwards.
          onClick={({ currentTarget }) => currentTarget.form && tidyAddresses(currentTarget.form)}
        >
          {submitting ? words.submit.submitting : words.submit.idle}
        </button>
      </form>
      <p className="mt-4 text-sm text-muted">{words.section.kept}</p>
    </div>
  );
}

interface LineProps {
  state: FormState;
  /** Label of the button that sends the form for another mail. */
  action: string | undefined;
  onAgain: () => void;
}

/** Why the last attempt failed, at the button: an error, or a note. */
function Line({ state: { phase, failure }, action, onAgain }: LineProps) {
  const line = useRef<HTMLParagraphElement>(null);
  const { text, isMore, calm, again } = failure;
  const asked = useRef(false);
  useEffect(() => {
    // The button that had the focus is gone.
    if (asked.current && text && !again && document.activeElement === document.body) line.current?.focus();
    asked.current = again;
  }, [text, again]);
  if (!text) return null;
  const busy = phase === "sending again";
  return (
    // Screen readers read the line unless the toast says the same.
    <p
      ref={line}
      tabIndex={-1}
      role={isMore ? (calm ? "status" : "alert") : undefined}
      className={
        calm
          ? "col-span-full -mb-2 flex flex-wrap items-center gap-x-4 rounded-lg bg-tint px-4 py-3 text-sm"
          : `${fieldClass.error} col-span-full -mb-2`
      }
    >
      {again ? (
        <>
          <span className="flex-[1_1_12rem]">{text}</span>
          <button
            type="button"
            className={`${quietButton} -my-2.5 gap-2`}
            aria-disabled={busy || undefined}
            onClick={onAgain}
          >
            {action}
          </button>
        </>
      ) : (
        text
      )}
    </p>
  );
}

/** Interval of checks whether the captcha has loaded, in milliseconds (requirements 4). */
export const readinessPoll = 100;

/** Whether the captcha is ready. False in the pre-rendered page. */
function useCaptchaReady(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (ready) return;
    const check = () => setReady(captcha.isReady());
    check();
    const timer = setInterval(check, readinessPoll);
    return () => clearInterval(timer);
  }, [ready]);
  return ready;
}

/** Tells the head script that this form works now, and sends what it has remembered once the button is `ready`. */
function useLive(form: RefObject<HTMLFormElement | null>, ready: boolean): void {
  useEffect(() => form.current?.setAttribute(liveMark, "react"), [form]);

  useEffect(() => {
    const island = form.current?.closest(`[${sentMark}]`);
    if (!ready || !form.current || !island) return;
    island.removeAttribute(sentMark);
    tidyAddresses(form.current);
    form.current.requestSubmit();
  }, [form, ready]);
}
