import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { verificationOf } from "./altcha/verification.ts";
import { captchaCode, prepareCaptcha } from "./prepareCaptcha.ts";

vi.mock("./altcha/verification.ts", () => {
  const prepare = vi.fn();
  return { verificationOf: vi.fn(() => ({ prepare })) };
});

const network = vi.fn<typeof fetch>();
const asked = () => network.mock.calls.map(([address]) => String(address));
const prepare = vi.mocked(verificationOf("").prepare);

beforeEach(() => {
  vi.stubEnv("DEV", false);
  vi.stubEnv("PUBLIC_RECAPTCHA_SITE_KEY", "");
  vi.stubGlobal("fetch", network.mockReset().mockResolvedValue(new Response("{}")));
  vi.mocked(verificationOf).mockClear();
  prepare.mockReset();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

it("asks for challenge and worker at once, and begins the work with the answer on its way", async () => {
  prepareCaptcha("waitlist");
  expect(asked()[0]).toBe("/functions/v1/forms/captcha");
  expect(asked()[1]).toContain("solve.worker");
  await vi.waitFor(() => expect(prepare).toHaveBeenCalledOnce());
  expect(verificationOf).toHaveBeenCalledWith("waitlist-captcha");
  expect(await prepare.mock.calls[0]?.[0]).toBeInstanceOf(Response);
});

it("leaves what cannot be fetched to the form's code", async () => {
  network.mockRejectedValue(new TypeError("Failed to fetch"));
  prepareCaptcha("waitlist");
  await vi.waitFor(() => expect(prepare).toHaveBeenCalledOnce());
  await expect(prepare.mock.calls[0]?.[0]).rejects.toThrow("Failed to fetch");
});

it("asks for nothing where the captcha is another, or the work will be", () => {
  vi.stubEnv("PUBLIC_RECAPTCHA_SITE_KEY", "key");
  prepareCaptcha("waitlist");
  expect(captchaCode()).toBeUndefined();
  vi.stubEnv("PUBLIC_RECAPTCHA_SITE_KEY", "");
  vi.stubGlobal("WebAssembly", undefined);
  prepareCaptcha("waitlist");
  expect(asked()).toEqual([]);
});
