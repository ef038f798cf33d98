import type { Client } from "pg";
import type { ClaimedEmail, TokenEntry } from "../../mail/outbox/outbox.ts";
import { deriveTokens, tokenEntries } from "../../mail/outbox/tokens.ts";

/** Mails or people per call: some ten megabytes of memory. */
const pageSize = 10_000;

/** What the tokens of a mail are derived from. */
type Mailed = Pick<ClaimedEmail, "id" | "kind" | "email">;

/** Mails that a restore holds back, as they were most likely sent since the backup. */
const heldMails = "select id, kind, email from public.email_outbox where last_error = 'restored'";

/** People whose first mail may have been sent since the backup; the link to unsubscribe is the same in all mails to one. */
const peopleWithoutLinks = `
  select id, 'update' as kind, email from public.waitlist w where unsubscribed_at is null
    and not exists (select from public.email_tokens t where t.email = w.email and t.purpose = 'unsubscribe')`;

/**
 * Makes the links work that mails since the backup have, to those who were on the list before: the sender derives them from
 * its key (docs/decisions/0119), which the backup holds. For a restored database that no former one tells of them.
 * @throws PostgreSQL's errors.
 */
export async function registerLinks(client: Client, secretKey: string): Promise<void> {
  for (const rows of [heldMails, peopleWithoutLinks]) {
    // Found at once: while the links of the first are added, each later one would be looked for in ever more of them.
    await client.query(`declare mailed no scroll cursor with hold for ${rows}`);
    const next = async (): Promise<Mailed[]> => (await client.query(`fetch ${pageSize} from mailed`)).rows;
    for (let mails = await next(); mails.length > 0; mails = await next()) {
      const entries: TokenEntry[] = [];
      // One after the other: hash-wasm makes an instance of its code for each call that does not wait for the one before.
      for (const mail of mails) entries.push(...(await tokenEntries(mail.email, await deriveTokens(secretKey, mail))));
      await client.query("select public.register_email_tokens($1)", [JSON.stringify(entries)]);
    }
    await client.query("close mailed");
  }
}
