import { useEffect, useImperativeHandle, useRef, useState } from "react";
import { captchaWords } from "../../copy/forms.ts";
import { fieldClass } from "../../ui/field.ts";
import { createProof } from "./proof.ts";
import { CaptchaError, type CaptchaProvider, type CaptchaWidgetProps } from "./provider.ts";

const words = captchaWords.states;
const boxClass = "flex flex-wrap items-center justify-between gap-x-4 rounded-lg border bg-surface px-[16px] py-2";

/** A native checkbox; ticking it starts a proof of work in the background. What failed is tried again when the form is sent. */
function AltchaWidget({ id, error, onAnswer, ref }: CaptchaWidgetProps) {
  const box = useRef<HTMLInputElement>(null);
  const [waiting, setWaiting] = useState("");
  const [proof] = useState(() => createProof(setWaiting));
  const [state, setState] = useState<"idle" | "verifying" | "verified">("idle");
  const [failure, setFailure] = useState<string>();
  const [statusId, errorId] = [`${id}-status`, `${id}-error`];

  function show(next: typeof state, why?: string): void {
    // The tick may have been removed by now.
    setState(box.current?.checked ? next : "idle");
    setFailure(box.current?.checked ? why : undefined);
  }

  /** Shows how far the proof is. Why it failed is said here, unless the form says it (`forForm`). */
  async function follow(forForm: boolean): Promise<string> {
    show("verifying");
    try {
      const token = await proof.token();
      show("verified");
      return token;
    } catch (reason) {
      if (forForm) show("idle");
      else show("idle", reason instanceof CaptchaError ? reason.message : words.failed);
      throw reason;
    }
  }

  function toggle(): void {
    onAnswer();
    if (box.current?.checked) follow(false).catch(() => undefined);
    else show("idle");
  }

  useEffect(() => {
    // The visitor may have ticked the box before hydration.
    if (box.current?.checked) toggle();
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, []);

  useImperativeHandle(ref, () => ({
    token: async () => (box.current?.checked ? follow(true) : null),
    prepare: () => void proof.token().catch(() => undefined),
    renew() {
      proof.drop();
      show("idle");
    },
    reset() {
      proof.drop();
      if (box.current) box.current.checked = false;
      show("idle");
    },
  }));

  const asked = failure === undefined ? error : undefined;
  return (
    <div className={`${boxClass} ${(error ?? failure) ? "border-danger" : "border-edge"}`}>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          ref={box}
          id={id}
          type="checkbox"
          className="size-5 accent-sea aria-invalid:outline-danger"
          aria-invalid={error ? true : undefined}
          aria-describedby={asked ? `${statusId} ${errorId}` : statusId}
          aria-busy={state === "verifying" || undefined}
          onChange={toggle}
        />
        <span>{captchaWords.label}</span>
      </label>
      <output id={statusId} className={`block text-sm ${failure ? "font-semibold text-danger" : "text-muted"}`}>
        {failure ?? (state === "verifying" && waiting ? waiting : words[state])}
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
