import bcrypt from "bcryptjs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { embeddedPublishableKey as apikey } from "../../../server/contract/brand.ts";
import { startBackend } from "../../support/backend.ts";
import { signUpConfirmed, testPassword } from "../../support/users.ts";

const headers = { apikey, "content-type": "application/json" };

describe("an address with an account and one without", () => {
  const answerTime = 100;
  let backend: Awaited<ReturnType<typeof startBackend>>;
  /** One that does not wait before it answers. */
  let prompt: Awaited<ReturnType<typeof startBackend>>;
  beforeAll(async () => {
    [backend, prompt] = await Promise.all([startBackend({ answerTime }), startBackend()]);
    for (const one of [backend, prompt]) {
      await signUpConfirmed(one, "known@example.com");
      await one.supabase
        .from("beta_applications")
        .insert({ name: "A", email: "known@example.com", role: "other", reason: "x" });
    }
    await backend.service("/rest/v1/rate_limits?key=gt.a", {
      method: "DELETE",
      headers: { apikey: backend.secretKey },
    });
    return () => Promise.all([backend.stop(), prompt.stop()]);
  });

  it.each([
    ["signup", {}],
    ["otp", {}],
    ["otp", { create_user: false }],
    ["recover", {}],
    ["token?grant_type=password", { password: "not the right one" }],
  ])("get the same answer from %s %o", async (path, more) => {
    const ask = async (email: string) => {
      const began = performance.now();
      const answer = await backend.service(`/auth/v1/${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify({ email, password: testPassword, ...more }),
      });
      const took = performance.now() - began;
      const body = (await answer.text())
        .replaceAll(email, "<address>")
        .replaceAll(/[0-9a-f-]{36}/gu, "<id>")
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.+]+/gu, "<time>");
      return { seen: `${answer.status} ${[...answer.headers.keys()].join()} ${body}`, took };
    };
    const known = await ask("known@example.com");
    const unknown = await ask("unknown@example.com");
    expect(known.seen).toBe(unknown.seen);
    expect(Math.min(known.took, unknown.took)).toBeGreaterThanOrEqual(answerTime - 2);
    const again = [await ask("known@example.com"), await ask("unknown@example.com")];
    expect(again[0]?.seen).toBe(again[1]?.seen);
    await backend.service("/rest/v1/rate_limits?key=gt.a", {
      method: "DELETE",
      headers: { apikey: backend.secretKey },
    });
  });

  // A hash stops the process for some 70 ms, which any request beside it measures.
  it.each([
    ["signup", ["known", "unconfirmed", "new-1"]],
    ["otp", ["known", "unconfirmed", "applicant", "new-2"]],
    ["recover", ["known", "unconfirmed", "new-3"]],
    ["token?grant_type=password", ["known", "unconfirmed", "new-4"]],
  ])("cost the same work at %s: one password hash", async (path, names) => {
    const ask = (way: string, name: string) =>
      prompt.service(`/auth/v1/${way}`, {
        method: "POST",
        headers,
        body: JSON.stringify({ email: `${name}@example.com`, password: `not ${testPassword}` }),
      });
    const forget = () =>
      prompt.service("/rest/v1/rate_limits?key=gt.a", { method: "DELETE", headers: { apikey: prompt.secretKey } });
    await forget();
    await ask("signup", "unconfirmed");
    await prompt.supabase
      .from("beta_applications")
      .insert({ name: "A", email: "applicant@example.com", role: "other", reason: "x" });
    const hash = vi.spyOn(bcrypt, "hash");
    const compare = vi.spyOn(bcrypt, "compare");
    const computed = () => hash.mock.calls.length + compare.mock.calls.length;
    const hashes: Record<string, number> = {};
    for (const name of names) {
      await forget();
      const before = computed();
      await ask(path, name);
      hashes[name] = computed() - before;
    }
    hash.mockRestore();
    compare.mockRestore();
    expect(hashes).toEqual(Object.fromEntries(names.map((name) => [name, 1])));
  });
});
