import type { SupabaseClient } from "@supabase/supabase-js";
import { dataOf } from "../../scripts/cli/calls.ts";
import { countRows, type Filter, pagesOf, type Subject, tables } from "../../scripts/commands/export/rows.ts";
import { rowsOf } from "../../scripts/commands/move/rows.ts";
import { startHostedBackend } from "../hosted/support/hostedBackend.ts";
import { startHostedCluster } from "../hosted/support/hostedCluster.ts";
import { type Limit, limitLine } from "./support/limits.ts";
import { fillWithMillion } from "./support/million.ts";
import { operatorCalls } from "./support/operatorCalls.ts";

// Every call of the operator's commands, at a million rows, through genuine PostgREST with a hosted project's roles, pages and
// statement timeout of 8 s. Takes about ten minutes.

/** Seconds a call may take here: a small hosted project is slower than this machine. */
const most = 3;

const cluster = await startHostedCluster();
const project = await startHostedBackend({ clusterUrl: cluster.url });
// Not typed by function, because functions are called by name.
const supabase: SupabaseClient = project.supabase;
const limits: Limit[] = [];
const { signal } = new AbortController();

async function timed(name: string, call: () => PromiseLike<unknown>): Promise<void> {
  const started = performance.now();
  const refused = await Promise.resolve(call()).then(
    () => "",
    (error: unknown) => `: ${Object(error).code ?? ""} ${Object(error).message}`,
  );
  const value = refused === "" ? (performance.now() - started) / 1000 : Number.POSITIVE_INFINITY;
  const limit = { name: `${name}${refused}`, value, most };
  process.stdout.write(`${limitLine(limit)}\n`);
  limits.push(limit);
}

/** The requests of an `export`: the count for its progress, where it ends with the first page, and one more. */
async function tryExport(name: string, filter: Filter, subject: Subject = "waitlist"): Promise<void> {
  const source = { supabase: project.supabase, signal };
  const pages = pagesOf(source, subject, tables[subject].columns, filter);
  await timed(`export ${name}: how many`, () => countRows(source, subject, filter));
  await timed(`export ${name}: the first page`, () => pages.next());
  await timed(`export ${name}: the second page`, () => pages.next());
}

try {
  await fillWithMillion(project.databaseUrl);
  const { functions } = Object(await dataOf(project.supabase.rpc("schema_report"), signal));
  for (const name of Object.keys(functions))
    if (!(name in operatorCalls))
      await timed(name, () => Promise.reject(new Error("tests/bench/support/operatorCalls.ts does not try it")));
  for (const [name, cases] of Object.entries(operatorCalls))
    for (const [which, args] of Object.entries(cases))
      await timed(`${name} ${which}`, () => supabase.rpc(name, args).throwOnError());
  await tryExport("of everybody", {});
  await tryExport("of a month", { since: new Date("2026-02-01"), until: new Date("2026-03-01") });
  await tryExport("of one in a thousand", { unsubscribed: true });
  await tryExport("of nobody", { notNotified: true, unsubscribed: true });
  await tryExport("of the mailable", { mailable: true });
  await tryExport("of applications", {}, "beta");
  await tryExport("of the accepted", { status: "accepted" }, "beta");
  await tryExport("of nobody accepted", { status: "declined" }, "beta");
  await timed("beta erase: how many", () =>
    supabase
      .from("beta_applications")
      .select("*", { count: "exact", head: true })
      .eq("status", "pending")
      .throwOnError(),
  );
  for (const [table, key] of [
    ["waitlist", "id"],
    ["email_suppressions", "hash"],
  ] as const) {
    const all = rowsOf({ supabase: project.supabase, signal }, table, key);
    await timed(`move: the first page of ${table}`, () => all.next());
    await timed(`move: the second page of ${table}`, () => all.next());
  }
} finally {
  await project.stop();
  await cluster.stop();
}
if (limits.some(({ value }) => value > most)) process.exitCode = 1;
