import { beforeEach, describe, expect, it } from "vitest";
import { embeddedPublishableKey } from "../../../server/contract/brand.ts";
import { createServiceClient } from "../../../server/supabase/client.ts";
import { nodeHost } from "../../../server/supabase/nodeHost.ts";
import { operator, useStackFolder } from "./stackFolder.ts";

describe("what the embedded stack serves", () => {
  const folder = useStackFolder();
  beforeEach(folder.prepare);

  it("serves only REST and auth of lite", async () => {
    const stack = await folder.start();
    for (const path of ["/_system/info", "/storage/v1/bucket", "/", "/_studio"]) {
      expect(`${path} ${(await fetch(stack.url + path)).status}`).toBe(`${path} 404`);
    }
    const anonymous = await fetch(`${stack.url}/rest/v1/waitlist`, { headers: { apikey: embeddedPublishableKey } });
    expect(anonymous.status).toBe(401);
  });

  it("answers timestamps in ISO 8601 with microseconds", async () => {
    const stack = await folder.start();
    const { data } = await operator(stack)
      .from("waitlist")
      .insert({ email: "a@example.com" })
      .select("created_at")
      .single();
    expect(data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}\+00:00$/u);
  });

  it("gives up on a store that does not answer", async () => {
    const stack = await folder.start();
    const hanging = createServiceClient(stack.url, stack.keys.secretKey, {
      ...nodeHost,
      timeout: 300,
      fetch: () => new Promise(() => undefined),
    });
    expect((await hanging.from("waitlist").select("id").retry(false)).error?.message).toContain("TimeoutError");
  });

  it("reads no large body from a stranger, and limits clients that sign up dozens of accounts", async () => {
    const stack = await folder.start({ rateLimit: { burst: 2, secondsPerRequest: 60 } });
    const headers = { apikey: embeddedPublishableKey, "content-type": "application/json" };
    const signUp = (body: unknown) =>
      fetch(`${stack.url}/auth/v1/signup`, { method: "POST", headers, body: JSON.stringify(body) }).then(
        ({ status }) => status,
      );
    expect(await signUp({ email: "a".repeat(100_000) })).toBe(413);
    const person = (n: number) => ({ email: `person-${n}@example.com`, password: "a-long-passphrase" });
    expect([await signUp(person(1)), await signUp(person(2)), await signUp(person(3))]).toEqual([200, 200, 429]);
    const rows = Array.from({ length: 3000 }, (_, n) => ({ email: `imported-${n}@example.com` }));
    expect((await operator(stack).from("waitlist").insert(rows)).error).toBeNull();
  });
});
