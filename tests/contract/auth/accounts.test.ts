import type { Client } from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { startBackend } from "../../support/backend.ts";

type Backend = Awaited<ReturnType<typeof startBackend>>;

/** What the database itself enforces for an account, whichever auth service writes it (supabase/migrations/…_accounts.sql). */
describe("an account in the database", () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await startBackend();
    return () => backend.stop();
  });
  const sql = <T>(work: (client: Client) => Promise<T>) => withClient(backend.databaseUrl, work);
  const metadata = { name: "Mallory", email: "owner@example.com", email_verified: true };

  /** An account that a stranger signed up with somebody else's address, setting a password and a name. */
  const signUp = (client: Client, { confirmed = false, data = JSON.stringify(metadata) } = {}) =>
    client
      .query<{ id: string }>(
        `insert into auth.users (id, email, encrypted_password, raw_user_meta_data, email_confirmed_at)
         values (gen_random_uuid(), gen_random_uuid() || '@example.com', 'hash of a password', $1, $2) returning id`,
        [data, confirmed ? new Date() : null],
      )
      .then(({ rows }) => rows[0]?.id);
  const account = async (client: Client, id: unknown) =>
    (await client.query("select encrypted_password, raw_user_meta_data from auth.users where id = $1", [id])).rows[0];
  const confirm = (client: Client, id: unknown) =>
    client.query("update auth.users set email_confirmed_at = now() where id = $1", [id]);

  it.each([
    ["as GoTrue writes JSON", JSON.stringify(metadata)],
    ["as @supabase/lite does, in a string", JSON.stringify(JSON.stringify(metadata))],
  ])("loses a password and a name that were set before its address was confirmed (%s)", (_, data) =>
    sql(async (client) => {
      const id = await signUp(client, { data });
      const { name: _name, ...facts } = metadata;
      expect(await account(client, id)).toEqual({
        encrypted_password: "hash of a password",
        raw_user_meta_data: facts,
      });
      await client.query("update auth.users set raw_user_meta_data = $2 where id = $1", [id, data]);
      // An auth service clears the link's token before it confirms the address, in the same transaction.
      await client.query("begin");
      await client.query("update auth.users set recovery_token = null where id = $1", [id]);
      await confirm(client, id);
      await client.query("commit");
      expect(await account(client, id)).toEqual({ encrypted_password: null, raw_user_meta_data: facts });
    }),
  );

  it("keeps what its confirmed owner sets", () =>
    sql(async (client) => {
      const id = await signUp(client);
      await confirm(client, id);
      const own = { encrypted_password: "the owner's", raw_user_meta_data: { name: "Ada" } };
      await client.query("update auth.users set encrypted_password = $2, raw_user_meta_data = $3 where id = $1", [
        id,
        own.encrypted_password,
        JSON.stringify(own.raw_user_meta_data),
      ]);
      await client.query("update auth.users set last_sign_in_at = now() where id = $1", [id]);
      expect(await account(client, id)).toEqual(own);
    }));

  it("keeps its password when an administrator creates it already confirmed", () =>
    sql(async (client) => {
      await client.query("begin");
      const id = await signUp(client);
      await confirm(client, id);
      await client.query("commit");
      expect(await account(client, id)).toMatchObject({ encrypted_password: "hash of a password" });
    }));

  it.each([
    ["email", "victim@example.com"],
    ["email", null],
    ["phone", "+15550100"],
    ["email_change", "victim@example.com"],
    ["phone_change", "+15550100"],
  ])("never changes its address: %s cannot become %s", (column, value) =>
    sql(async (client) => {
      const id = await signUp(client, { confirmed: true });
      await expect(
        client.query(`update auth.users set ${column} = $2 where id = $1`, [id, value]),
      ).rejects.toMatchObject({ code: "PT403" });
      // GoTrue writes these two columns with every sign-in.
      await client.query("update auth.users set email_change = '', phone_change = '' where id = $1", [id]);
    }),
  );

  it("has an identity without the data given at sign-up", () =>
    sql(async (client) => {
      const id = await signUp(client);
      const { rows } = await client.query(
        `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
         values (gen_random_uuid(), 'email', $1, $2, $3) returning identity_data`,
        [id, id, JSON.stringify(JSON.stringify(metadata))],
      );
      expect(rows).toEqual([{ identity_data: { email: "owner@example.com", email_verified: true } }]);
    }));
});

describe("mails to one recipient", () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await startBackend();
    return () => backend.stop();
  });
  const take = async (
    recipient: string,
    overall: { overall_burst: number; overall_seconds: number },
    network = { network_bucket: `mailnetwork:${recipient.repeat(64)}`, network_burst: 100, network_seconds: 1 },
  ) => {
    const { data, error } = await backend.supabase.rpc("take_mail_limit", {
      recipient: recipient.repeat(64),
      seconds_between: 60,
      per_hour: 5,
      ...network,
      ...overall,
    });
    expect(error).toBeNull();
    return data ?? -1;
  };
  /** Lets `minutes` pass for the rate limits, by moving their times back. */
  const wait = (minutes: number) =>
    withClient(backend.databaseUrl, (client) =>
      client.query("update public.rate_limits set tat = tat - make_interval(mins => $1)", [minutes]),
    );
  const plenty = { overall_burst: 100, overall_seconds: 1 };

  it("are limited to one a minute and five in any hour", async () => {
    const waits: number[] = [];
    for (let minute = 0; minute < 6; minute++) {
      waits.push(await take("a", plenty));
      expect(await take("a", plenty)).toBeGreaterThan(50);
      await wait(1);
    }
    expect(waits.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
    // The first of the five was taken 6 minutes ago, so 54 minutes remain.
    expect(waits[5]).toBeGreaterThan(53 * 60);
    expect(await take("b", plenty)).toBe(0);
    await wait(54);
    expect(await take("a", plenty)).toBe(0);
  });

  it("are limited across all recipients", async () => {
    await wait(100);
    const two = { overall_burst: 2, overall_seconds: 30 };
    expect([await take("d", two), await take("e", two)]).toEqual([0, 0]);
    expect(await take("f", two)).toBeGreaterThan(25);
    await wait(1);
    expect(await take("f", two)).toBe(0);
  });

  it("are limited for each network, whose refusals take nothing from all", async () => {
    await wait(100);
    const two = { overall_burst: 2, overall_seconds: 30 };
    const network = { network_bucket: `mailnetwork:${"1".repeat(64)}`, network_burst: 1, network_seconds: 90 };
    expect(await take("a", two, network)).toBe(0);
    for (const recipient of ["b", "c"]) expect(await take(recipient, two, network)).toBeGreaterThan(85);
    // Nor does a refusal for another reason take from the network's share.
    const other = { ...network, network_bucket: `mailnetwork:${"2".repeat(64)}` };
    expect(await take("a", two, other)).toBeGreaterThan(50);
    expect(await take("b", two, other)).toBe(0);
  });
});
