import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { useMockedBackend } from "./mockedBackend.ts";

const dialog = () => screen.getByRole("dialog");

function makePage(): void {
  document.body.innerHTML = `<nav><a href="#sign-in">Sign in</a></nav><div id="welcome"></div>`;
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
  // The pages of earlier tests would otherwise hear this test's events.
  vi.stubGlobal("BroadcastChannel", undefined);
}

/** The page around the sign-in dialogs for each test of a file, and what the tests use of them. */
export function useDialogPage() {
  const backend = useMockedBackend();
  const atEnd: (() => void)[] = [];

  beforeEach(makePage);
  afterEach(async () => {
    await act(async () => {
      document.querySelectorAll("dialog").forEach((shown) => shown.close());
      for (const leave of atEnd.splice(0)) leave();
    });
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    localStorage.clear();
    history.replaceState(null, "", "/");
  });

  return {
    backend,
    /** Loads the page's code. */
    async load() {
      const [{ openSignIn, openNewPassword }, store, asked] = await Promise.all([
        import("../auth/dialogs.tsx"),
        import("../auth/user.ts"),
        import("../auth/askedHere.ts"),
      ]);
      atEnd.push(() => store.setSignedInUser(null));
      return { openSignIn, openNewPassword, ...store, ...asked };
    },
    dialog,
    field: (label: string) => within(dialog()).getByLabelText(label),
    press: (name: string) => userEvent.click(within(dialog()).getByRole("button", { name })),
    alert: () => within(dialog()).getByRole("alert"),
    /** Waits for the focus, which moves after what it moves to is shown. */
    expectFocus: (place: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(place())),
  };
}
