import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { challengeLife } from "../../../../server/contract/limits.ts";
import type { CaptchaHandle, CaptchaWidgetProps } from "../provider/provider.ts";
import { altcha } from "./AltchaWidget.tsx";
import { solve, startWorker } from "./solve.ts";

vi.mock("./solve.ts", () => ({ solve: vi.fn(), startWorker: vi.fn() }));

const now = Date.parse("2026-11-21T10:00:00Z");
const challenge = {
  parameters: { algorithm: "PBKDF2/SHA-256", nonce: "00", salt: "00", cost: 1, keyLength: 32, keyPrefix: "00" },
  signature: "00",
};
const network = vi.fn<typeof fetch>();
const handle = createRef<CaptchaHandle>();
const box = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "I'm not a robot" });
const status = () => screen.getByRole("status").textContent;
/** Whether the frame around the box is red, and whether it is as usual. */
const frame = () =>
  ["border-danger", "border-edge"].map((edge) => screen.getByRole("status").parentElement?.classList.contains(edge));
const settle = (milliseconds = 0) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

function answerWith(parameters: object) {
  network.mockImplementation(() =>
    Promise.resolve(Response.json({ ...challenge, parameters: { ...challenge.parameters, ...parameters } })),
  );
}

const onAnswer = vi.fn();
const usual: CaptchaWidgetProps = { id: "captcha", ready: true, error: undefined, onAnswer, ref: handle };
let props = usual;
let test = 0;

