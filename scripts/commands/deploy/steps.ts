import { functionSettings, type SettingKey } from "../../../server/settings/definitions.ts";
import type { Settings } from "../../../server/settings/resolve.ts";

/** One command of the Supabase CLI, and its purpose. */
export interface Step {
  why: string;
  args: string[];
}

/** Stands for the secrets file in a dry run: secrets never appear on a command line, which other users can see. */
export const secretsFilePlaceholder = "<a file, 0600, removed afterwards>";

/** What the CLI says of a database with migrations that this checkout does not have. */
export const newerDatabase = "Remote migration versions not found in local migrations directory";

/** Quotes in which the CLI takes a value of an env file as it is. In double quotes `\n` would be a line end. */
const literalQuotes = ["'", "`"];

const quoteFor = (value: string): string | undefined => literalQuotes.find((quote) => !value.includes(quote));

/** The settings of the form backend that the CLI's env file cannot hold. */
export const unwritable = (settings: Settings): SettingKey[] =>
  functionSettings.filter((key) => settings[key] && quoteFor(settings[key].value) === undefined);

/** The secrets of the form backend in the format of an env file; none of them may be {@link unwritable}. */
export const secretsFile = (settings: Settings): string =>
  functionSettings
    .flatMap((key) => {
      const value = settings[key]?.value;
      if (value === undefined) return [];
      const quote = quoteFor(value) ?? "";
      return [`${key}=${quote}${value}${quote}\n`];
    })
    .join("");

/**
 * The commands of a deployment in their order: the database before what relies on it, the secrets before what reads them.
 * Written for the Supabase CLI 3.x: without `--yes` it asks, and takes no answer from a pipe. Without `--include-all` it refuses a
 * migration that is older than one the database has, as when two changes landed in the other order; `npm start` applies it, too.
 */
export const deploySteps = (projectRef: string, secretsPath: string, settings: Settings): Step[] => {
  const remote = [`--remote=${projectRef}`, "--yes"];
  return [
    { why: "Apply the new migrations", args: ["db", "push", "--include-all", ...remote] },
    { why: "Set up the services as supabase/config.toml says", args: ["config", "push", ...remote] },
    {
      why: `Set ${functionSettings.filter((key) => settings[key]).join(", ")} for the form backend`,
      args: ["secrets", "set", "--env-file", secretsPath, ...remote],
    },
    { why: "Deploy the form backend", args: ["functions", "deploy", "forms", "--use-api", ...remote] },
  ];
};
