import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { embeddedPublishableKey as apikey } from "../../../server/contract/brand.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { mailboxOf } from "../../../server/guard/limits.ts";
import { startBackend } from "../../support/backend.ts";
import { testPassword } from "../../support/users.ts";

describe("one mailbox under many addresses", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  beforeAll(async () => {
    backend = await startBackend();
    return () => backend.stop();
  });
  beforeEach(() => withClient(backend.databaseUrl, (client) => client.query("delete from public.rate_limits")));
  const ask = async (path: string, email: string) => {
    const headers = { apikey, "content-type": "application/json" };
    const body = JSON.stringify({ email, password: testPassword });
    return (await backend.service(`/auth/v1/${path}`, { method: "POST", headers, body })).status;
  };

  it.each([
    ["tags", (n: number) => `victim+${n}@example.com`],
    ["dots", (n: number) => `vi${".".repeat(n % 2)}ct${".".repeat(n >> 1)}im@gmail.com`],
  ])("is not flooded by sign-ups under its %s", async (_what, address) => {
    const before = backend.mails.length;
    const statuses = [];
    for (const n of [0, 1, 2, 3]) statuses.push(await ask("signup", address(n)));
    expect(statuses).toEqual([200, 429, 429, 429]);
    expect(backend.mails.length - before).toBe(1);
  });

  it("shares one limit for sign-in and recovery links, too", async () => {
    expect(await ask("otp", "other+a@example.com")).toBe(200);
    expect(await ask("recover", "other+b@example.com")).toBe(429);
    expect(await ask("otp", "another@example.com")).toBe(200);
  });

  it("gets five mails in any hour, one a minute", async () => {
    const statuses = [];
    for (let minute = 0; minute < 6; minute++) {
      statuses.push(await ask("otp", `often+${minute}@example.com`));
      await withClient(backend.databaseUrl, (client) =>
        client.query("update public.rate_limits set tat = tat - interval '1 minute'"),
      );
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it("is recognised by the database as by the backend", async () => {
    const addresses = ["a@example.com", "a+b@example.com", "a+b+c@x", "+a@x", "a.b+c@gmail.com", "a.b@googlemail.com"];
    const { rows } = await withClient(backend.databaseUrl, (client) =>
      client.query<{ mailbox: string }>("select public.email_mailbox(a) as mailbox from unnest($1::text[]) a", [
        addresses,
      ]),
    );
    expect(addresses.map(mailboxOf)).toEqual(rows.map(({ mailbox }) => mailbox));
  });
});
