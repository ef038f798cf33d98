import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { brand } from "../../server/contract/brand.ts";
import { questionIds, questionOf } from "../../server/contract/questions.ts";
import { hasJoinedHere, rememberJoin } from "../joinedHere.ts";
import { answering, lostNetwork, refused, sha256, useMockedBackend } from "../testkit/mockedBackend.ts";
import { site } from "../site.ts";
import { placeKey } from "../storage.ts";
import { followLink } from "./followLink.ts";

const backend = useMockedBackend();
const email = "hedy@example.com";
const row = () => backend.state.waitlist.find((other) => other.email === email);
const calls = () => backend.calls.map(({ name }) => name);
const expectHeading = (name: string) => screen.findByRole("heading", { name }, { timeout: 5000 });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

beforeEach(async () => {
  localStorage.clear();
  backend.subscribe(email, null);
  backend.state.mailLinks[await sha256("confirm-token")] = { purpose: "confirm", email };
  backend.state.mailLinks[await sha256("leave-token")] = { purpose: "unsubscribe", email };
});
afterEach(() => {
  document.querySelector("dialog")?.close();
  document.body.replaceChildren();
});

describe("a link to confirm", () => {
  it("asks, and confirms at the press of a button", async () => {
    followLink("#confirm=confirm-token");
    expect(await expectHeading("One step left")).toBe(document.activeElement);
    expect(calls()).toEqual([]);
    const answer = backend.hold(/confirm/u);
    await press("Confirm my address");
    expect(await expectHeading("Confirming…")).toBe(document.activeElement);
    answer();
    expect(await expectHeading("Your address is confirmed")).toBe(document.activeElement);
    expect(row()?.confirmed_at).not.toBeNull();
    expect(calls()).toEqual(["POST /functions/v1/forms/confirm"]);
  });

  it("goes on with the questions that are not answered yet, and a link for friends", async () => {
    const [left = "", ...answered] = questionIds.toSorted((a) => (questionOf(a).kind === "one" ? -1 : 1));
    Object.assign(row() ?? {}, { answers: Object.fromEntries(answered.map((id) => [id, "given"])) });
    rememberJoin();
    followLink("#confirm=confirm-token");
    const asked = await screen.findByRole("group", { name: /^Question 1 of 1/u });
    const [choice] = within(asked).getAllByRole<HTMLInputElement>("radio");
    if (choice) await userEvent.click(choice);
    await screen.findByText("Thank you. That’s all we ask.");
    expect(row()?.answers).toMatchObject({ [left]: choice?.value });
    expect(await screen.findByText(`${location.origin}/?via=0123ABCD`)).toBeTruthy();
  });

  it("leads to the beta from there", async () => {
    document.body.innerHTML = '<section id="beta"><input><input></section>';
    rememberJoin();
    followLink("#confirm=confirm-token");
    await expectHeading("Your address is confirmed");
    await press("Apply for Beta Access");
    expect(document.activeElement).toBe(document.querySelector("#beta > input"));
  });

  it("confirms at once where somebody has joined in this browser, and again", async () => {
    rememberJoin();
    for (let n = 0; n < 2; n++) {
      followLink("#confirm=confirm-token");
      await expectHeading("Your address is confirmed");
    }
    expect(row()?.confirmed_at).not.toBeNull();
  });

  it.each([
    ["the form", '<input id="waitlist-email"><input tabindex="-1">'],
    ["what stands in its place after it was sent", '<h3 tabindex="-1" id="thanks">Thanks</h3>'],
  ])("says that it works no more, and leads to %s", async (_, form) => {
    document.body.innerHTML = `<section id="waitlist">${form}</section>`;
    rememberJoin();
    followLink("#confirm=unknown");
    await expectHeading("This link does not work");
    await press("Join the waitlist");
    expect(document.activeElement).toBe(document.querySelector("#waitlist > *"));
  });

  it.each([
    ["confirm-token", "Your address is confirmed"],
    ["unknown", "This link does not work"],
  ])("leads to the product once that is open (PUBLIC_PRODUCT_URL): %s", async (token, title) => {
    Object.assign(site, { product: "https://app.example/" });
    onTestFinished(() => void Object.assign(site, { product: undefined }));
    followLink(`#confirm=${token}`);
    await press("Confirm my address");
    await expectHeading(title);
    const dialog = screen.getByRole("dialog");
    expect(within(dialog).getByRole<HTMLAnchorElement>("link", { name: `Open ${brand}` }).href).toBe(site.product);
    expect(dialog.textContent).not.toMatch(
      new RegExp(`launch day|when ${brand} opens|Apply for|Join the waitlist`, "u"),
    );
  });

  it("leads to the product from unsubscribing, too, once that is open", async () => {
    Object.assign(site, { product: "https://app.example/" });
    onTestFinished(() => void Object.assign(site, { product: undefined }));
    followLink("#unsubscribe=leave-token");
    expect((await screen.findByRole("dialog")).textContent).not.toMatch(/launch day/u);
    await press("Unsubscribe");
    await expectHeading("You are unsubscribed");
    expect(screen.getByRole<HTMLAnchorElement>("link", { name: `Open ${brand}` }).href).toBe(site.product);
  });

  it.each(["", "%00"])("takes %j for one that works no more", async (token) => {
    rememberJoin();
    followLink(`#confirm=${token}`);
    await expectHeading("This link does not work");
  });
});

