import { beforeAll, describe, expect, it } from "vitest";
import { startBackend } from "../support/backend.ts";
import { cli, hosted } from "./terminal.ts";

describe("trapped", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  beforeAll(async () => {
    backend = await startBackend();
    const send = async (path: string, body: object) =>
      backend.request(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...body, website: "filled", captcha: await backend.solveCaptcha() }),
      });
    await send("/waitlist", { email: "person@example.com", source: "newsletter-may" });
    for (let n = 0; n < 2; n++) await send("/waitlist", { email: "machine@example.com" });
    return backend.stop;
  });
  const trapped = (...argv: string[]) => cli(["trapped", ...argv], { env: hosted(backend) });
  const mailed = async () => (await backend.supabase.from("email_outbox").select("kind, email").throwOnError()).data;

  it("lists forms with the hidden field, each address once, and nobody of them is mailed", async () => {
    const { out } = await trapped();
    expect(out.match(/waitlist +(?:person@example\.com +newsletter-may|machine@example\.com)/gu)).toHaveLength(2);
    expect(JSON.parse((await trapped("--json")).out)).toHaveLength(2);
    expect(await mailed()).toEqual([]);
  });

  it("puts a person on the list as a sign-up of their own would, once", async () => {
    const email = "person@example.com";
    expect(await trapped("--add", " Person@example.com ")).toMatchObject({ code: 0 });
    expect(await backend.tables.waitlist()).toMatchObject([{ email, source: "newsletter-may", confirmed_at: null }]);
    expect(await mailed()).toEqual([{ kind: "waitlist-confirmation", email }]);
    const consent = await backend.supabase.from("consent_events").select("event, client_hash").throwOnError();
    expect(consent.data).toEqual([{ event: "asked", client_hash: null }]);
    expect(await backend.tables.trapped()).toEqual(["machine@example.com"]);
    const again = await trapped("--add", email);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining("No form with the hidden field")]);
  });

  it("are erased with the person, and after 30 days", async () => {
    await backend.supabase.from("trapped_submissions").insert([
      { form: "beta", email: "old@example.com", created_at: new Date(Date.now() - 31 * 86_400_000).toISOString() },
      { form: "beta", email: "new@example.com" },
    ]);
    expect((await cli(["erase", "machine@example.com", "--yes"], { env: hosted(backend) })).code).toBe(0);
    expect((await cli(["prune"], { env: hosted(backend) })).err).toContain("1 form with the hidden field");
    expect(await backend.tables.trapped()).toEqual(["new@example.com"]);
  });
});
