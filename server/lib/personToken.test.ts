import { expect, it } from "vitest";
import { makePersonToken, readPersonToken } from "./personToken.ts";

const secret = "a-secret-of-at-least-thirty-two-letters";
const id = crypto.randomUUID();
const now = Date.now();
const day = 24 * 3_600_000;

it("is good for a day, with the secret that it was made with", async () => {
  const token = await makePersonToken(secret, id, now);
  expect(await readPersonToken(secret, token, now + day - 1)).toBe(id);
  expect(await readPersonToken(secret, token, now + day)).toBeUndefined();
  expect(await readPersonToken(`${secret}.`, token, now)).toBeUndefined();
});

it("cannot be made to last longer, or to be somebody else's", async () => {
  const token = await makePersonToken(secret, id, now);
  expect(await readPersonToken(secret, token.replace(String(now + day), String(now + 2 * day)), now)).toBeUndefined();
  expect(await readPersonToken(secret, token.replace(id, crypto.randomUUID()), now)).toBeUndefined();
});
