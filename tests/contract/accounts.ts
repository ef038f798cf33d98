import type { Client } from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";

interface AccountsBackend {
  /** Connection string as the role of the auth service. */
  authUrl: string;
  stop(): Promise<void>;
}

/**
 * Tests what the database enforces for an account, whichever auth service writes it
 * (supabase/migrations/…_accounts.sql), and that the service's role may write it. The statements are GoTrue's.
 */
export function describeAccounts(stack: string, start: () => Promise<AccountsBackend>) {
  describe(`an account on ${stack}`, () => {
    let backend: AccountsBackend;
    beforeAll(async () => {
      backend = await start();
      return () => backend.stop();
    });
    const sql = <T>(work: (client: Client) => Promise<T>) => withClient(backend.authUrl, work);
    const metadata = { name: "Mallory", email: "owner@example.com", email_verified: true };

    /** Makes an account that a stranger signed up with another person's address, setting a password and a name. */
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
      ["phone", "4915112345678"],
    ])("never changes its address: %s cannot become %s", (column, value) =>
      sql(async (client) => {
        const id = await signUp(client, { confirmed: true });
        await expect(
          client.query(`update auth.users set ${column} = $2 where id = $1`, [id, value]),
        ).rejects.toMatchObject({ code: "PT403" });
      }),
    );

    // GoTrue has sent the mails of a change before it writes these columns. Only if its row is written does the
    // next change wait a minute.
    it("keeps of a change that waits only when it was mailed", () =>
      sql(async (client) => {
        const id = await signUp(client, { confirmed: true });
        const { rows } = await client.query(
          `update auth.users set email_change = 'victim@example.com', email_change_token_current = 'a', email_change_token_new = 'b',
             email_change_sent_at = now(), phone_change = '4915112345678', phone_change_token = 'c', phone_change_sent_at = now()
           where id = $1
           returning email_change, email_change_token_current, email_change_token_new, phone_change, phone_change_token,
             email_change_sent_at = now() and phone_change_sent_at = now() as mailed_now`,
          [id],
        );
        expect(rows).toEqual([
          {
            email_change: "",
            email_change_token_current: "",
            email_change_token_new: "",
            phone_change: "",
            phone_change_token: "",
            mailed_now: true,
          },
        ]);
      }));

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

    it("may be anonymous or invited, and deleted", () =>
      sql(async (client) => {
        const { rows } = await client.query<{ id: string }>(
          `insert into auth.users (id, email, is_anonymous, invited_at, raw_user_meta_data)
         values (gen_random_uuid(), null, true, null, '{}'), (gen_random_uuid(), 'invited@example.com', false, now(), '{}') returning id`,
        );
        const ids = rows.map(({ id }) => id);
        await client.query("update auth.users set last_sign_in_at = now() where id = any ($1)", [ids]);
        expect((await client.query("delete from auth.users where id = any ($1)", [ids])).rowCount).toBe(2);
      }));
  });
}
