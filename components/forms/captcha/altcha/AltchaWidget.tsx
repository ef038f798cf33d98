import { useEffect, useImperativeHandle, useRef, useState } from "react";
import { captchaWords } from "../../../copy/en/forms.ts";
import { captchaState, fieldClass } from "../../../ui/field.ts";
import type { CaptchaProvider, CaptchaWidgetProps } from "../provider/provider.ts";
import { failures, followBox, statusIdOf } from "./followBox.ts";
import { verificationOf } from "./verification.ts";

const boxClass = "flex flex-wrap items-center justify-between gap-x-4 rounded-lg border bg-surface px-[16px] py-2";

/** A native checkbox; ticking it starts a proof of work in the background. */
function AltchaWidget({ id, error, onAnswer, ref }: CaptchaWidgetProps) {
  const box = useRef<HTMLInputElement>(null);
  const [verification] = useState(() => verificationOf(id));
  const [statusId, errorId] = [statusIdOf(id), `${id}-error`];
  // What has failed says itself what to do, such as to wait before the box is ticked again.
  const asked = failures.has(verification.state) ? undefined : error;

  useEffect(() => {
    const mounted = new AbortController();
    if (box.current) followBox(box.current, verification, mounted.signal);
    return () => {
      mounted.abort();
      verification.reset();
    };
  }, [verification]);

  useImperativeHandle(
    ref,
    () => ({
      token: () => verification.token(),
      prepare: () => verification.prepare(),
      pause: () => verification.pause(),
      renew: () => verification.renew(),
      reset: () => {
        if (box.current) box.current.checked = false;
        verification.reset();
      },
    }),
    [verification],
  );

  return (
    <div className={error ? `${boxClass} border-danger` : `${boxClass} border-edge`}>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          ref={box}
          id={id}
          type="checkbox"
          className="size-5 accent-sea aria-invalid:outline-danger"
          aria-invalid={error ? true : undefined}
          aria-describedby={asked ? `${statusId} ${errorId}` : statusId}
          onChange={onAnswer}
        />
        <span suppressHydrationWarning>{captchaWords.label}</span>
      </label>
      {/* What stands in it and how is not React's, nor is whether the box is busy: all may change before React comes. */}
      <output id={statusId} suppressHydrationWarning className={captchaState}>
        {""}
      </output>
      {asked && (
        <p id={errorId} className={`basis-full pb-2 ${fieldClass.error}`}>
          {asked}
        </p>
      )}
    </div>
  );
}

/** ALTCHA, the self-hosted proof of work (https://altcha.org): no third party, no cookie, nothing to decipher. */
export const altcha: CaptchaProvider = { isReady: () => true, Widget: AltchaWidget };
