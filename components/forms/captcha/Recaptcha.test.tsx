import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CaptchaHandle } from "./provider.ts";
import { type RecaptchaApi, readinessLimit, recaptcha } from "./Recaptcha.tsx";

const handle = createRef<CaptchaHandle>();
const api = { render: vi.fn<RecaptchaApi["render"]>(), reset: vi.fn<RecaptchaApi["reset"]>() };
const scripts = () => [...document.querySelectorAll("script")];
const onAnswer = vi.fn();
const widget = (ready: boolean, error?: string) => (
  <recaptcha.Widget id="captcha" ready={ready} error={error} onAnswer={onAnswer} ref={handle} />
);
const parameters = () => api.render.mock.calls[0]?.[1];

beforeEach(() => {
  vi.stubEnv("PUBLIC_RECAPTCHA_SITE_KEY", "site-key");
  api.render.mockReset().mockReturnValue(7);
  api.reset.mockReset();
  onAnswer.mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  delete window.grecaptcha;
  document.head.replaceChildren();
});

describe("the reCAPTCHA widget", () => {
  it("is ready when Google says so, not when the first of its scripts ran", () => {
    expect(recaptcha.isReady()).toBe(false);
    window.grecaptcha = {};
    expect(recaptcha.isReady()).toBe(false);
    window.grecaptcha = api;
    expect(recaptcha.isReady()).toBe(true);
  });

  it("hands out the token until it expires or the network goes", async () => {
    window.grecaptcha = api;
    render(widget(true));
    expect(api.render.mock.calls[0]?.[0]).toBe(document.getElementById("captcha"));
    expect(parameters()?.sitekey).toBe("site-key");
    expect(await handle.current?.token()).toBeNull();
    parameters()?.callback("token");
    expect(await handle.current?.token()).toBe("token");
    parameters()?.["expired-callback"]();
    expect(await handle.current?.token()).toBeNull();
    parameters()?.callback("token");
    parameters()?.["error-callback"]();
    expect(await handle.current?.token()).toBeNull();
  });

  it("says that the script is blocked and tries again when asked", () => {
    render(widget(false));
    act(() => {
      scripts()[0]?.dispatchEvent(new Event("error"));
    });
    expect(screen.getByRole("alert").textContent).toContain("The captcha couldn’t load.");
    expect(scripts()).toHaveLength(0);
    screen.getByRole("button", { name: "Try again" }).focus();
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(scripts()).toHaveLength(1);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(document.activeElement?.id).toBe("captcha");
  });

  it("says so too when the script came and was not ready after ten seconds, and starts afresh when asked", () => {
    vi.useFakeTimers();
    window.grecaptcha = {};
    const { rerender } = render(widget(false));
    act(() => vi.advanceTimersByTime(readinessLimit - 1));
    expect(screen.queryByRole("alert")).toBeNull();
    act(() => vi.advanceTimersByTime(1));
    expect(readinessLimit).toBe(10_000);
    expect(screen.getByRole("alert").textContent).toContain("The captcha couldn’t load.");
    expect(scripts()).toHaveLength(0);
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(scripts()).toHaveLength(1);
    window.grecaptcha = api;
    rerender(widget(true));
    expect(vi.getTimerCount()).toBe(0);
    expect(api.render).toHaveBeenCalledTimes(1);
  });
});
