import type { Client } from "pg";
import { people } from "./people.ts";
import type { Rule } from "./rules.ts";
import type { World } from "./world.ts";

/** Each query returns a text for every row that breaks its rule. */
const statements: Partial<Record<Rule, string>> = {
  erased: `select kept.place as found from (
      select 'a mail' as place, email from public.email_outbox
      union all select 'an application', email from public.beta_applications
    ) as kept join public.email_suppressions s on s.hash = any (public.suppression_hashes(kept.email)) where s.erased`,
  suppressed: `select s.reason as found from public.waitlist w
    join public.email_suppressions s on s.hash = any (public.suppression_hashes(w.email))
    where w.unsubscribed_at is null and s.reason = 'erased'`,
  chain: `select a.status as found from public.beta_applications a where exists (
      select from (
        select from_status, lag(to_status, 1, 'pending') over (order by created_at, id) as standing
          from public.beta_application_events e where e.application_id = a.id and from_status is distinct from to_status
      ) as step where coalesce(from_status, 'pending') <> standing
    ) or a.status <> coalesce((
      select to_status from public.beta_application_events e where e.application_id = a.id order by created_at desc, id desc limit 1
    ), 'pending')`,
  report: `select 'other kinds' as found from (
      select coalesce(jsonb_object_agg(kind, n), '{}') as kinds, coalesce(sum(n), 0) as n from (
        select kind, count(*) as n from public.email_outbox where sent_at is null and dead_at is null group by kind) as kind
    ) as waiting, public.email_report() as report
    where report -> 'waiting_kinds' <> kinds or (report ->> 'waiting')::integer <> n`,
  spent: `select 'confirmed' as found from public.waitlist w
    where (select count(*) from public.consent_events e where e.email = w.email and e.event = 'confirmed')
      > (select count(*) from public.email_tokens t where t.email = w.email and t.purpose = 'confirm' and t.spent_at is not null)`,
};

/** How many people were compared with what was last done to them. */
export interface Looked {
  erased: number;
  listed: number;
}

const places = "select source, condition from public.tables_of_persons()";

async function whereIs(client: Client, person: string): Promise<string[]> {
  const { rows } = await client.query<{ source: string; condition: string }>(places);
  const found: string[] = [];
  for (const { source, condition } of rows) {
    const { rowCount } = await client.query(`select from public."${source}" t where ${condition}`, [person]);
    if (rowCount !== 0) found.push(source);
  }
  return found;
}

/** Checks the database against the rules while no operation is running. */
export async function lookAtRest({ history, findings, mailings }: World, client: Client): Promise<Looked> {
  const looked = { erased: 0, listed: 0 };
  for (const person of people) {
    const erased = history.of(person, "erased").at(-1);
    const since = erased && history.of(person, "came", "stored").some(({ ended }) => ended >= erased.began);
    if (erased && !since) {
      looked.erased++;
      for (const table of await whereIs(client, person)) findings.add("erased", table);
    }
    const joined = history.of(person, "acknowledged").at(-1);
    const gone =
      joined && history.of(person, "left", "may have left", "erased").some(({ ended }) => ended >= joined.began);
    if (joined && !gone) {
      looked.listed++;
      const { rowCount } = await client.query(
        "select from public.waitlist where email = $1 and unsubscribed_at is null",
        [person],
      );
      if (rowCount !== 1) findings.add("lost", "not on the list");
    }
  }
  for (const rule of ["erased", "suppressed", "chain", "report", "spent"] as const)
    for (const { found } of (await client.query<{ found: string }>(statements[rule] ?? "")).rows)
      findings.add(rule, found);
  mailings.lookAtLaunches();
  return looked;
}
