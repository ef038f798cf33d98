import { join } from "node:path";
import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { repeatedText } from "../../scripts/commands/backup/restore.ts";
import { openDatabase } from "../../server/embedded/backup/openDatabase.ts";
import { readKeys } from "../../server/embedded/folder/keys.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { deriveTokens, tokenEntries } from "../../server/mail/outbox/tokens.ts";
import { prepareDataFolder } from "../support/preparedFolder.ts";
import { restoreUnchecked } from "./restoreUnchecked.ts";
import { cli, scratchFolder } from "./terminal.ts";

const mail = v.object({ id: v.string(), kind: v.string(), email: v.string() });

describe("what was done since the restored backup", () => {
  let folder: string;
  beforeAll(async () => {
    const scratch = await scratchFolder();
    folder = scratch.folder;
    await prepareDataFolder(join(folder, ".data"));
    return scratch.remove;
  });
  type Query = (sql: string) => Promise<unknown[]>;
  /** Asks the folder's database, which is started for it. */
  async function withDatabase<T>(ask: (query: Query) => Promise<T>): Promise<T> {
    const database = await openDatabase(join(folder, ".data"));
    try {
      return await withClient(database.url, (client) => ask(async (sql) => (await client.query(sql)).rows));
    } finally {
      await database.close();
    }
  }
  const change = (sql: string) => withDatabase((query) => query(sql));
  it("is repeated: erasures, unsubscriptions, complaints and clean-ups", async () => {
    await change(
      `insert into waitlist (email, confirmed_at) select name || '@example.com', now()
         from unnest(array['stays', 'erased', 'leaves', 'complains', 'forgotten', 'returns', 'came-back', 'bounces', 'wavers']) name;
       select record_email_event('bounced', '["bounces@example.com"]');
       insert into beta_applications (name, email, role, reason) values ('E', 'erased@example.com', 'other', 'x'),
         ('A', 'applicant@example.com', 'other', 'x'), ('N', 'never-answered@example.com', 'other', 'x');
       insert into beta_applications (name, email, role, reason) values ('B', 'bounced@example.com', 'other', 'x');
       insert into auth.users (id, email) values (gen_random_uuid(), 'account@example.com');
       select suppress_email('bounced@example.com', 'bounced'), suppress_email('pruned@example.com', 'unsubscribed');
       insert into auth.users (id, email, encrypted_password, email_confirmed_at)
         values ('00000000-0000-4000-8000-00000000000a', 'member@example.com', 'before', now());
       insert into auth.sessions (id, user_id) select ('00000000-0000-4000-8000-00000000000' || n)::uuid, u.id
         from auth.users u, generate_series(1, 3) n where u.email = 'member@example.com';
       insert into auth.refresh_tokens (id, token, user_id, session_id, revoked)
         select right(id::text, 1), 'token ' || right(id::text, 1), user_id, id, false from auth.sessions;
       select erase_person('returns@example.com');
       insert into waitlist (email, confirmed_at) values ('queued@example.com', now());
       delete from email_outbox;
       insert into email_outbox (kind, email) values ('update', 'stays@example.com'), ('waitlist-confirmation', 'queued@example.com');`,
    );
    expect(await cli(["backup", "first.backup", "--no-check"], { folder })).toMatchObject({ code: 0 });
    await change(
      `select erase_person('erased@example.com'); select erase_person('applicant@example.com');
       select erase_person('came-and-went@example.com');
       select erase_person('bounced@example.com'), erase_person('account@example.com');
       select suppress_email('pruned@example.com', 'complained');
       select erase_applications(now(), 10);
       update waitlist set unsubscribed_at = '2026-05-04T12:00:00Z' where email = 'leaves@example.com';
       insert into consent_events (email, event, happened_at) values ('leaves@example.com', 'unsubscribed', '2026-05-04T12:00:00Z');
       select record_email_event('complained', '["complains@example.com", "bounces@example.com"]');
       delete from waitlist where email = 'forgotten@example.com';
       select suppress_email('forgotten@example.com', 'unsubscribed');
       select erase_person('came-back@example.com');
       insert into waitlist (email) values ('returns@example.com'), ('newcomer@example.com'), ('came-back@example.com');
       select lift_suppression(name || '@example.com', array['erased']) from unnest(array['returns', 'came-back']) name;
       update email_outbox set sent_at = now() where email = 'stays@example.com';
       update waitlist set unsubscribed_at = '2026-05-04T12:00:00Z' where email = 'wavers@example.com';
       select join_waitlist(email => 'wavers@example.com', bucket => 'waitlist:' || repeat('0', 64), burst => 9,
         seconds_per_request => 1, trapped => false);
       insert into email_tokens (hash, purpose, email, expires_at, spent_at) values
         (repeat('1', 64), 'unsubscribe', 'stays@example.com', now() + interval '1 day', null),
         (repeat('2', 64), 'confirm', 'stays@example.com', now() + interval '1 day', now()),
         (repeat('3', 64), 'unsubscribe', 'newcomer@example.com', now() + interval '1 day', null);
       delete from auth.sessions where id = '00000000-0000-4000-8000-000000000002';
       update auth.refresh_tokens set revoked = true where id = '3';
       insert into auth.refresh_tokens (id, token, user_id, session_id, revoked)
         select '4', 'token 4', user_id, session_id, false from auth.refresh_tokens where id = '3';
       update auth.users set encrypted_password = 'since' where email = 'member@example.com';
       insert into email_updates (hash, parameters) values (repeat('a', 64), '{}');
       insert into email_update_recipients (name, email, hash)
         select 'may', name || '@example.com', repeat('a', 64) from unnest(array['stays', 'queued']) name;
       insert into email_outbox (kind, email, update_hash) values ('update', 'queued@example.com', repeat('a', 64));
       update waitlist set notified = true where email in ('stays@example.com', 'queued@example.com');
       insert into email_outbox (kind, email) values ('launch-announcement', 'queued@example.com');`,
    );
    expect(await cli(["restore", "first.backup", "--replace"], { folder })).toMatchObject({
      code: 0,
      err: expect.stringContaining(
        "\nApplied again, as it happened since the backup: 5 people erased, 1 application erased, 4 unsubscribed, 7 addresses suppressed, 1 mail sent, 2 announcements made.\n",
      ),
    });
    await withDatabase(async (query) => {
      expect(await query("select email, unsubscribed_at is not null as left from waitlist order by email")).toEqual([
        { email: "bounces@example.com", left: true },
        { email: "complains@example.com", left: true },
        { email: "forgotten@example.com", left: true },
        { email: "leaves@example.com", left: true },
        { email: "queued@example.com", left: false },
        { email: "stays@example.com", left: false },
        // Has not confirmed since: somebody else may have asked for it.
        { email: "wavers@example.com", left: true },
      ]);
      expect(await query("select email from beta_applications")).toEqual([]);
      // Of the three sessions one was ended since and one renewed, so that its token of then is worth nothing.
      expect(
        await query(
          "select email, encrypted_password, token from auth.users left join auth.refresh_tokens on user_id = auth.users.id",
        ),
      ).toEqual([{ email: "member@example.com", encrypted_password: "since", token: "token 1" }]);
      expect(
        await query("select email, happened_at = '2026-05-04T12:00:00Z' as as_told from consent_events order by email"),
      ).toEqual([
        { email: "complains@example.com", as_told: false },
        { email: "leaves@example.com", as_told: true },
        { email: "wavers@example.com", as_told: true },
      ]);
      // The links of mails that were sent since: one to confirm works once more, as what it did is undone.
      expect(await query("select email, purpose, spent_at from email_tokens order by hash")).toEqual([
        { email: "stays@example.com", purpose: "unsubscribe", spent_at: null },
        { email: "stays@example.com", purpose: "confirm", spent_at: null },
      ]);
      // People whose mail had not been sent have not been told, and still have to be.
      expect(await query("select email from waitlist where notified")).toEqual([{ email: "stays@example.com" }]);
      expect(await query("select email, name from email_update_recipients")).toEqual([
        { email: "stays@example.com", name: "may" },
      ]);
      expect(
        await query("select email, sent_at is not null as sent, last_error from email_outbox order by email"),
      ).toEqual([
        { email: "queued@example.com", sent: false, last_error: "restored" },
        { email: "stays@example.com", sent: true, last_error: null },
      ]);
      const suppressed = (name: string) =>
        query(
          `select reason, erased from email_suppressions where hash = any (suppression_hashes('${name}@example.com'))`,
        );
      expect(await suppressed("erased")).toEqual([{ reason: "erased", erased: true }]);
      expect(await suppressed("came-back")).toEqual([{ reason: "erased", erased: true }]);
      expect(await suppressed("complains")).toEqual([{ reason: "complained", erased: false }]);
      expect(await suppressed("bounced")).toEqual([{ reason: "bounced", erased: true }]);
      expect(await suppressed("pruned")).toEqual([{ reason: "complained", erased: false }]);
      expect(await suppressed("stays")).toEqual([]);
    });
  });

  it("is nothing if nothing was done", async () => {
    await cli(["backup", "second.backup", "--no-check"], { folder });
    const { before } = await restoreUnchecked(join(folder, "second.backup"), join(folder, ".data"));
    expect(before && repeatedText(before.repeated)).toBe("Nobody was erased, unsubscribed or told since the backup.");
  });

  it("is unknown if the former database cannot be read", async () => {
    await change("drop table email_suppressions cascade");
    const { code, err } = await cli(["restore", "first.backup", "--replace"], { folder });
    expect(err).toContain(
      'People who unsubscribed, were erased or were told since the backup are as before it: the former database cannot be read (relation "public.email_suppressions" does not exist).\n',
    );
    expect(code).toBe(0);
    await withDatabase(async (query) => {
      expect(await query("select email from waitlist where email = 'erased@example.com'")).toHaveLength(1);
      // The links of mails that were sent since are derived: of everybody on the list, and of mails that waited.
      const [waited] = await query("select id, kind, email from email_outbox where email = 'queued@example.com'");
      const { secretKey } = await readKeys(join(folder, ".data"));
      const links = await tokenEntries("queued@example.com", await deriveTokens(secretKey, v.parse(mail, waited)));
      expect(links).toHaveLength(2);
      const known =
        "select hash, purpose, email from email_tokens where email ~ '^(queued|stays)@' order by email, purpose";
      expect(await query(known)).toEqual([
        ...links,
        { hash: expect.anything(), purpose: "unsubscribe", email: "stays@example.com" },
      ]);
    });
  });
});
