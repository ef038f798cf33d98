import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { prepareCaptcha } from "./prepareCaptcha.ts";

const network = vi.fn<typeof fetch>();
const asked = () => network.mock.calls.map(([address]) => String(address));
const beginWork = vi.fn<(island: HTMLElement, challenge: Promise<Response>) => void>();
const code = Promise.resolve({ beginWork });
const island = document.createElement("div");

beforeEach(() => {
  vi.stubEnv("DEV", false);
  vi.stubEnv("PUBLIC_RECAPTCHA_SITE_KEY", "");
  vi.stubGlobal("fetch", network.mockReset().mockResolvedValue(new Response("{}")));
  beginWork.mockReset();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

it("asks for challenge and worker at once, and begins the work with the answer on its way", async () => {
  prepareCaptcha(island, code);
  expect(asked()[0]).toBe("/functions/v1/forms/captcha");
  expect(asked()[1]).toContain("solve.worker");
  await expect.poll(() => beginWork).toHaveBeenCalledOnce();
  expect(await beginWork.mock.calls[0]?.[1]).toBeInstanceOf(Response);
});

it("leaves what cannot be fetched to the form's code", async () => {
  network.mockRejectedValue(new TypeError("Failed to fetch"));
  prepareCaptcha(island, code);
  await expect.poll(() => beginWork).toHaveBeenCalledOnce();
  await expect(beginWork.mock.calls[0]?.[1]).rejects.toThrow("Failed to fetch");
});

it("asks for nothing where the captcha is another", () => {
  vi.stubEnv("PUBLIC_RECAPTCHA_SITE_KEY", "key");
  prepareCaptcha(island, undefined);
  expect(asked()).toEqual([]);
});
