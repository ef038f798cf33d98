import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { brand } from "../../server/contract/brand.ts";
import { applied } from "../events.ts";
import { site } from "../site.ts";
import * as beta from "./betaAccess.ts";
import type { BetaAccess, ApplicationState } from "./betaAccess.ts";
import * as session from "./restore.ts";
import { setSignedInUser } from "./user.ts";
import { WelcomeCard } from "./WelcomeCard.tsx";

vi.mock("./betaAccess.ts", () => ({ loadBetaAccess: vi.fn() }));
vi.mock("./restore.ts", () => ({ restore: vi.fn(), signOut: vi.fn() }));
afterAll(() => {
  vi.doUnmock("./betaAccess.ts");
  vi.doUnmock("./restore.ts");
});

const loadBetaAccess = vi.mocked(beta.loadBetaAccess);
const { restore, signOut } = vi.mocked(session);
/** An application that was sent just now, unless the test names another time. */
const stateOf = (status: ApplicationState["status"], more: Partial<ApplicationState> = {}): ApplicationState => ({
  status,
  appliedAt: new Date(),
  acceptedBefore: false,
  ...more,
});
const show = () => render(<WelcomeCard />);
const signOutButton = () => screen.getByRole("button", { name: /sign/i });

beforeEach(() => {
  setSignedInUser("ada@example.com");
  signOut.mockReset().mockImplementation(async () => setSignedInUser(null));
  restore.mockReset().mockResolvedValue();
  loadBetaAccess.mockReset().mockResolvedValue(stateOf("pending"));
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  setSignedInUser(null);
});

describe("the welcome card", () => {
  it.each([
    [stateOf("pending"), /you need no answer/u],
    [stateOf("pending", { appliedAt: new Date("2026-01-01") }), /you need no answer/u],
    [stateOf("accepted"), new RegExp(`was accepted\\. ${brand} is open now`, "u")],
    [stateOf("declined"), new RegExp(`${brand} is open to everyone now`, "u")],
    ["none", new RegExp(`did not apply.*${brand} is open now`, "u")],
  ] satisfies [BetaAccess, RegExp][])("leads to the product once that is open: %o", async (access, words) => {
    Object.assign(site, { product: "https://app.example/" });
    onTestFinished(() => void Object.assign(site, { product: undefined }));
    loadBetaAccess.mockResolvedValue(access);
    show();
    await screen.findByText(words);
    expect(screen.getAllByRole<HTMLAnchorElement>("link").map(({ href }) => href)).toEqual([site.product]);
    expect(screen.queryByRole("list")).toBeNull();
  });

  it.each([
    ["pending", /is being reviewed\.$/u, stateOf("pending")],
    ["accepted", /was accepted/u, stateOf("accepted")],
    ["declined", /could not offer you a place/u, stateOf("declined")],
    ["pending too long", /we’re sorry it’s late/u, stateOf("pending", { appliedAt: new Date("2026-01-01") })],
    [
      "declined after another",
      /could not offer.*accepted, and that stands/u,
      stateOf("declined", { acceptedBefore: true }),
    ],
    ["none", /have not applied/u, "none"],
    ["unknown", /couldn’t look up/u, "unknown"],
  ] satisfies [string, RegExp, BetaAccess][])("says how an application stands that is %s", async (_, words, access) => {
    loadBetaAccess.mockResolvedValue(access);
    show();
    expect(screen.getByRole("status").textContent).toContain("Looking up");
    await screen.findByText(words);
  });

  it("shows by when a pending application is answered, in the visitor's time", async () => {
    loadBetaAccess.mockResolvedValue(stateOf("pending", { appliedAt: new Date("2126-03-01T09:30:00Z") }));
    show();
    const answer = (await screen.findByText(/^by/u)).parentElement;
    expect(answer?.querySelector("time")?.getAttribute("datetime")).toBe("2126-03-03T09:30:00.000Z");
    const local = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
    expect(answer?.textContent).toContain(local.format(new Date("2126-03-03T09:30:00Z")));
    expect(screen.getAllByRole("listitem").map((item) => item.getAttribute("aria-current"))).toEqual([
      null,
      "step",
      null,
    ]);
  });

  it("promises no day that has passed", async () => {
    loadBetaAccess.mockResolvedValue(stateOf("pending", { appliedAt: new Date("2026-01-01T12:00:00") }));
    show();
    const answer = (await screen.findByText(/^was due/u)).closest("li");
    expect(answer?.textContent).toBe("Answerwas due Saturday 3 January");
    expect(answer?.style.getPropertyValue("--color-keel")).toBe("var(--color-danger)");
  });

  it("has nothing beside the button that leaves but its title, so that no address moves it", () => {
    show();
    expect(signOutButton().parentElement?.textContent).toBe("WelcomeSign out");
  });

  it.each([
    ["accepted", "AcceptedNext: we email you when the beta starts. Nothing to do now.", null],
    ["declined", "Not this timeYou can still hear when it opens.Join the waitlist", "#waitlist"],
  ] as const)(
    "ends with what comes next for a person who is %s, and the hero no longer offers them the beta",
    async (status, words, href) => {
      loadBetaAccess.mockResolvedValue(stateOf(status));
      document.body.insertAdjacentHTML("beforeend", '<h1>Hero</h1><div><a href="#beta">Apply</a></div>');
      const offer = screen.getByRole("link", { name: "Apply" });
      show();
      await screen.findByText(/^(?:Accepted|Not this time)$/u);
      const last = screen.getAllByRole("listitem").at(-1);
      expect(last?.textContent).toBe(words);
      expect(last?.querySelector("a")?.getAttribute("href") ?? null).toBe(href);
      await waitFor(() => expect(offer.style.display).toBe("none"));
      act(() => setSignedInUser(null));
      expect(offer.style.display).toBe("");
    },
  );

  it("looks again each time the visitor comes back to the page, and keeps what it knew when that fails", async () => {
    show();
    await screen.findByText(/is being reviewed/u);
    const comeBack = () => void document.dispatchEvent(new Event("visibilitychange"));
    loadBetaAccess.mockRejectedValueOnce(new Error("no network"));
    act(comeBack);
    await act(async () => {});
    expect(screen.getByRole("status").textContent).toContain("is being reviewed");
    loadBetaAccess.mockResolvedValue(stateOf("accepted"));
    act(comeBack);
    await screen.findByText(/was accepted/u);
    expect(loadBetaAccess).toHaveBeenCalledTimes(3);
    // The page also asks whether the session still stands.
    expect(restore).toHaveBeenCalledTimes(2);
  });

  it("keeps the focus when a visitor tries again, on the button and then on the answer", async () => {
    loadBetaAccess.mockResolvedValueOnce("unknown").mockResolvedValueOnce("unknown");
    show();
    const button = await screen.findByRole("button", { name: "Try again" });
    await userEvent.click(button);
    expect(document.activeElement).toBe(button);
    await screen.findByText(/couldn’t look up/u);
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
    loadBetaAccess.mockResolvedValue(stateOf("accepted"));
    act(() => setSignedInUser("grace@example.com"));
    await screen.findByText(/was accepted/u);
    expect(screen.getByText("grace@example.com")).toBeTruthy();
  });
});
