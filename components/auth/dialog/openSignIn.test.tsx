import { act, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { openLinkDialog } from "../../mailLinks/linkDialog.ts";
import { openSignIn } from "./dialogs.tsx";

afterEach(async () => {
  await act(async () => document.querySelectorAll("dialog").forEach((dialog) => dialog.close()));
  document.body.replaceChildren();
});

describe("opening the sign-in dialog", () => {
  it("is given up when the visitor has gone to a field meanwhile", () => {
    const field = document.body.appendChild(document.createElement("input"));
    history.replaceState(null, "", "/#sign-in");
    field.focus();
    act(() => openSignIn(undefined, document.body));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect([location.hash, document.activeElement]).toEqual(["", field]);
    // On some phones, pressing a link leaves the focus in the field.
    act(() => openSignIn(undefined, field));
    expect(screen.getByRole("dialog", { name: "Sign in" })).toBeTruthy();
  });

  it("takes the place of a mail link's dialog, which takes its place in turn", () => {
    const titles = () => screen.getAllByRole("heading").map(({ textContent }) => textContent);
    const showLink = () => openLinkDialog().show({ title: "A mail's link", text: "Its text." });
    showLink();
    act(() => openSignIn());
    expect(titles()).toEqual(["Sign in"]);
    act(showLink);
    expect(titles()).toEqual(["A mail's link"]);
  });
});
