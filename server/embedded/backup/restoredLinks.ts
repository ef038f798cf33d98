import type { Client } from "pg";
import { deriveTokens, tokenEntries } from "../../mail/outbox/tokens.ts";

/** Mails or people per call: some ten megabytes of memory. */
const pageSize = 10_000;

/** Mails that a restore holds back, as they were most likely sent since the backup. */
const heldMails = "select id, kind, email from public.email_outbox where last_error = 'restored'";

/** People whose first mail may have been sent since the backup; the link to unsubscribe is the same in all mails to one. */
const peopleWithoutLinks = `
  select md5(email)::uuid as id, 'update' as kind, email from public.waitlist w where unsubscribed_at is null
    and not exists (select from public.email_tokens t where t.email = w.email and t.purpose = 'unsubscribe')`;

/**
 * Makes the links work that mails since the backup have, to those who were on the list before: the sender derives them from
 * its key (docs/decisions/0119), which the backup holds. For a restored database that no former one tells of them.
 * @throws PostgreSQL's errors.
 */
export async function registerLinks(client: Client, secretKey: string): Promise<void> {
  for (const rows of [heldMails, peopleWithoutLinks]) {
    const page = `select * from (${rows}) r where id > $1 order by id limit ${pageSize}`;
    for (let after: string | undefined = "00000000-0000-0000-0000-000000000000"; after !== undefined;) {
      const mails: { id: string; kind: string; email: string }[] = (await client.query(page, [after])).rows;
      const tokens = mails.map(async (mail) => tokenEntries(mail.email, await deriveTokens(secretKey, mail)));
      const entries = (await Promise.all(tokens)).flat();
      await client.query("select public.register_email_tokens($1)", [JSON.stringify(entries)]);
      after = mails.at(-1)?.id;
    }
  }
}
