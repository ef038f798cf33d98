import { useImperativeHandle } from "react";
import { vi } from "vitest";
import { type Accepted, type ProblemCode, problemMediaType, problems } from "../../server/contract/outcomes.ts";
import type { CaptchaProvider, CaptchaWidgetProps } from "./captcha/provider.ts";

interface FakeCaptcha extends CaptchaProvider {
  ready: boolean;
  solved: string | null;
  reset: () => void;
}

/** A captcha that tests solve by hand; they put it in place of the real one with `vi.mock`. */
export const captcha: FakeCaptcha = {
  ready: true,
  solved: "token",
  reset: vi.fn(),
  isReady: () => captcha.ready,
  Widget: function FakeWidget({ ref }: CaptchaWidgetProps) {
    useImperativeHandle(ref, () => ({
      token: () => Promise.resolve(captcha.solved),
      reset: () => captcha.reset(),
    }));
    return null;
  },
};

/** The network as the forms see it. */
export const network = vi.fn<typeof fetch>();

/** Puts captcha and network back to their first state. */
export function resetKit(): void {
  Object.assign(captcha, { ready: true, solved: "token", reset: vi.fn() });
  network.mockReset();
  vi.stubGlobal("fetch", network);
}

/** The backend's yes. */
export function accepted(code: Accepted["code"]): Response {
  return Response.json({ code }, { status: 201 });
}

/** The backend's no. */
export function refused(code: ProblemCode, more: object = {}, headers: Record<string, string> = {}): Response {
  const { status, title } = problems[code];
  return new Response(JSON.stringify({ type: "about:blank", title, status, code, ...more }), {
    status,
    headers: { "content-type": problemMediaType, ...headers },
  });
}

/** The bodies sent so far. */
export function sent(): unknown[] {
  return network.mock.calls.map(([, init]): unknown => JSON.parse(String(init?.body)));
}
