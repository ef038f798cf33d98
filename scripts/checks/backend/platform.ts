import * as v from "valibot";
import type { BackendContext } from "../../cli/session/context.ts";
import { callFunction } from "../../data/calls.ts";
import { type Finding, ok, wrong } from "../../../server/launch/finding.ts";

/** The jobs of supabase/migrations/…_mail_schedule.sql, and the loss when one is missing. */
const jobs = {
  "keelbook-mail": "decisions, announcements and mails that failed once are not sent",
  "keelbook-operator": "the operator hears of trouble late (OPERATOR_EMAIL)",
  "keelbook-prune": "what has expired is not erased",
  "keelbook-runs": "the record of the jobs' runs grows for ever",
};

const report = v.object({
  refused: v.array(v.string()),
  jobs: v.nullable(v.array(v.string())),
  postgres: v.string(),
});

/**
 * Names PostgreSQL's version, and checks that a hosted project's auth service may run the triggers on its tables,
 * and that its database has our jobs. The embedded stack has no separate auth service, and runs the jobs in its own
 * process.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function checkPlatform(context: BackendContext): Promise<Finding[]> {
  const read = v.parse(report, await callFunction(context, "platform_report", {}));
  const database = ok("database", `It is PostgreSQL ${read.postgres}.`);
  const scheduled = read.jobs;
  if (scheduled === null) return [database];
  const findings = [
    ...read.refused.map((name) =>
      wrong(
        "platform",
        `A trigger on the auth service's tables calls ${name}, which the service may not execute: nobody can sign up or sign in.`,
        `Make the trigger's function security definer, or run this SQL: grant execute on function ${name} to supabase_auth_admin;`,
      ),
    ),
    ...Object.entries(jobs)
      .filter(([name]) => !scheduled.includes(name))
      .map(([name, loss]) =>
        wrong(
          "platform",
          `The database's job ${name} is missing: ${loss}.`,
          "Enable pg_cron and pg_net (dashboard, Database, Extensions), then run supabase/migrations/20261127001000_mail_schedule.sql in the SQL editor (docs/mail.md).",
        ),
      ),
  ];
  return [
    database,
    ...(findings.length > 0
      ? findings
      : [ok("platform", "The auth service may run its triggers, and the database has its jobs.")]),
  ];
}
