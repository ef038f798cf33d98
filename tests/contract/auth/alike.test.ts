import { beforeAll, describe, expect, it } from "vitest";
import { embeddedPublishableKey as apikey } from "../../../server/contract/brand.ts";
import { startBackend } from "../../support/backend.ts";
import { signUpConfirmed, testPassword } from "../../support/users.ts";

const headers = { apikey, "content-type": "application/json" };

describe("an address with an account and one without", () => {
  const answerTime = 100;
  let backend: Awaited<ReturnType<typeof startBackend>>;
  beforeAll(async () => {
    backend = await startBackend({ answerTime });
    await signUpConfirmed(backend, "known@example.com");
    await backend.supabase
      .from("beta_applications")
      .insert({ name: "A", email: "known@example.com", role: "other", reason: "x" });
    await backend.service("/rest/v1/rate_limits?key=gt.a", {
      method: "DELETE",
      headers: { apikey: backend.secretKey },
    });
    return () => backend.stop();
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
});
