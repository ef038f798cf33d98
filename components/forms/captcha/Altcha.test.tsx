import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createRef } from "react";
import { renderToString } from "react-dom/server";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { altcha } from "./Altcha.tsx";
import { createProof, type Proof } from "./proof.ts";
import { CaptchaError, type CaptchaHandle } from "./provider.ts";

vi.mock("./proof.ts", () => ({ createProof: vi.fn() }));
afterAll(() => void vi.doUnmock("./proof.ts"));

const token = vi.fn<Proof["token"]>();
const drop = vi.fn<Proof["drop"]>();
const handle = createRef<CaptchaHandle>();
const onAnswer = vi.fn();
const widget = (error?: string) => <altcha.Widget id="captcha" ready error={error} onAnswer={onAnswer} ref={handle} />;
const box = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "I’m not a robot" });
const expectStatus = (text: string) => waitFor(() => expect(screen.getByRole("status").textContent).toBe(text));
const away = new CaptchaError("Our server cannot be reached.");

beforeEach(() => {
  token.mockReset().mockResolvedValue("token");
  drop.mockReset();
  vi.mocked(createProof).mockReturnValue({ token, drop });
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

describe("the altcha widget", () => {
  it("verifies once ticked, and holds no token before or after", async () => {
    render(widget());
    expect(await handle.current?.token()).toBeNull();
    expect(token).not.toHaveBeenCalled();
    fireEvent.click(box());
    expect([screen.getByRole("status").textContent, box().getAttribute("aria-busy")]).toEqual(["Verifying…", "true"]);
    await expectStatus("Verified");
    expect(await act(async () => handle.current?.token())).toBe("token");
    fireEvent.click(box());
    await expectStatus("");
    expect(await handle.current?.token()).toBeNull();
  });

  it("keeps its tick when it fails, says why, and tries again when the form is sent or it is ticked anew", async () => {
    render(widget("Tick this box."));
    token.mockRejectedValue(away);
    fireEvent.click(box());
    await expectStatus("Our server cannot be reached.");
    expect([box().checked, screen.queryByText("Tick this box.")]).toEqual([true, null]);
    await act(() => expect(handle.current?.token()).rejects.toThrow(away.message));
    // The form asked for the token, so the form says why there is none.
    await expectStatus("");
    fireEvent.click(box());
    await expectStatus("");
    fireEvent.click(box());
    await expectStatus("Our server cannot be reached.");
    await act(() => expect(handle.current?.token()).rejects.toThrow(away.message));
    token.mockResolvedValue("token");
    expect(await act(async () => handle.current?.token())).toBe("token");
    await expectStatus("Verified");
  });

  it("says what it waits for, and then that it goes on", async () => {
    render(widget());
    token.mockReturnValue(new Promise(() => undefined));
    fireEvent.click(box());
    const [say] = vi.mocked(createProof).mock.lastCall ?? [];
    act(() => say?.("Trying again in 2 seconds…"));
    await expectStatus("Trying again in 2 seconds…");
    act(() => say?.(""));
    await expectStatus("Verifying…");
  });

  it("has a new token with the same tick after a lost answer, and neither after a refusal", async () => {
    render(widget());
    fireEvent.click(box());
    await expectStatus("Verified");
    act(() => handle.current?.renew?.());
    expect([box().checked, drop.mock.calls.length]).toEqual([true, 1]);
    act(() => handle.current?.reset());
    expect([box().checked, drop.mock.calls.length]).toEqual([false, 2]);
    await expectStatus("");
  });

  it("takes up a tick made before hydration", async () => {
    const container = document.createElement("div");
    document.body.append(container);
    container.innerHTML = renderToString(widget());
    box().checked = true;
    render(widget(), { container, hydrate: true });
    await expectStatus("Verified");
    expect(box().checked).toBe(true);
  });
});
