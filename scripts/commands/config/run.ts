import { definitionOf, settingKeys } from "../../../server/settings/definitions.ts";
import { cutInDotEnv, readDotEnv, unreadEnvFiles } from "../../../server/settings/dotEnv.ts";
import { settingProblems } from "../../../server/settings/validate.ts";
import type { Context } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { say, write } from "../../cli/io.ts";
import { table } from "../../cli/table.ts";
import { harmlessLine, printableJson } from "../../cli/terminalText.ts";

/** Shows the end of a secret, enough to tell two apart; nothing of a short one. */
const mask = (secret: string): string =>
  secret.length < 24 ? "••••••" : `${secret.startsWith("sb_secret_") ? "sb_secret_" : ""}••••••${secret.slice(-4)}`;

/**
 * Writes the settings to stdout, secrets masked.
 * @throws CliError `configuration` naming every value that cannot be right, after all settings are written.
 */
export async function showConfig(context: Context, { json }: { json?: true }): Promise<void> {
  const { settings, out } = context;
  const problems = settingProblems(settings);
  const lines = settingKeys.map((key) => {
    const { about, unset, secret } = definitionOf(key);
    const setting = settings[key];
    // A secret key that was put in the place of a public one is still a secret.
    const hide = secret || (problems[key] !== undefined && key.endsWith("_KEY"));
    const value = setting === undefined ? null : hide ? mask(setting.value) : setting.value;
    return { key, value, source: setting?.source ?? null, about, unset: unset ?? null, problem: problems[key] ?? null };
  });
  const target = settings.SUPABASE_URL ? "hosted" : "embedded";
  if (json) await write(out, printableJson({ target, settings: lines }));
  else
    await write(
      out,
      table(
        lines.map(({ key, value, source, unset }) => [key, source ?? "not set", harmlessLine(value ?? unset ?? "")]),
      ),
    );
  const known = new Set<string>(settingKeys);
  for (const name of Object.keys(readDotEnv(context.project)))
    if (!known.has(name)) say(context, `note: .env sets ${name}, which is not a setting of this project.`);
  for (const name of cutInDotEnv(context.project))
    say(
      context,
      `note: .env gives ${name} only up to a # or a quotation mark. Put all of it into quotes that it does not have.`,
    );
  for (const name of unreadEnvFiles(context.project))
    say(context, `note: ${name} is not read. Put its settings into .env, or into the environment.`);
  const found = lines.flatMap(({ problem }) => problem ?? []);
  if (found.length > 0) throw new CliError("configuration", found.join("\n"));
}
