import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { transportThat } from "../../../tests/mail/support/transportThat.ts";
import type { Failure } from "../classify.ts";
import { createSignInMailer } from "./signInMails.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const from = { name: "Keelbook", address: "hello@keelbook.example" };

/**
 * A mailer whose links live for ten minutes, with a transport that fails as the test says, and the times of its
 * attempts in s.
 */
function mailer(failure: () => Failure | undefined, signal?: AbortSignal) {
  const [tried, log]: [string[], string[]] = [[], []];
  const start = performance.now();
  const { transport, taken } = transportThat(({ text }) => {
    tried.push(`${text} ${Math.round((performance.now() - start) / 1000)}`);
    return failure();
  });
  const options = { from, linkLife: 600, log: (line: string) => log.push(line), ...(signal ? { signal } : {}) };
  const { send, ...rest } = createSignInMailer(transport, options);
  const mail = (text: string, to = "ada@example.com") => send({ to, subject: "Sign in", text, html: "" });
  return { ...rest, mail, tried, taken, log };
}

it("tries a sign-in mail again after 5 s and then each minute, until its link is about to expire", async () => {
  const { mail, tried, log } = mailer(() => "refused");
  await mail("a");
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(tried).toEqual([0, 5, 65, 125, 185, 245, 305, 365, 425, 485].map((second) => `a ${second}`));
  expect(log).toEqual(["A sign-in mail could not be sent: test_refused."]);
});

it("replaces a mail that is tried again by a newer one to the same address, as only the newest link is accepted", async () => {
  let works = false;
  const { mail, taken } = mailer(() => (works ? undefined : "unavailable"));
  await mail("a");
  await mail("other", "bo@example.com");
  await mail("b");
  works = true;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(taken.map(({ text }) => text).sort()).toEqual(["b", "other"]);
});

it("gives up after three attempts without an answer, each of which may have arrived, and at once on an address that takes none", async () => {
  for (const [failure, attempts] of [
    ["doubtful", 3],
    ["undeliverable", 1],
  ] as const) {
    const { mail, tried } = mailer(() => failure);
    await mail("a");
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect([failure, tried.length]).toEqual([failure, attempts]);
  }
});

it("tries a queued mail once more when it stops", async () => {
  const end = new AbortController();
  const { mail, tried, drained } = mailer(() => "unavailable", end.signal);
  await mail("a");
  await vi.advanceTimersByTimeAsync(1000);
  end.abort();
  await drained();
  expect(tried).toEqual(["a 0", "a 1"]);
});

it("hands a token over to another mail, one request at a time, and sends no mail of its own", async () => {
  const { mail, tokenFor, tried } = mailer(() => undefined);
  const ask = (email: string) =>
    tokenFor(email, () => mail(`https://x.example/#token_hash=of-${email[0]}&type=magiclink`, email));
  expect(await Promise.all([ask("ada@example.com"), ask("bo@example.com")])).toEqual([
    { token: "of-a", tokenType: "magiclink" },
    { token: "of-b", tokenType: "magiclink" },
  ]);
  await expect(tokenFor("cy@example.com", async () => undefined)).rejects.toMatchObject({ code: "no_sign_in_link" });
  expect(tried).toEqual([]);
});
