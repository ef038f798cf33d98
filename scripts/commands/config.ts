import type { Command } from "commander";
import { defaultOf, isSecret, isSetting, settingKeys } from "../../server/settings/definitions.ts";
import { readDotEnv, textsOf } from "../../server/settings/resolve.ts";
import { settingProblems } from "../../server/settings/rules.ts";
import { type Context, type Host, inContext } from "../cli/session/context.ts";
import { CliError } from "../data/errors.ts";
import { examples } from "../cli/session/arguments.ts";
import { say, write } from "../cli/terminal/io.ts";
import { table } from "../cli/terminal/table.ts";
import { harmlessLine, printableJson } from "../cli/terminal/terminalText.ts";

export function defineConfig(program: Command, host: Host): void {
  program
    .command("config")
    .summary("show the settings and where each came from")
    .description(
      "Shows the resolved settings and where each came from: a flag, the environment, the file .env, or the default. Secrets are masked. Exits with 3 when a value cannot be right.",
    )
    .option("--json", "as JSON")
    .addHelpText("after", examples("config", "config --json"))
    .action((options: { json?: true }, command: Command) =>
      inContext(host, command, (context) => showConfig(context, options)),
    );
}

/** Shows the end of a secret, enough to tell two apart; nothing of a short one. */
const mask = (secret: string): string =>
  secret.length < 24 ? "••••••" : `${secret.startsWith("sb_secret_") ? "sb_secret_" : ""}••••••${secret.slice(-4)}`;

/**
 * Writes the settings to stdout with secrets masked.
 * @throws CliError `configuration` that names every value that cannot be right.
 */
async function showConfig(context: Context, { json }: { json?: true }): Promise<void> {
  const { settings, out, project } = context;
  const problems = settingProblems(textsOf(settings));
  const lines = settingKeys.map((key) => {
    const byDefault = { value: defaultOf(key), source: "default" };
    const setting = settings[key] ?? (byDefault.value === "" ? undefined : byDefault);
    // A secret key that was put in the place of a public one is still a secret.
    const hide = isSecret(key) || (problems[key] !== undefined && key.endsWith("_KEY"));
    const value = setting === undefined ? null : hide ? mask(setting.value) : setting.value;
    return { key, value, source: setting?.source ?? null, problem: problems[key] ?? null };
  });
  const rows = lines.map(({ key, value, source }) => [key, source ?? "not set", harmlessLine(value ?? "")]);
  const target = settings.SUPABASE_URL ? "hosted" : "embedded";
  await write(out, json ? printableJson({ target, settings: lines }) : table(rows));
  for (const name of Object.keys(readDotEnv(project)))
    if (!isSetting(name)) say(context, `note: .env sets ${name}, which is not a setting of this project.`);
  const found = lines.flatMap(({ problem }) => problem ?? []);
  if (found.length > 0) throw new CliError("configuration", found.join("\n"));
  say(context, "All values have the right form; deploy and check show whether they are accepted.");
}
