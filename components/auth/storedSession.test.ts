import { afterEach, expect, it } from "vitest";
import { storageKey } from "./session.ts";
import { storedSession } from "./storedSession.ts";

afterEach(() => localStorage.clear());

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const session = { access_token: "token", expires_at: inSeconds(3600), user: { email: "ada@example.com" } };

it("is one whose token can be used as it is", () => {
  localStorage.setItem(storageKey, JSON.stringify(session));
  expect(storedSession()).toMatchObject({ accessToken: "token", user: "ada@example.com" });
});

it.each([
  ["no JSON", "nonsense"],
  ["nothing", "null"],
  ["a list", "[]"],
  ["one without a user", JSON.stringify({ ...session, user: undefined })],
  ["one whose token is none", JSON.stringify({ ...session, access_token: 1 })],
  ["one that is about to expire", JSON.stringify({ ...session, expires_at: inSeconds(60) })],
  ["one that ends in no known way", JSON.stringify({ ...session, expires_at: "soon" })],
  [
    "one that ends later than a timer can wait, such as in milliseconds",
    JSON.stringify({ ...session, expires_at: Date.now() }),
  ],
])("is not %s", (_what, stored) => {
  localStorage.setItem(storageKey, stored);
  expect(storedSession()).toBeUndefined();
});
