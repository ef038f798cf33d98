import { Client } from "pg";
import { beforeAll, beforeEach } from "vitest";
import { createOutbox } from "../../../server/mail/outbox/outbox.ts";
import { createSupabaseCalls } from "../../../server/store/supabase.ts";
import type { MailSite } from "../../../server/mail/outbox/prepare.ts";
import { createSender, type Round, type SenderOptions } from "../../../server/mail/outbox/sender.ts";
import type { Transport } from "../../../server/mail/transports/transport.ts";
import { siteOrigin, startBackend } from "../../support/backend.ts";
import { productUrl } from "../../support/product.ts";

/** The site that test mails link to. */
const site: MailSite = {
  from: { name: "Keelbook", address: "hello@keelbook.example" },
  siteUrl: siteOrigin,
  formsUrl: `${siteOrigin}/functions/v1/forms`,
  productUrl,
  unconfirmedDays: 30,
  signInToken: async () => ({ token: "t".repeat(40), tokenType: "magiclink" }),
};

/** The columns of an outbox row that tests read. */
export interface OutboxRow {
  id: string;
  kind: string;
  email: string;
  attempts: number;
  sent_at: Date | null;
  failed_at: Date | null;
  not_before: Date;
  last_error: string | null;
}

/** Deletes every person, mail and suppression. It is faster than `truncate` while the tables are small. */
export const removeEverybody = [
  "waitlist",
  "beta_applications",
  "email_outbox",
  "email_updates",
  "email_suppressions",
  "system_times",
]
  .map((table) => `delete from public.${table}`)
  .join(";");

/** A real backend's database, with helpers for tests of the outbox. */
export async function startOutboxBench() {
  const backend = await startBackend();
  const client = new Client({ connectionString: backend.databaseUrl });
  await client.connect();
  const outbox = createOutbox(createSupabaseCalls(backend.supabase));
  const sql = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await client.query<Row>(text, values)).rows;
  const sending = (transport: Transport): SenderOptions => ({
    outbox,
    transport,
    site,
    secret: backend.secretKey,
    perSecond: 10_000,
  });
  return {
    ...backend,
    outbox,
    sql,
    rows: (where = "true") =>
      sql<OutboxRow>(`select * from public.email_outbox where ${where} order by created_at, email`),
    empty: () => sql(removeEverybody),
    /** Puts people on the waitlist, each with a confirmation mail that is due. */
    async fill(count: number, domain = "example.com"): Promise<void> {
      await sql(`insert into public.waitlist (email) select 'p' || n || '@' || $2 from generate_series(1, $1::int) n`, [
        count,
        domain,
      ]);
      await sql(
        `insert into public.email_outbox (kind, email) select 'waitlist-confirmation', 'p' || n || '@' || $2
         from generate_series(1, $1::int) n`,
        [count, domain],
      );
    },
    /** Options of a sender with this transport. */
    sending,
    /** Sends what is due, in one round of a new sender. */
    drain: (transport: Transport, options: Partial<SenderOptions> = {}): Promise<Round> =>
      createSender({ ...sending(transport), ...options })(),
    stop: async () => {
      await client.end();
      await backend.stop();
    },
  };
}

export type OutboxBench = Awaited<ReturnType<typeof startOutboxBench>>;

/**
 * Starts a bench for the tests of one file, emptied before each of them. `given` is called with it before the
 * first.
 */
export function useOutboxBench(given: (bench: OutboxBench) => unknown): void {
  let bench: OutboxBench;
  beforeAll(async () => {
    bench = await startOutboxBench();
    given(bench);
    return () => bench.stop();
  });
  beforeEach(() => bench.empty());
}
