import type { SupabaseClient } from "@supabase/supabase-js";
import { type Command, Option } from "commander";
import * as v from "valibot";
import { count, counted } from "../../server/lib/amounts.ts";
import { type BackendContext, type Host, onBackend } from "../cli/session/context.ts";
import { callFunction, type Data, dataOf, done } from "../data/calls.ts";
import { pageSize } from "../operator/pages.ts";
import { CliError, rethrowWithLine } from "../data/errors.ts";
import { examples, paragraphs } from "../cli/session/arguments.ts";
import { say } from "../cli/terminal/io.ts";
import { progress } from "../cli/terminal/progress.ts";
import { readMailReport } from "../operator/mails.ts";
import { forStack } from "../cli/session/settings.ts";

export function defineMove(program: Command, host: Host): void {
  program
    .command("move")
    .summary("copy all records of the embedded stack to a hosted project")
    .description(
      paragraphs(
        "Copies the waitlist, the applications with their statuses and times, the suppression list, consents and the record of erasures from the embedded stack of this folder to the hosted project of SUPABASE_URL.",
        "The project needs its migrations first (deploy), and no records of its own; the stack must not be running.",
        "Nothing is removed here. Accounts are not moved: people sign in again by link.",
      ),
    )
    .addOption(new Option("--to <target>", "where to move the records").choices(["hosted"]).makeOptionMandatory())
    .addHelpText("after", examples("move --to hosted"))
    .action((_options: object, command: Command) => onBackend(host, command, moveToHosted, { both: true }));
}

type Row = Record<string, unknown>;

const keyForm = v.object({ inner_key: v.string(), outer_key: v.string() });

interface Copied {
  name: string;
  /** The name of its primary key, a column of type text or uuid. */
  key: string;
  /** The columns to read, in PostgREST's syntax; by default all of them. */
  columns?: string;
  /** Adds rows there that are not there yet; a plain insert by default. */
  add?: (target: Data, rows: readonly Row[]) => Promise<unknown>;
}

/**
 * The tables that are copied, in order: the hashing key goes before the addresses that are hashed with it, and
 * people go before the suppression list, which would otherwise keep out everyone who is on both. Other data is
 * short-lived (rate limits, spent captchas, mails that were sent or failed) or belongs to the host (accounts).
 */
const tables: readonly Copied[] = [
  {
    // This key replaces the project's own, under which nothing has been hashed yet.
    name: "suppression_key",
    key: "id",
    add: ({ supabase, signal }, [key]) =>
      done(supabase.from("suppression_key").update(v.parse(keyForm, key)).eq("id", true), signal),
  },
  {
    name: "waitlist",
    key: "id",
    add: (target, rows) => callFunction(target, "import_waitlist", { people: JSON.stringify(rows) }),
  },
  {
    name: "beta_applications",
    key: "id",
    // The function adds the history of each application in the same step.
    columns: "*, events:beta_application_events(*)",
    add: (target, rows) => callFunction(target, "import_applications", { applications: JSON.stringify(rows) }),
  },
  { name: "email_suppressions", key: "hash" },
  { name: "erasures", key: "id" },
  { name: "email_tokens", key: "hash" },
  { name: "consent_events", key: "id" },
  { name: "import_people", key: "id" },
  { name: "email_updates", key: "hash" },
  { name: "email_update_recipients", key: "id" },
  { name: "mail_drafts", key: "id" },
];

/** These tables have rows in every project, so they do not show that a project was used. */
const neverEmpty = "suppression_key";

/** Empties a project except for its accounts. Tables that depend on people and applications are emptied with them. */
const emptying =
  "truncate public.waitlist, public.beta_applications, public.email_suppressions, public.erasures, public.email_updates, public.mail_drafts cascade;";

/** A row of any table: tables are copied by name, with all their columns. */
const untyped = ({ supabase }: Data): SupabaseClient => supabase;

/**
 * Copies all records of this folder's embedded stack to an empty hosted project, in one pass.
 * @throws CliError `configuration` when no project is named, `failed` when it has rows or mails are queued here,
 *   `unreachable`, `interrupted`.
 */
async function moveToHosted(target: BackendContext): Promise<void> {
  if (target.embedded)
    throw new CliError("configuration", "No hosted project is named.", {
      hint: "Set SUPABASE_URL and SUPABASE_SECRET_KEY to the project to move to.",
    });
  const from = { kind: "embedded", dataFolder: target.settings.DATA_FOLDER.value } as const;
  const { withBackend } = await import("../cli/session/backend.ts");
  await withBackend(from, target, { retries: 5, timeout: 30_000, create: false }, async ({ supabase, stackSends }) => {
    if (stackSends)
      throw new CliError("failed", "The embedded stack is running.", {
        hint: "Stop npm start, so that nobody joins or leaves here while the records are copied.",
      });
    await requireEmpty(target);
    const source = { supabase, signal: target.signal };
    await requireNoMails(source);
    for (const table of tables)
      await copyTable(source, target, table).catch(
        rethrowWithLine(`The project may have only a part of the records. ${beginAgain}`),
      );
  });
  say(target, `All records are in ${new URL(target.url).host}. Check it: npx prelaunch check`);
}

const beginAgain = `To begin again, empty it in the SQL editor of Supabase's dashboard, and move again: ${emptying}`;

/** @throws CliError `failed` where the project has records already. */
async function requireEmpty(target: Data): Promise<void> {
  const full: string[] = [];
  for (const { name, key } of tables.filter((table) => table.name !== neverEmpty)) {
    const rows = await dataOf(untyped(target).from(name).select(key).limit(1), target.signal);
    if (rows.length > 0) full.push(name);
  }
  if (full.length > 0)
    throw new CliError("failed", `The project has records already: ${full.join(", ")}.`, {
      hint: `Records are moved to an empty project only. Are these of a move that was interrupted? ${beginAgain}`,
    });
}

/** @throws CliError `failed` where mails are queued. */
async function requireNoMails(source: Data): Promise<void> {
  const { queued } = await readMailReport(source);
  if (queued > 0)
    throw new CliError("failed", `${counted(queued, "mail is queued", "mails are queued")} here.`, {
      hint: `Send them first, so that their links work there, too: ${forStack} mail send. A mail that is being retried is sent or given up within three days.`,
    });
}

/** Copies the rows of a table, and reports how many there were. */
async function copyTable(source: Data, target: BackendContext, table: Copied): Promise<void> {
  const { add = (_target, rows) => insert(target, table, rows) } = table;
  const shown = progress(target, table.name);
  let sent = 0;
  try {
    for await (const rows of rowsOf(source, table)) {
      await add(target, rows);
      shown.at((sent += rows.length));
    }
  } finally {
    shown.end();
  }
  say(target, `${table.name}: ${count(sent)}`);
}

/** The rows of a table in pages, in the order of their keys. */
async function* rowsOf(source: Data, { name, key, columns = "*" }: Copied): AsyncGenerator<Row[]> {
  for (let after: unknown; ;) {
    const query = untyped(source).from(name).select<string, Row>(columns).order(key).limit(pageSize);
    const rows: Row[] = await dataOf(after === undefined ? query : query.gt(key, after), source.signal);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.[key];
  }
}

const insert = (target: Data, { name, key }: Copied, rows: readonly Row[]): Promise<void> =>
  done(
    untyped(target)
      .from(name)
      .upsert([...rows], { onConflict: key, ignoreDuplicates: true }),
    target.signal,
  );
