import { useImperativeHandle } from "react";
import { vi } from "vitest";
import { standInToken } from "../../server/mocks/captcha.ts";
import type { CaptchaProvider, CaptchaWidgetProps } from "../forms/captcha/provider/provider.ts";

interface FakeCaptcha extends CaptchaProvider {
  ready: boolean;
  state: "unsolved" | "solved" | "expired";
  reset: () => void;
  prepare: () => void;
  pause: () => void;
}

/** A captcha that tests solve by hand, for the mocked backend. They replace the real one with `vi.mock`. */
export const captcha: FakeCaptcha = {
  ready: true,
  state: "solved",
  reset: vi.fn(),
  prepare: vi.fn(),
  pause: vi.fn(),
  isReady: () => captcha.ready,
  Widget: function FakeWidget({ error, ref }: CaptchaWidgetProps) {
    useImperativeHandle(ref, () => ({
      token: () => Promise.resolve(captcha.state === "unsolved" ? null : standInToken(captcha.state)),
      reset: () => captcha.reset(),
      prepare: () => captcha.prepare(),
      pause: () => captcha.pause(),
    }));
    return error ? <p>{error}</p> : null;
  },
};

/** Resets the captcha to its initial state. */
export function resetCaptcha(): void {
  Object.assign(captcha, { ready: true, state: "solved", reset: vi.fn(), prepare: vi.fn(), pause: vi.fn() });
}
