import { beforeAll, describe, expect, it } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { embeddedPublishableKey } from "../../server/contract/embedded.ts";
import { type Backend, siteOrigin } from "../support/backend.ts";
import { type AuthBackend, signUpConfirmed } from "../support/users.ts";

/** The backend that the denials are tested on. */
export interface DenialsBackend extends Backend, AuthBackend {
  databaseUrl: string;
  /** Sends a request to the REST service itself, without our guard in front. */
  unguarded(path: string, init?: RequestInit): Promise<Response>;
}

const soon = "2030-01-01T00:00:00Z";

type Role = "anon" | "authenticated" | "service";

/** One row of each table, which the service role can insert and, except in append-only tables, update and delete. */
const samples: Record<
  string,
  { row: Record<string, unknown>; change: Record<string, unknown>; key: string; appendOnly?: true }
> = {
  waitlist: { row: { email: "row@example.com" }, change: { notified: true }, key: "email" },
  beta_applications: {
    row: { name: "R", email: "row@example.com", role: "other", reason: "x" },
    change: { status: "accepted" },
    key: "email",
  },
  beta_application_events: {
    row: {
      id: "00000000-0000-4000-8000-000000000005",
      application_id: "00000000-0000-4000-8000-00000000000a",
      actor: "ada",
      to_status: "declined",
    },
    change: { actor: "bo" },
    key: "id",
    appendOnly: true,
  },
  spent_captchas: {
    row: { hash: "a".repeat(64), expires_at: soon },
    change: { expires_at: "2031-01-01T00:00:00Z" },
    key: "hash",
  },
  erasures: {
    row: { id: "00000000-0000-4000-8000-000000000001", removed: { waitlist: 1 } },
    change: { removed: { waitlist: 2 } },
    key: "id",
  },
  email_suppressions: {
    row: { hash: "a".repeat(64), reason: "bounced" },
    change: { reason: "complained" },
    key: "hash",
  },
  suppression_keys: {
    row: {
      id: "00000000-0000-4000-8000-000000000002",
      inner_key: "a".repeat(128),
      outer_key: "b".repeat(128),
      created_at: soon,
    },
    change: { created_at: "2031-01-01T00:00:00Z" },
    key: "id",
  },
  trapped_submissions: { row: { day: "2030-01-01", form: "beta" }, change: { count: 2 }, key: "form" },
  email_outbox: {
    row: { kind: "application-declined", email: "row@example.com" },
    change: { last_error: "smtp_451" },
    key: "email",
  },
  email_tokens: {
    row: { hash: "a".repeat(64), purpose: "confirm", email: "listed@example.com", expires_at: soon },
    change: { expires_at: "2031-01-01T00:00:00Z" },
    key: "hash",
  },
  consent_events: {
    row: { id: "00000000-0000-4000-8000-000000000003", email: "listed@example.com", event: "asked" },
    change: { text_version: "1" },
    key: "id",
  },
  email_updates: {
    row: { hash: "c".repeat(64), parameters: {} },
    change: { created_at: soon },
    key: "hash",
  },
  email_update_recipients: {
    row: {
      id: "00000000-0000-4000-8000-000000000004",
      name: "may",
      email: "listed@example.com",
      hash: "d".repeat(64),
    },
    change: { told_at: soon },
    key: "id",
  },
  store_checks: { row: { id: true }, change: { checked_at: soon }, key: "id" },
  rate_limits: {
    row: { key: `waitlist:${"a".repeat(64)}`, tat: soon },
    change: { tat: "2031-01-01T00:00:00Z" },
    key: "key",
  },
};

const admission = { bucket: `waitlist:${"c".repeat(64)}`, burst: 1, seconds_per_request: 1 };

const exported = {
  subject: "waitlist",
  through: { created_at: soon, id: "00000000-0000-4000-8000-000000000001" },
};

const admissions = { buckets: [admission.bucket], burst: 1, seconds_per_request: 1 };

