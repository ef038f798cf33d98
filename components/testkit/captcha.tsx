import { useImperativeHandle } from "react";
import { vi } from "vitest";
import { mockToken } from "../../server/mocks/captcha.ts";
import { captchaWords } from "../copy/forms.ts";
import { CaptchaError, type CaptchaProvider, type CaptchaWidgetProps } from "../forms/captcha/provider.ts";

interface FakeCaptcha extends CaptchaProvider {
  ready: boolean;
  /** `failed`: solved by the visitor, but the backend cannot be reached. */
  state: "unsolved" | "solved" | "expired" | "failed";
  reset: () => void;
  prepare: () => void;
}

/** A captcha that tests solve by hand, for the mocked backend. They replace the real one with `vi.mock`. */
export const captcha: FakeCaptcha = {
  ready: true,
  state: "solved",
  reset: vi.fn(),
  prepare: vi.fn(),
  isReady: () => captcha.ready,
  Widget: function FakeWidget({ error, ref }: CaptchaWidgetProps) {
    useImperativeHandle(ref, () => ({
      token: async () => {
        if (captcha.state === "failed") throw new CaptchaError(captchaWords.states.unreachable);
        return captcha.state === "unsolved" ? null : mockToken(captcha.state);
      },
      reset: () => captcha.reset(),
      prepare: () => captcha.prepare(),
    }));
    return error ? <p>{error}</p> : null;
  },
};

/** Resets the captcha to its initial state. */
export function resetCaptcha(): void {
  Object.assign(captcha, { ready: true, state: "solved", reset: vi.fn(), prepare: vi.fn() });
}
