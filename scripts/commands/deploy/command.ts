import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { readMigrations } from "../../../server/supabase/migrations.ts";
import { type Context, type Host, inContext } from "../../cli/session/context.ts";
import { CliError, interruptedError } from "../../data/errors.ts";
import { examples } from "../../cli/session/arguments.ts";
import { say, write } from "../../cli/terminal/io.ts";
import { confirmed } from "../../cli/terminal/prompts.ts";
import { checkPrerequisites, deploySteps, fileArgument, newerDatabase, type Step } from "./steps.ts";
import { findSupabaseCli, runSupabaseCli, supabaseCliPackage, supabaseCliVersion } from "./supabaseCli.ts";
import { addressOf } from "../../cli/session/settings.ts";

interface DeployOptions {
  dryRun?: true;
  yes?: true;
}

export function defineDeploy(program: Command, host: Host): void {
  program
    .command("deploy")
    .summary("bring a hosted project up to date")
    .description(
      "Applies the migrations, sets the secrets and deploys the form backend of a hosted project with the Supabase CLI. Checks first that everything it needs is there. Every step can be repeated.",
    )
    .option("--dry-run", "print the steps and run none")
    .option("--yes", "do not ask")
    .addHelpText("after", examples("deploy --dry-run", "deploy"))
    .action((options: DeployOptions, command: Command) =>
      inContext(host, command, (context) => deploy(context, options)),
    );
}

const repeatable = "Run deploy again: every step can be repeated.";

/** Replaces the CLI's own advice, which would remove migrations from the history although the database has them. */
const olderCheckout =
  "The database was last used by a newer version of this project: git pull && npm ci, then run deploy again. `supabase migration repair` would not undo its migrations. To go back: docs/deploy.md";

/** Runs the Supabase CLI, whose output is shown on `show`. */
type Run = (args: readonly string[], show?: Context["err"]) => ReturnType<typeof runSupabaseCli>;

/**
 * Updates the database and the form backend of a hosted project to this checkout, with the Supabase CLI.
 * @throws CliError `configuration` when something is missing, `failed` when a step fails, `interrupted`; later
 *   steps are not run then.
 */
async function deploy(context: Context, { dryRun, yes }: DeployOptions): Promise<void> {
  const { settings, project, signal } = context;
  const program = findSupabaseCli(settings.SUPABASE_CLI?.value);
  const environment = {
    ...context.env,
    SUPABASE_ACCESS_TOKEN: settings.SUPABASE_ACCESS_TOKEN?.value,
    SUPABASE_DB_PASSWORD: settings.SUPABASE_DB_PASSWORD?.value,
  };
  const problems = await cliProblems(program, (args) =>
    runSupabaseCli(program, args, { cwd: project, env: environment, signal }),
  );
  const ref = checkPrerequisites(settings, problems);
  const migrations = await readMigrations();
  if (dryRun) {
    const steps = deploySteps(ref, settings, migrations);
    return write(context.out, steps.map(({ why, args }) => `# ${why}\nsupabase ${args.join(" ")}\n`).join(""));
  }
  if (!yes)
    await confirmed(context, {
      question: `Deploy to the project ${ref}?`,
      refusal: "Nothing was deployed.",
      hint: "Give --yes to deploy without being asked.",
    });
  // The address is read by supabase/config.toml, and the mails' templates put a slash behind it.
  const env = { ...environment, SITE_URL: addressOf("SITE_URL", settings) };
  await runSteps(context, deploySteps(ref, settings, migrations), (args, show) =>
    runSupabaseCli(program, args, { cwd: project, env, signal, ...(show ? { show } : {}) }),
  );
  say(
    context,
    "Deployed. Build the site with PUBLIC_SUPABASE_URL set, put dist/client on your static host, then run: npx prelaunch check",
  );
}

async function cliProblems(program: string, run: Run): Promise<string[]> {
  const { code, output } = await run(["--version"]);
  const install = `npm install --no-save ${supabaseCliPackage}@${supabaseCliVersion}`;
  if (code !== 0) return [`The Supabase CLI is not installed. Install it: ${install}`];
  const [version = output.trim()] = /\d+\.\d+\.\d+/u.exec(output) ?? [];
  return Number.parseInt(version, 10) >= 3
    ? []
    : [`${program} is the Supabase CLI ${version}; 3.x is needed. Name another with SUPABASE_CLI, or: ${install}`];
}

/** Runs the steps one after the other, and shows what they say. @throws CliError `failed`, `interrupted`. */
async function runSteps(context: Context, steps: readonly Step[], run: Run): Promise<void> {
  const { signal, err } = context;
  const scratch = await mkdtemp(join(tmpdir(), "prelaunch-deploy-"));
  const file = join(scratch, "secrets");
  try {
    for (const { why, args, content } of steps) {
      say(context, `${why} …`);
      // The file exists during its own step only: a command that is killed leaves its files behind.
      if (content !== undefined) await writeFile(file, content, { mode: 0o600 });
      const command = args.map((argument) => (argument === fileArgument ? file : argument));
      const { code, output } = await run(command, err).finally(() => rm(file, { force: true }));
      if (code === 0) continue;
      throw new CliError(
        "failed",
        `supabase ${args.slice(0, 2).join(" ")} ended with ${code}; the steps after it were not run.`,
        { hint: output.includes(newerDatabase) ? olderCheckout : `Fix the problem shown above. ${repeatable}` },
      );
    }
  } catch (error) {
    throw signal.aborted ? interruptedError(repeatable) : error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