let view: ReturnType<typeof render>;
beforeEach(() => {
  vi.useFakeTimers({ now });
  vi.stubGlobal("fetch", network.mockReset());
  answerWith({});
  vi.mocked(solve).mockReset().mockResolvedValue("token");
  // Its verification is kept by its id.
  props = { ...usual, id: `captcha${(test += 1)}` };
  view = render(<altcha.Widget {...props} />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the altcha widget", () => {
  it("holds no token until it is ticked", async () => {
    expect(status()).toBe("");
    expect(await handle.current?.token()).toBeNull();
    expect(network).not.toHaveBeenCalled();
  });

  it("verifies once ticked, and a form sent meanwhile waits for the token", async () => {
    fireEvent.click(box());
    expect(status()).toBe("Verifying…");
    expect(box().getAttribute("aria-busy")).toBe("true");
    const token = handle.current?.token();
    await settle();
    expect(await token).toBe("token");
    expect(status()).toBe("Verified");
    expect(network.mock.calls[0]?.[0]).toBe("/functions/v1/forms/captcha");
  });

  it("says when it failed, unticks the box and can be tried again", async () => {
    network.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    fireEvent.click(box());
    await settle();
    expect(status()).toContain("failed");
    expect(screen.getByRole("status").className).toContain("danger");
    expect(frame()).toEqual([true, false]);
    expect(box().checked).toBe(false);
    expect(await handle.current?.token()).toBeNull();
    fireEvent.click(box());
    await settle();
    expect(status()).toBe("Verified");
    expect(screen.getByRole("status").className).not.toContain("danger");
    expect(frame()).toEqual([false, true]);
  });

  it("says that it failed where the browser refuses a worker, and can be tried again", async () => {
    vi.mocked(startWorker).mockImplementationOnce(() => {
      throw new DOMException("Workers are blocked.", "SecurityError");
    });
    fireEvent.click(box());
    await settle();
    expect([status(), box().checked]).toEqual([expect.stringContaining("failed"), false]);
    fireEvent.click(box());
    await settle();
    expect(status()).toBe("Verified");
  });

  it.each([{ algorithm: 1 }, { keyPrefix: null }, { cost: "1" }])(
    "refuses what is no challenge: %o",
    async (parameters) => {
      answerWith(parameters);
      fireEvent.click(box());
      await settle();
      expect(status()).toContain("failed");
      expect(solve).not.toHaveBeenCalled();
    },
  );

  it("keeps the token to itself when it is unticked, and forgets it when the form resets it", async () => {
    fireEvent.click(box());
    await settle();
    fireEvent.click(box());
    expect(await handle.current?.token()).toBeNull();
    fireEvent.click(box());
    await settle();
    expect(network).toHaveBeenCalledTimes(1);
    act(() => handle.current?.reset());
    expect(box().checked).toBe(false);
    expect(status()).toBe("");
    expect(await handle.current?.token()).toBeNull();
  });

  it("has a new token, and its tick, after the form was lost on the way", async () => {
    fireEvent.click(box());
    await settle();
    act(() => handle.current?.renew?.());
    expect([box().checked, status(), vi.mocked(network).mock.calls.length]).toEqual([true, "Verified", 1]);
    vi.mocked(solve).mockResolvedValueOnce("another token");
    const next = handle.current?.token();
    await settle();
    expect(await next).toBe("another token");
    expect(status()).toBe("Verified");
    expect(network).toHaveBeenCalledTimes(2);
  });

  it("works before it is ticked, and says nothing of it until then", async () => {
    act(() => handle.current?.prepare?.());
    act(() => handle.current?.prepare?.());
    await settle();
    expect([solve, network].map((call) => vi.mocked(call).mock.calls.length)).toEqual([1, 1]);
    expect(status()).toBe("");
    expect(await handle.current?.token()).toBeNull();
    fireEvent.click(box());
    expect(status()).toBe("Verified");
    expect(await handle.current?.token()).toBe("token");
  });

  it("fails in silence before it is ticked, and anew when it is", async () => {
    network.mockRejectedValue(new TypeError("Failed to fetch"));
    act(() => handle.current?.prepare?.());
    await settle();
    expect(status()).toBe("");
    fireEvent.click(box());
    await settle();
    expect(status()).toContain("failed");
    expect(network).toHaveBeenCalledTimes(2);
  });

  it("asks once, not at each field, for a challenge that does not come", async () => {
    network.mockImplementation(() => Promise.resolve(Response.json({})));
    for (let field = 0; field < 3; field++) {
      handle.current?.prepare?.();
      await settle();
    }
    expect(network).toHaveBeenCalledOnce();
    handle.current?.reset();
    handle.current?.prepare?.();
    await settle();
    expect(network).toHaveBeenCalledTimes(2);
  });

  it("stops the work when the form is left, and goes on with the same challenge", async () => {
    const never = new Promise<string>(() => {});
    vi.mocked(solve).mockReturnValue(never);
    act(() => handle.current?.prepare?.());
    await settle();
    act(() => handle.current?.pause?.());
    expect(vi.mocked(solve).mock.calls[0]?.[1].signal.aborted).toBe(true);
    vi.mocked(solve).mockResolvedValue("token");
    fireEvent.click(box());
    await settle();
    expect(status()).toBe("Verified");
    expect(network).toHaveBeenCalledTimes(1);
    act(() => handle.current?.pause?.());
    expect(await handle.current?.token()).toBe("token");
  });

  it("lets what nobody asked for expire, and fetches another challenge when somebody does", async () => {
    act(() => handle.current?.prepare?.());
    await settle();
    await settle(challengeLife);
    expect(network).toHaveBeenCalledTimes(1);
    expect(status()).toBe("");
    fireEvent.click(box());
    await settle();
    expect(network).toHaveBeenCalledTimes(2);
  });

  it("says that it has to wait where the backend gives no more challenges", async () => {
    network.mockResolvedValue(Response.json({ code: "rate_limited" }, { status: 429 }));
    fireEvent.click(box());
    await settle();
    expect(status()).toContain("Too many attempts from your network.");
    expect(box().checked).toBe(false);
    // And not to tick the box now, when the form has been sent.
    view.rerender(<altcha.Widget {...props} error="Tick this box." />);
    expect(screen.queryByText("Tick this box.")).toBeNull();
    const says = ["aria-invalid", "aria-describedby"].map((name) => box().getAttribute(name));
    expect(says).toEqual(["true", `${props.id}-status`]);
  });

  it("drops the work of a run that was called off", async () => {
    fireEvent.click(box());
    const token = handle.current?.token();
    fireEvent.click(box());
    await settle();
    expect(await token).toBeNull();
    expect(status()).toBe("");
  });

  it("renews the token shortly before its challenge expires", async () => {
    fireEvent.click(box());
    await settle();
    vi.mocked(solve).mockResolvedValue("renewed");
    await settle(challengeLife - 30_000);
    await settle(1);
    expect(await handle.current?.token()).toBe("renewed");
    expect(status()).toBe("Verified");
    expect(box().checked).toBe(true);
  });

  it("lets it expire in a hidden page, and renews it when the page is seen again", async () => {
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    fireEvent.click(box());
    await settle();
    await settle(challengeLife);
    expect(status()).toContain("expired");
    expect(box().checked).toBe(false);
    expect(await handle.current?.token()).toBeNull();
    visibility.mockReturnValue("visible");
    document.dispatchEvent(new Event("visibilitychange"));
    await settle();
    expect(status()).toBe("Verified");
    visibility.mockRestore();
  });

  it("gives out no token that expired while the machine slept, which stops timers but not the clock", async () => {
    fireEvent.click(box());
    await settle();
    vi.setSystemTime(now + 2 * challengeLife);
    vi.mocked(solve).mockResolvedValue("renewed");
    const token = handle.current?.token();
    expect(status()).toBe("Verifying…");
    await settle();
    expect(await token).toBe("renewed");
    expect(await handle.current?.token()).toBe("renewed");
    expect(network).toHaveBeenCalledTimes(2);
  });

  it.each([-3, 3])("renews it no sooner and no later by a clock that is %i hours ahead", async (hours) => {
    answerWith({ expiresAt: now / 1000 + challengeLife / 1000 - hours * 3600 });
    fireEvent.click(box());
    await settle(challengeLife - 60_000);
    expect(network).toHaveBeenCalledTimes(1);
    await settle(60_000);
    expect(network).toHaveBeenCalledTimes(2);
  });

  it("leaves nothing running when it is taken away", async () => {
    fireEvent.click(box());
    await settle();
    cleanup();
    expect(vi.getTimerCount()).toBe(0);
  });
});

it("takes up a tick made before hydration", async () => {
  cleanup();
  const container = document.createElement("div");
  document.body.append(container);
  const { renderToString } = await import("react-dom/server");
  container.innerHTML = renderToString(<altcha.Widget {...props} />);
  box().checked = true;
  render(<altcha.Widget {...props} />, { container, hydrate: true });
  await settle();
  expect(status()).toBe("Verified");
  expect(box().checked).toBe(true);
});

it("says at the box what it is asked for, until it is ticked", async () => {
  cleanup();
  render(<altcha.Widget {...props} error="Tick this box." />);
  expect(box().getAttribute("aria-invalid")).toBe("true");
  const ids = box().getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual(["", "Tick this box."]);
  onAnswer.mockClear();
  fireEvent.click(box());
  await settle();
  expect(onAnswer).toHaveBeenCalledTimes(1);
});