const calls: Record<string, Record<string, unknown>> = {
  admit_submission: { ...admission, solution_hash: null, solution_expires_at: null },
  admit_submissions: { ...admissions, solution_hashes: [null], solutions_expire_at: [null] },
  announce_page: { request: JSON.stringify({ scan: 1, most: 1, rehearsal: true }) },
  application_page: { request: JSON.stringify({ status: "pending", most: 1 }) },
  application_standing: { application: "00000000-0000-4000-8000-00000000000a" },
  apply_for_beta: {
    ...admission,
    trapped: false,
    id: "00000000-0000-4000-8000-000000000003",
    name: "C",
    email: "call@example.com",
    role: "other",
    reason: "x",
  },
  check_store: {},
  claim_emails: { batch: 1, lease_seconds: 1 },
  confirm_email: { token_hash: "b".repeat(64) },
  count_trapped: { sent_form: "waitlist" },
  email_mailbox: { email: "a@example.com" },
  email_report: {},
  enqueue_asked_email: { asked_kind: "application-received", person: "nobody@example.com" },
  enqueue_asked_emails: { asked_kind: "application-received", people: ["nobody@example.com"] },
  erase_applications: { made_until: "2000-01-01", most: 1 },
  fail_email: { provider: "none", people: "[]", reason: "resend_failed" },
  hold_emails: { most: 1 },
  hold_mailboxes: { people: ["nobody@example.com"] },
  import_email_records: { tokens: "[]", consents: "[]" },
  import_update_recipients: { recipients: "[]" },
  prune_accounts: { after_id: "00000000-0000-0000-0000-000000000000", scan: 1, untouched_since: "2000-01-01" },
  prune_page: { request: JSON.stringify({ part: "mails", scan: 1, unconfirmed_days: 30, ended_days: 90 }) },
  record_email_event: { event: "bounced", people: "[]" },
  register_email_tokens: { tokens: "[]" },
  retry_emails: { most: 1 },
  settle_emails: { results: "[]" },
  unsubscribe_email: { token_hash: "b".repeat(64) },
  withdraw_consent: { person: "nobody@example.com" },
  data_report: { subject: "waitlist" },
  keeps_constraints: { relation: "public.waitlist", names: [] },
  mark_waitlist: { addresses: "[]", event: "notified" },
  normal_email: { email: "a@example.com" },
  has_applied: { email: "nobody@example.com" },
  join_waitlist: { ...admission, trapped: false, email: "call@example.com" },
  join_waitlist_batch: { joins: "[]", burst: 1, seconds_per_request: 1 },
  join_waitlists: {
    ...admissions,
    emails: ["call@example.com"],
    sources: [null],
    traps: [false],
    solution_hashes: [null],
    solutions_expire_at: [null],
    consent_text: null,
  },
  erase_person: { person: "nobody@example.com" },
  export_ends: { request: JSON.stringify({ ...exported, most: 1, pages: 1 }) },
  export_rows: { request: JSON.stringify({ ...exported, columns: ["id"], most: 1 }) },
  export_table: { subject: "waitlist" },
  export_source: { request: JSON.stringify(exported) },
  import_applications: { applications: "[]" },
  import_waitlist: { people: "[]" },
  person_data: { person: "nobody@example.com" },
  review_application: {
    application: "00000000-0000-4000-8000-00000000000a",
    event: "00000000-0000-4000-8000-00000000000b",
    actor: "ada",
    note: "A note.",
  },
  review_report: { reply_hours: 48 },
  schema_report: {},
  stats_report: { bucket: "day" },
  spend_captchas: { solution_hashes: ["b".repeat(64)], solutions_expire_at: [soon] },
  suppress_email: { person: "nobody@example.com", why: "erased" },
  suppression_hashes: { person: "nobody@example.com" },
  suppressions_of: { person: "nobody@example.com" },
  sweep_expired: {},
  trapped_report: {},
  take_all_rate_limits: { buckets: admissions.buckets, bursts: [1], seconds_per_request: [1] },
  take_challenge: { bucket: `captcha:${"b".repeat(64)}`, burst: 1, seconds_per_request: 1, most: 1 },
  take_mail_limit: {
    recipient: "b".repeat(64),
    seconds_between: 60,
    per_hour: 5,
    network_bucket: `mailnetwork:${"b".repeat(64)}`,
    network_burst: 1,
    network_seconds: 1,
    overall_burst: 1,
    overall_seconds: 1,
  },
  tables_hanging_on_persons: {},
  tables_of_persons: {},
  take_rate_limit: { bucket: `waitlist:${"b".repeat(64)}`, burst: 1, seconds_per_request: 1 },
  take_rate_limits: admissions,
};

