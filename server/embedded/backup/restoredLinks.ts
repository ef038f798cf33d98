import type { Client } from "pg";
import type { ClaimedEmail, TokenEntry } from "../../mail/outbox/outbox.ts";
import { deriveTokens, tokenEntries } from "../../mail/outbox/tokens.ts";
import type { Progress } from "./progress.ts";

/** Mails or people per call: some ten megabytes of memory. */
const pageSize = 10_000;

/** How a restore is watched and ended. */
export interface Restoring {
  signal: AbortSignal;
  /** Counts the mails and people whose links are made to work, where that takes deriving them. */
  links?: Progress;
}

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
 * its key (docs/decisions/0119), which the backup holds. For a restored database that no former one tells of them. All or nothing.
 * @throws PostgreSQL's errors, and the signal's reason once it is aborted.
 */
export async function registerLinks(client: Client, secretKey: string, { signal, links }: Restoring): Promise<void> {
  await client.query("begin");
  // Found at once: while the links of the first are added, each later one would be looked for in ever more of them.
  const { rowCount } = await client.query(
    `create temporary table mailed on commit drop as ${heldMails} union all ${peopleWithoutLinks}`,
  );
  links?.total(rowCount ?? 0);
  await client.query("declare mail no scroll cursor for table mailed");
  const next = async (): Promise<Mailed[]> => (await client.query(`fetch ${pageSize} from mail`)).rows;
  let done = 0;
  for (let mails = await next(); mails.length > 0; mails = await next()) {
    signal.throwIfAborted();
    const entriesOf = async (mail: Mailed) => tokenEntries(mail.email, await deriveTokens(secretKey, mail));
    const entries: TokenEntry[] = (await Promise.all(mails.map(entriesOf))).flat();
    await client.query("select public.register_email_tokens($1)", [JSON.stringify(entries)]);
    links?.at((done += mails.length));
  }
  await client.query("commit");
}
