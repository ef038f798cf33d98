import { thisBuild } from "../../../server/lib/release.ts";
import { compareStatement, type Migration, recordStatement, schemaOf } from "../../../server/supabase/migrations.ts";
import type { SettingKey } from "../../../server/settings/definitions.ts";
import { functionSettings, hostedSettings, requiredOfForms } from "../../../server/settings/hosts.ts";
import { type Settings, textsOf } from "../../../server/settings/resolve.ts";
import { isBearable, settingProblems } from "../../../server/settings/rules.ts";
import { CliError } from "../../data/errors.ts";

/** A command of the Supabase CLI and its purpose. */
export interface Step {
  why: string;
  /** The arguments, in which {@link fileArgument} stands for the path of a file. */
  args: string[];
  /** The content of that file. */
  content?: string;
}

/**
 * Stands for the path of a file with secrets. Secrets never appear on a command line, where other users could see
 * them.
 */
export const fileArgument = "<a file, 0600, removed afterwards>";

/** The settings that a deployment cannot do without. */
const required: readonly SettingKey[] = [
  ...requiredOfForms,
  "SUPABASE_PROJECT_REF",
  "SUPABASE_ACCESS_TOKEN",
  "SUPABASE_DB_PASSWORD",
];

/** The CLI's message about a database with migrations that this checkout does not have. */
export const newerDatabase = "Remote migration versions not found in local migrations directory";

/**
 * The commands of a deployment in their order: the database before what relies on it, the secrets before what reads
 * them. Written for the Supabase CLI 3.x: without `--yes` it asks, and takes no answer from a pipe. Without
 * `--include-all` it refuses a migration that is older than one the database has, as when two changes landed in the
 * other order; `npm start` applies it, too.
 */
export const deploySteps = (projectRef: string, settings: Settings, migrations: readonly Migration[]): Step[] => {
  const remote = [`--remote=${projectRef}`, "--yes"];
  const query = ["db", "query", "--file", fileArgument, ...remote];
  const clock = settings.MAIL_SCHEDULE_SECRET && {
    why: "Let the database's clock call the form backend",
    args: query,
    content: clockStatements(
      settings.SUPABASE_URL?.value ?? `https://${projectRef}.supabase.co`,
      settings.MAIL_SCHEDULE_SECRET.value,
    ),
  };
  return [
    { why: "Compare the migrations with those that were applied", args: query, content: compareStatement(migrations) },
    { why: "Apply the new migrations", args: ["db", "push", "--include-all", ...remote] },
    { why: "Record them", args: query, content: recordStatement(migrations) },
    { why: "Set up the services as supabase/config.toml says", args: ["config", "push", ...remote] },
    {
      why: `Set ${functionSettings.filter((key) => settings[key]).join(", ")} for the form backend`,
      args: ["secrets", "set", "--env-file", fileArgument, ...remote],
      // By the hash the function sees whether the database has the migrations that it was deployed with.
      content: `${secretsFile(settings)}SCHEMA_SHA256=${schemaOf(migrations)}\nVERSION=${thisBuild()}\n`,
    },
    { why: "Deploy the form backend", args: ["functions", "deploy", "forms", "--use-api", ...remote] },
    ...(clock ? [clock] : []),
  ];
};

const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/**
 * SQL that stores in Vault what the jobs of supabase/migrations/…_mail_schedule.sql read
 * (https://supabase.com/docs/guides/database/vault).
 */
const clockStatements = (projectUrl: string, secret: string): string =>
  Object.entries({ keelbook_project_url: projectUrl, keelbook_mail_secret: secret })
    .map(
      ([name, value]) =>
        `select vault.update_secret(id, ${literal(value)}) from vault.secrets where name = '${name}';
select vault.create_secret(${literal(value)}, '${name}') where not exists (select from vault.secrets where name = '${name}');
`,
    )
    .join("")
    .concat("select name from vault.secrets where name in ('keelbook_project_url', 'keelbook_mail_secret');\n");

/**
 * Finds quotes in which the CLI takes a value of an env file literally. In double quotes `
 * ` would be a line end.
 */
const quoteFor = (value: string): string | undefined => ["'", "`"].find((quote) => !value.includes(quote));

/**
 * The secrets of the form backend in the format of an env file; {@link checkPrerequisites} refuses what it cannot
 * hold.
 */
const secretsFile = (settings: Settings): string =>
  functionSettings
    .flatMap((key) => {
      const value = settings[key]?.value;
      const quote = quoteFor(value ?? "") ?? "";
      return value === undefined ? [] : [`${key}=${quote}${value}${quote}\n`];
    })
    .join("");

/**
 * Checks everything that a deployment needs, and returns the project's reference.
 * @param cli what is wrong with the Supabase CLI
 * @throws CliError `configuration` naming everything that is missing at once.
 */
export function checkPrerequisites(settings: Settings, cli: readonly string[]): string {
  const problems = [
    // Mail settings of this machine say nothing about a project whose reference is missing.
    ...Object.values(settingProblems(textsOf(settings), hostedSettings, required)).filter(
      (problem) => !isBearable(problem),
    ),
    ...functionSettings.flatMap((key) =>
      settings[key] && quoteFor(settings[key].value) === undefined
        ? `${key} has both a single quote and a backtick, which the Supabase CLI cannot read: leave one out.`
        : [],
    ),
    ...cli,
  ];
  if (problems.length > 0)
    throw new CliError(
      "configuration",
      `Not ready to deploy.\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
    );
  return settings.SUPABASE_PROJECT_REF?.value ?? "";
}