describe("a link to one's place", () => {
  beforeEach(async () => {
    backend.state.mailLinks[await sha256("place-token")] = { purpose: "place", email };
    Object.assign(row() ?? {}, { confirmed_at: "2026-01-02T00:00:00+00:00", friends: 1 });
  });

  it("shows it without a press, changes nothing, and marks no browser", async () => {
    followLink("#place=place-token.leave-token");
    expect(await expectHeading("You are number 1.")).toBe(document.activeElement);
    expect(await screen.findByText("1 friend came by your link.")).toBeTruthy();
    expect(screen.getByText(`${location.origin}/?via=0123ABCD`)).toBeTruthy();
    expect(calls()).toEqual(["POST /functions/v1/forms/place"]);
    expect(localStorage.length).toBe(0);
    expect(screen.queryByRole("button", { name: "Forget on this device" })).toBeNull();
  });

  it("lets them leave, or not", async () => {
    followLink("#place=place-token.leave-token");
    await userEvent.click(await screen.findByRole("button", { name: "Leave the list" }));
    await press("Stay on the list");
    await press("Leave the list");
    expect(document.activeElement?.textContent).toBe("Leave the list?");
    backend.faults.push(lostNetwork);
    await press("Leave the list");
    expect((await screen.findByRole("alert")).textContent).toBe("Something went wrong. Please try again.");
    backend.faults.length = 0;
    await press("Leave the list");
    expect(await expectHeading("You are off the list")).toBe(document.activeElement);
    expect(screen.queryByText("You are number 1.")).toBeNull();
    expect(row()?.unsubscribed_at).not.toBeNull();
  });

  it("erases them after one question", async () => {
    followLink("#place=place-token.leave-token");
    await userEvent.click(await screen.findByRole("button", { name: "Delete my data" }));
    expect(row()).toBeDefined();
    await press("Delete my data");
    expect(await expectHeading("Your data is deleted")).toBe(document.activeElement);
    expect(row()).toBeUndefined();
  });

  it("says that it works no more, and leads to the form", async () => {
    document.body.innerHTML = '<section id="waitlist"><input></section>';
    followLink("#place=unknown.unknown");
    await expectHeading("This link does not work");
    await press("Join the waitlist");
    expect(document.activeElement).toBe(document.querySelector("#waitlist > input"));
  });
});

it("a browser in which somebody confirmed says their place, and keeps the link to it", async () => {
  followLink("#confirm=confirm-token");
  await press("Confirm my address");
  expect(await screen.findByText("You are number 1. Friends who confirm can move you up.")).toBeTruthy();
  expect(localStorage.getItem(placeKey)).toMatch(/^[0-9a-f]{64}\.[0-9a-f]{64}$/u);
});

it.each(["&utm_source=mail", ").", "%3E"])("takes %j after a token for no part of it", async (added) => {
  rememberJoin();
  followLink(`#confirm=confirm-token${added}`);
  await expectHeading("Your address is confirmed");
});

describe("a link to unsubscribe", () => {
  it("lets who followed it stay on the list", async () => {
    followLink("#unsubscribe=leave-token");
    await press("Stay on the list");
    expect([document.querySelector("dialog"), calls()]).toEqual([null, []]);
  });

  it("asks even where somebody has joined, and takes the address off at once", async () => {
    rememberJoin();
    followLink("#unsubscribe=leave-token");
    await expectHeading("Leave the waitlist?");
    expect(calls()).toEqual([]);
    await press("Unsubscribe");
    await expectHeading("You are unsubscribed");
    expect(row()?.unsubscribed_at).not.toBeNull();
    expect(hasJoinedHere()).toBe(false);
  });

  it("tells where to write when it is unknown", async () => {
    followLink("#unsubscribe=unknown");
    await press("Unsubscribe");
    await expectHeading("This link does not work");
    expect(screen.getByRole<HTMLAnchorElement>("link", { name: "Write to us" }).href).toMatch(/^mailto:/u);
  });

  it.each([
    ["No connection", lostNetwork],
    ["No connection", answering(/./u, () => new Response("<html>", { status: 502 }))],
    ["That didn’t work", answering(/./u, () => refused("store_unavailable"))],
  ])("says %s, and tries again when asked", async (title, fault) => {
    backend.faults.push(fault);
    followLink("#unsubscribe=leave-token");
    await press("Unsubscribe");
    await expectHeading(title);
    backend.faults.length = 0;
    await press("Try again");
    await expectHeading("You are unsubscribed");
  });
});
