import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { prepareCaptcha } from "./prepareCaptcha.ts";
import { type EarlyChallenge, earlyChallenge } from "./provider/earlyChallenge.ts";

const network = vi.fn<typeof fetch>();
const handedOver = vi.fn<(event: CustomEvent<EarlyChallenge>) => void>();
const asked = () => network.mock.calls.map(([address]) => String(address));

beforeEach(() => {
  vi.stubEnv("DEV", false);
  vi.stubGlobal("fetch", network.mockReset().mockResolvedValue(new Response("{}")));
  document.addEventListener(earlyChallenge, handedOver);
});
afterEach(() => {
  document.removeEventListener(earlyChallenge, handedOver);
  handedOver.mockReset();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

it("asks for challenge and worker at once, and hands the answer over when the form's code has come", async () => {
  let come = () => {};
  prepareCaptcha("waitlist", new Promise<void>((resolve) => (come = resolve)));
  expect(asked()[0]).toBe("/functions/v1/forms/captcha");
  expect(asked()[1]).toContain("solve.worker");
  expect(handedOver).not.toHaveBeenCalled();
  come();
  await vi.waitFor(() => expect(handedOver).toHaveBeenCalledOnce());
  const detail = handedOver.mock.calls[0]?.[0].detail;
  expect(detail?.id).toBe("waitlist-captcha");
  expect(await detail?.challenge).toBeInstanceOf(Response);
});

it("leaves it to the form's code where there is no network", async () => {
  network.mockRejectedValue(new TypeError("Failed to fetch"));
  prepareCaptcha("waitlist", Promise.reject(new TypeError("Failed to fetch")));
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(handedOver).not.toHaveBeenCalled();
});

it("asks for nothing where the captcha is another, or the work will be", () => {
  vi.stubEnv("PUBLIC_RECAPTCHA_SITE_KEY", "key");
  prepareCaptcha("waitlist", Promise.resolve());
  vi.stubEnv("PUBLIC_RECAPTCHA_SITE_KEY", "");
  vi.stubGlobal("WebAssembly", undefined);
  prepareCaptcha("waitlist", Promise.resolve());
  expect(asked()).toEqual([]);
});
