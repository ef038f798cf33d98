import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { applied } from "../events.ts";
import type { BetaAccess } from "./betaAccess.ts";
import { setSignedInUser } from "./store.ts";
import { WelcomeCard } from "./WelcomeCard.tsx";

const signOut = vi.fn<() => Promise<void>>();
const loadBetaAccess = vi.fn<() => Promise<BetaAccess>>();
const show = () => render(<WelcomeCard signOut={signOut} loadBetaAccess={loadBetaAccess} />);
const signOutButton = () => screen.getByRole("button", { name: /sign/i });

beforeEach(() => {
  setSignedInUser("ada@example.com");
  signOut.mockReset().mockImplementation(async () => setSignedInUser(null));
  loadBetaAccess.mockReset().mockResolvedValue("pending");
});
afterEach(() => {
  cleanup();
  setSignedInUser(null);
});

describe("the welcome card", () => {
  it("names who is signed in", async () => {
    show();
    expect(screen.getByText("ada@example.com")).toBeTruthy();
    await screen.findByText(/is being reviewed/u);
  });

  it.each([
    ["pending", /is being reviewed.*48 hours/u],
    ["accepted", /was accepted/u],
    ["declined", /could not offer you a place/u],
    ["none", /have not applied/u],
    ["unknown", /could not be looked up/u],
  ] as const)("says how an application stands that is %s", async (access, words) => {
    loadBetaAccess.mockResolvedValue(access);
    show();
    expect(screen.getByRole("status").textContent).toContain("Looking up");
    await screen.findByText(words);
  });

  it("leads who has not applied to the form", async () => {
    loadBetaAccess.mockResolvedValue("none");
    show();
    expect((await screen.findByRole("link", { name: "Apply for beta access" })).getAttribute("href")).toBe("#beta");
  });

  it("looks again when asked, after a failure of whatever kind", async () => {
    loadBetaAccess.mockRejectedValueOnce(new Error("no network"));
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
    await screen.findByText(/is being reviewed/u);
    expect(loadBetaAccess).toHaveBeenCalledTimes(2);
  });

  it("keeps the focus of who tries again, on the button and then on what came", async () => {
    loadBetaAccess.mockResolvedValueOnce("unknown").mockResolvedValueOnce("unknown");
    show();
    const button = await screen.findByRole("button", { name: "Try again" });
    await userEvent.click(button);
    expect(document.activeElement).toBe(button);
    await screen.findByText(/could not be looked up/u);
    expect(document.activeElement).toBe(button);
    await userEvent.keyboard("{Enter}");
    await screen.findByText(/is being reviewed/u);
    expect(document.activeElement).toBe(screen.getByRole("status"));
    expect(loadBetaAccess).toHaveBeenCalledTimes(3);
  });

  it("follows an application made in the same page, and takes no older answer for it", async () => {
    let answerFirst = () => {};
    loadBetaAccess.mockReturnValueOnce(new Promise((resolve) => (answerFirst = () => resolve("none"))));
    show();
    act(() => void document.dispatchEvent(new Event(applied)));
    await screen.findByText(/is being reviewed/u);
    await act(async () => answerFirst());
    expect(screen.getByRole("status").textContent).toContain("is being reviewed");
  });

  it("signs out once, says so, and keeps the keyboard's place", async () => {
    show();
    await screen.findByText(/is being reviewed/u);
    await userEvent.dblClick(signOutButton());
    const farewell = await screen.findByText("You are signed out.");
    await waitFor(() => expect(document.activeElement).toBe(farewell));
    expect(signOut).toHaveBeenCalledTimes(1);
  });

  it("follows who is signed in, with the application of each", async () => {
    show();
    await screen.findByText(/is being reviewed/u);
    act(() => setSignedInUser(null));
    expect(screen.getByRole("status").textContent).toBe("You are signed out.");
    loadBetaAccess.mockResolvedValue("accepted");
    act(() => setSignedInUser("grace@example.com"));
    await screen.findByText(/was accepted/u);
    expect(screen.getByText("grace@example.com")).toBeTruthy();
  });
});