/** Row level security: tries every table, verb and function as the roles that must be refused, and as the service role. */
export function describeDenials(stack: string, start: () => Promise<DenialsBackend>) {
  describe(`row level security on ${stack}`, () => {
    let backend: DenialsBackend;
    let accessToken: string;
    beforeAll(async () => {
      backend = await start();
      accessToken = await signUpConfirmed(backend, "stranger@example.com");
      // Rows that the samples of other tables refer to.
      await send("service", "POST", "waitlist", { email: "listed@example.com" });
      await send("service", "POST", "email_updates", { hash: "d".repeat(64), parameters: {} });
      await send("service", "POST", "beta_applications", {
        id: "00000000-0000-4000-8000-00000000000a",
        name: "L",
        email: "listed@example.com",
        role: "other",
        reason: "x",
      });
      return () => backend.stop();
    });

    const headers = (role: Role): Record<string, string> => {
      const json = { "content-type": "application/json", prefer: "return=minimal" };
      if (role === "service") return { ...json, apikey: backend.secretKey };
      return {
        ...json,
        apikey: embeddedPublishableKey,
        ...(role === "authenticated" ? { authorization: `Bearer ${accessToken}` } : {}),
      };
    };
    // Bypasses the guard, which would refuse all of it: on a hosted project the database alone has to.
    const send = (role: Role, method: string, path: string, body?: unknown) =>
      backend.unguarded(`/rest/v1/${path}`, {
        method,
        headers: headers(role),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });

    const names = (query: string) =>
      withClient(backend.databaseUrl, async (client) =>
        (await client.query<{ name: string }>(`${query} order by 1`)).rows.map(({ name }) => name),
      );
    const functions = "select proname as name from pg_proc where pronamespace = 'public'::regnamespace";

    it("is tested on every table and function", async () => {
      const tables = "select tablename as name from pg_tables where schemaname = 'public'";
      expect(Object.keys(samples).sort()).toEqual(await names(tables));
      expect(Object.keys(calls).sort()).toEqual(await names(`${functions} and prorettype <> 'trigger'::regtype`));
    });

    // A function that reads a table is refused by the table, whoever may call it, until it is made a security definer.
    it("gives no visitor the right to call a function, and no function the caller's search path", async () => {
      const may = (role: string) => names(`${functions} and has_function_privilege('${role}', oid, 'execute')`);
      expect([await may("anon"), await may("authenticated")]).toEqual([[], []]);
      expect(await names(`${functions} and not coalesce(proconfig, '{}') && array['search_path=""']`)).toEqual([]);
    });

    // Without a grant everything is refused before row level security is asked, and nothing would tell whether it is on.
    it.each(Object.entries(samples))("hides %s also from visitors to whom it is granted by mistake", (table, { row }) =>
      withClient(backend.databaseUrl, async (client) => {
        const columns = Object.keys(row).join();
        const add = `insert into public.${table} (${columns}) select ${columns} from jsonb_populate_record(null::public.${table}, $1)`;
        for (const role of ["anon", "authenticated"]) {
          await client.query("begin");
          await client.query(add, [row]);
          await client.query(`grant all on public.${table} to ${role}; set local role ${role}`);
          expect((await client.query(`select from public.${table}`)).rowCount).toBe(0);
          await expect(client.query(add, [row])).rejects.toThrow("violates row-level security policy");
          await client.query("rollback");
        }
      }),
    );

    describe.each(Object.entries(samples))("of %s", (table, { row, change, key, appendOnly }) => {
      const filter = `${table}?${key}=eq.${encodeURIComponent(String(row[key]))}`;

      it.each(["anon", "authenticated"] as const)(
        "denies %s every verb and allows the service role each one",
        async (role) => {
          const ownRowsOnly = table === "beta_applications" && role === "authenticated";
          const denied = role === "anon" ? 401 : 403;
          expect((await send(role, "POST", table, row)).status).toBe(denied);
          expect((await send("service", "POST", table, row)).status).toBe(201);

          const read = await send(role, "GET", filter);
          expect(read.status).toBe(ownRowsOnly ? 200 : denied);
          expect(ownRowsOnly ? await read.json() : []).toEqual([]);
          expect(await (await send("service", "GET", filter)).json()).toHaveLength(1);

          expect((await send(role, "PATCH", filter, change)).status).toBe(denied);
          expect(await (await send("service", "GET", filter)).json()).not.toMatchObject([change]);
          expect((await send("service", "PATCH", filter, change)).status).toBe(appendOnly ? 403 : 204);
          expect(
            await (await send("service", "GET", `${filter}&select=${Object.keys(change).join()}`)).json(),
          ).toHaveLength(1);

          expect((await send(role, "DELETE", filter)).status).toBe(denied);
          expect(await (await send("service", "GET", filter)).json()).toHaveLength(1);
          expect((await send("service", "DELETE", filter)).status).toBe(appendOnly ? 403 : 204);
          if (appendOnly)
            await withClient(backend.databaseUrl, (client) => client.query(`delete from public.${table}`));
          expect(await (await send("service", "GET", filter)).json()).toEqual([]);
        },
      );
    });

    it.each(Object.entries(calls))("lets the service role alone call %s", async (name, args) => {
      expect((await send("anon", "POST", `rpc/${name}`, args)).status).toBe(401);
      expect((await send("authenticated", "POST", `rpc/${name}`, args)).status).toBe(403);
      // 204 for a function that returns nothing.
      expect((await send("service", "POST", `rpc/${name}`, args)).status).toBeOneOf([200, 204]);
    });

    it("shows the signed-in applicant their own application, and nobody else's", async () => {
      const application = { name: "S", role: "other", reason: "x" };
      await send("service", "POST", "beta_applications", [
        { ...application, email: "stranger@example.com" },
        { ...application, email: "other@example.com" },
      ]);
      const seen = await (await send("authenticated", "GET", "beta_applications?select=email,status")).json();
      expect(seen).toEqual([{ email: "stranger@example.com", status: "pending" }]);
      expect(await (await send("service", "GET", "beta_applications?name=eq.S&select=email")).json()).toHaveLength(2);
    });

    it("does not trust a session whose address nobody confirmed", async () => {
      const credentials = { email: "unconfirmed@example.com", password: "a-long-passphrase" };
      const auth = (path: string) =>
        backend.service(`/auth/v1/${path}`, {
          method: "POST",
          headers: { ...headers("anon"), origin: siteOrigin },
          body: JSON.stringify(credentials),
        });
      expect(await (await auth("signup")).json()).not.toHaveProperty("access_token");
      expect((await auth("token?grant_type=password")).status).toBe(400);
    });
  });
}
