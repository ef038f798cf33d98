import { type ChangeEvent, useEffect, useImperativeHandle, useRef, useState } from "react";
import { captchaWords } from "../../../copy/en/forms.ts";
import { fieldClass } from "../../../ui/field.ts";
import type { CaptchaProvider, CaptchaWidgetProps } from "../provider/provider.ts";
import { verificationOf, type VerificationState } from "./verification.ts";

const boxClass = "flex flex-wrap items-center justify-between gap-x-4 rounded-lg border bg-surface px-4 py-2";

/** A native checkbox; ticking it has the browser do a proof of work in the background. */
function AltchaWidget({ id, error, onAnswer, ref }: CaptchaWidgetProps) {
  const box = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<VerificationState>("idle");
  const [verification] = useState(() => verificationOf(id));
  const [statusId, errorId] = [`${id}-status`, `${id}-error`];

  useEffect(() => {
    verification.listen(setState);
    // Ticked while the page was still plain HTML.
    if (box.current?.checked) verification.start();
    return () => verification.reset();
  }, [verification]);

  // The box is the browser's own, so that a tick made before hydration stays.
  useEffect(() => {
    if (box.current && state !== "idle") box.current.checked = state === "verifying" || state === "verified";
  }, [state]);

  useImperativeHandle(
    ref,
    () => ({
      token: () => verification.token(),
      prepare: () => verification.prepare(),
      pause: () => verification.pause(),
      reset: () => {
        if (box.current) box.current.checked = false;
        verification.reset();
      },
    }),
    [verification],
  );

  function toggled({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>): void {
    onAnswer();
    if (checked) verification.start();
    else verification.stop();
  }

  return (
    <div className={error ? `${boxClass} border-danger` : `${boxClass} border-edge`}>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          ref={box}
          id={id}
          type="checkbox"
          className="size-5 accent-sea aria-invalid:outline-danger"
          aria-busy={state === "verifying"}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${statusId} ${errorId}` : statusId}
          onChange={toggled}
        />
        {captchaWords.label}
      </label>
      <output id={statusId} className={`block ${fieldClass.hint}`}>
        {captchaWords.states[state]}
      </output>
      {error && (
        <p id={errorId} className={`basis-full pb-2 ${fieldClass.error}`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** ALTCHA, the self-hosted proof of work (https://altcha.org): no third party, no cookie, nothing to decipher. */
export const altcha: CaptchaProvider = { isReady: () => true, Widget: AltchaWidget };
