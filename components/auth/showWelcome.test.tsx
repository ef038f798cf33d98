import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as code from "./card/hydrateCard.tsx";
import { WelcomeCard } from "./card/WelcomeCard.tsx";
import { applied } from "../events.ts";
import { hydrateRoot } from "../hydration/react.ts";
import { showWelcome, type Welcome } from "./showWelcome.ts";
import { setSignedInUser, signedInUser } from "./store.ts";

vi.mock("../hydration/react.ts", { spy: true });

const ada = "ada@example.com";
let place = document.createElement("div");
const signOutButton = () => screen.getByRole("button", { name: /^Sign/u });
const calls = () => ({
  signOut: vi.fn<Welcome["signOut"]>(async () => setSignedInUser(null)),
  loadBetaAccess: vi.fn<Welcome["loadBetaAccess"]>(async () => "none"),
  restore: vi.fn<Welcome["restore"]>(),
});
let welcome = calls();
const complain = vi.spyOn(console, "error");
let reactComes = () => {};
let reactFails = () => {};

/** Shows the card of who has just been found to be signed in; React is on its way. */
function show(user = ada): Promise<void> {
  setSignedInUser(user);
  const fetchCode = () =>
    new Promise<typeof code>((resolve, reject) => {
      reactComes = () => resolve(code);
      reactFails = () => reject(new TypeError("Failed to fetch dynamically imported module"));
    });
  return showWelcome(place, user, { fetchCode, ...welcome });
}

beforeEach(() => {
  // A new one each time: React keeps what it has taken over.
  place = document.createElement("div");
  document.body.replaceChildren(place);
  complain.mockReset();
  welcome = calls();
});
afterEach(async () => {
  // A card that stays goes on listening to the document, which may be that of other test files.
  const roots = vi.mocked(hydrateRoot).mock.results.map(({ value }) => value);
  await act(async () => roots.forEach((root) => root.unmount()));
  vi.mocked(hydrateRoot).mockClear();
  setSignedInUser(null);
});

describe("the welcome card before React", () => {
  it.each([[ada], ["+4915123456789"], ["<b>@example.com"]])("is what the component renders for %s", (user) => {
    const never = () => new Promise<never>(() => {});
    void show(user);
    const rendered = document.createElement("div");
    rendered.innerHTML = renderToString(
      <WelcomeCard greeted={user} signOut={never} loadBetaAccess={never} restore={never} />,
    );
    expect(place.innerHTML).toBe(rendered.innerHTML);
  });

  it.each([[ada], ["+4915123456789"]])("is taken over as it is, without a word of React's: %s", async (user) => {
    const shown = show(user);
    const [section] = place.children;
    signOutButton().focus();
    await act(async () => {
      reactComes();
      await shown;
    });
    expect(await screen.findByText(/have not applied/u)).toBeTruthy();
    expect(place.firstElementChild).toBe(section);
    expect(document.activeElement).toBe(signOutButton());
    expect(complain).not.toHaveBeenCalled();
    // Asked for once, before React was there.
    expect(welcome.loadBetaAccess).toHaveBeenCalledOnce();
  });

  it.each(["mouse", "keyboard"])("keeps a press of its button by %s until React is there", async (means) => {
    const shown = show();
    if (means === "mouse") await userEvent.dblClick(signOutButton());
    else {
      signOutButton().focus();
      await userEvent.keyboard("{Enter}");
    }
    expect(signOutButton().getAttribute("aria-disabled")).toBe("true");
    expect(welcome.signOut).not.toHaveBeenCalled();
    await act(async () => {
      reactComes();
      await shown;
    });
    const farewell = await screen.findByText("You are signed out.");
    expect(document.activeElement).toBe(farewell);
    expect(welcome.signOut).toHaveBeenCalledOnce();
    expect(complain).not.toHaveBeenCalled();
  });

  it("says so when the session has ended meanwhile", async () => {
    const shown = show();
    setSignedInUser(null);
    await act(async () => {
      reactComes();
      await shown;
    });
    expect(screen.getByText("You are signed out.")).toBeTruthy();
    expect(complain).not.toHaveBeenCalled();
  });

  it("becomes the card of who has signed in meanwhile, with their own application", async () => {
    const shown = show();
    setSignedInUser("grace@example.com");
    await act(async () => {
      reactComes();
      await shown;
    });
    expect(screen.getByText("grace@example.com")).toBeTruthy();
    expect(welcome.loadBetaAccess).toHaveBeenCalledTimes(2);
  });

  it("asks anew where somebody has applied meanwhile", async () => {
    const shown = show();
    document.dispatchEvent(new Event(applied));
    welcome.loadBetaAccess.mockResolvedValue("unknown");
    await act(async () => {
      reactComes();
      await shown;
    });
    expect(screen.queryByText(/have not applied/u)).toBeNull();
    expect(welcome.loadBetaAccess).toHaveBeenCalledTimes(2);
  });

  it("goes where React cannot be fetched, and comes with the next try", async () => {
    const shown = show();
    reactFails();
    await shown;
    expect(place.hasChildNodes()).toBe(false);
    expect(signedInUser()).toBeNull();
    expect(welcome.signOut).not.toHaveBeenCalled();
    void show();
    expect(screen.getByText(ada)).toBeTruthy();
  });

  it("has signed out who pressed its button even then", async () => {
    const shown = show();
    await userEvent.click(signOutButton());
    reactFails();
    await shown;
    expect(welcome.signOut).toHaveBeenCalledOnce();
    expect(signedInUser()).toBeNull();
  });
});
