import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { leavingWords } from "../../copy/leaving.ts";
import { mailLinkWords } from "../../copy/mailLinks.ts";
import { Form } from "../Form.tsx";
import { forms } from "../forms.ts";
import { sentMark } from "../headScript.ts";
import { hydrate } from "../hydrate.tsx";
import { placeKey } from "../../storage.ts";
import { answering, lostNetwork, refused, sha256, useMockedBackend } from "../../testkit/mockedBackend.ts";

vi.mock("../captcha/captcha.ts", () => import("../../testkit/captcha.tsx"));
afterAll(() => void vi.doUnmock("../captcha/captcha.ts"));

const backend = useMockedBackend();
const email = "mary@example.com";
const place = () => screen.findByRole("heading", { name: "You are number 1." });
const field = () => screen.findByLabelText(/email/iu);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const isKept = () => localStorage.getItem(placeKey) !== null;

/** Comes back to the browser in which Mary confirmed. */
async function comeBack(prepare: (island: HTMLElement) => void = () => undefined): Promise<HTMLElement> {
  const island = document.createElement("div");
  island.dataset["island"] = "waitlist";
  island.innerHTML = renderToString(<Form definition={forms.waitlist} />);
  document.body.append(island);
  prepare(island);
  await act(async () => hydrate(island));
  return island;
}

beforeEach(async () => {
  localStorage.setItem(placeKey, "place-token.leave-token");
  backend.subscribe(email, "2026-01-02T00:00:00+00:00");
  backend.state.mailLinks[await sha256("place-token")] = { purpose: "place", email };
  backend.state.mailLinks[await sha256("leave-token")] = { purpose: "unsubscribe", email };
});
afterEach(() => {
  document.body.replaceChildren();
  localStorage.clear();
});

it("who confirmed in this browser sees their place and link instead of the form", async () => {
  const island = await comeBack();
  await place();
  expect([island.hidden, screen.queryByText(/came by your link/u)]).toEqual([true, null]);
  expect(screen.getByText(`${location.origin}/?via=0123ABCD`)).toBeTruthy();
  await press("Join with another address");
  expect(await field()).toBe(document.activeElement);
  expect([island.hidden, isKept(), screen.queryByText("You are number 1.")]).toEqual([false, true, null]);
});

it("the browser forgets them at their wish", async () => {
  await comeBack();
  await place();
  await press("Forget on this device");
  expect(await field()).toBe(document.activeElement);
  expect(isKept()).toBe(false);
  expect(backend.state.waitlist[0]?.unsubscribed_at).toBeNull();
});

it.each([
  ["Leave the list", "You are off the list"],
  ["Delete my data", "Your data is deleted"],
])("after “%s” the browser knows them no more, and the form is there again", async (way, heading) => {
  await comeBack();
  await place();
  await press(way);
  await press(way);
  const said = await screen.findByRole("heading", { name: heading });
  await vi.waitFor(() => expect(said).toBe(document.activeElement));
  expect(isKept()).toBe(false);
  await press("Join with another address");
  expect(await field()).toBe(document.activeElement);
});

it("has no number while few are on the list", async () => {
  backend.faults.push(
    answering(/\/place$/u, () => Response.json({ code: "listed", friends: 2, shareCode: "0123ABCD", confirmed: true })),
  );
  await comeBack();
  await screen.findByRole("heading", { name: "You are among the first." });
  expect(screen.getByText("2 friends came by your link.")).toBeTruthy();
});

it.each([
  ["has left", () => Object.assign(backend.state.waitlist[0] ?? {}, { unsubscribed_at: "2026-01-03" }), false],
  ["is there without a connection", () => backend.faults.push(lostNetwork), true],
  ["asks too often", () => backend.faults.push(answering(/\/place$/u, () => refused("rate_limited"))), true],
])("who %s sees the form", async (_, prepare, stays) => {
  prepare();
  const island = await comeBack();
  await vi.waitFor(() => expect(document.forms[0]?.dataset["live"]).toBe("react"));
  expect([island.hidden, isKept()]).toEqual([false, stays]);
});

it.each([
  ["is in", (island: HTMLElement) => island.querySelector("input")?.focus()],
  ["sent before it was live", (island: HTMLElement) => island.setAttribute(sentMark, "")],
])("no place replaces a form that somebody %s", async (_, use) => {
  const island = await comeBack(use);
  await vi.waitFor(() => expect(document.forms[0]?.dataset["live"]).toBe("react"));
  expect(island.hidden).toBe(false);
});

it("says of leaving what a mail's link to unsubscribe says, though another code fetches it", () => {
  const { ask, done } = mailLinkWords.unsubscribe;
  expect([leavingWords.leave.text, leavingWords.left.text]).toEqual([ask.text, done.text]);
});
