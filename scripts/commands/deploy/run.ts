import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $, type Options, type ProcessPromise } from "zx";
import { confirm } from "../../cli/confirm.ts";
import type { Context } from "../../cli/context.ts";
import { CliError, interruptedError } from "../../cli/errors.ts";
import { say, write } from "../../cli/io.ts";
import { addressOf } from "../../cli/settings.ts";
import { checkPrerequisites } from "./prerequisites.ts";
import { findSupabaseCli } from "./supabaseCli.ts";
import { deploySteps, newerDatabase, secretsFile, secretsFilePlaceholder } from "./steps.ts";

/** Options of `deploy`, as commander gives them. */
export interface DeployOptions {
  dryRun?: true;
  yes?: true;
}

const repeatable = "Fix the problem shown above and run deploy again: every step can be repeated.";

/** In place of the CLI's advice, after which its history would lack what the database has. */
const olderCheckout =
  "The database was last used by a newer version of this project: git pull && npm ci, then run deploy again. `supabase migration repair` would not undo its migrations. To go back: docs/deploy.md";

/**
 * Updates the database and the form backend of a hosted project to this checkout, with the Supabase CLI.
 * @throws CliError `configuration` when something is missing, `failed` when a step fails, `interrupted`; later steps are not run then.
 */
export async function deploy(context: Context, { dryRun, yes }: DeployOptions): Promise<void> {
  const { settings, project, signal } = context;
  const environment = {
    ...context.env,
    SUPABASE_ACCESS_TOKEN: settings.SUPABASE_ACCESS_TOKEN?.value,
    SUPABASE_DB_PASSWORD: settings.SUPABASE_DB_PASSWORD?.value,
  };
  const shell: Partial<Options> = {
    cwd: project,
    signal,
    nothrow: true,
    quiet: true,
    stdio: ["ignore", "pipe", "pipe"],
  };
  const program = findSupabaseCli(settings.SUPABASE_CLI?.value);
  const { exitCode, stdout } = await $({ ...shell, env: environment })`${program} --version`;
  if (signal.aborted) throw interruptedError();
  const version = exitCode === 0 ? stdout.trim() : undefined;
  const ref = checkPrerequisites(project, settings, { program, version });
  if (dryRun) {
    const lines = deploySteps(ref, secretsFilePlaceholder, settings).map(
      ({ why, args }) => `# ${why}\nsupabase ${args.join(" ")}\n`,
    );
    return write(context.out, lines.join(""));
  }
  if (!yes)
    await confirm(context, {
      question: `Deploy to the project ${ref}? Type yes: `,
      refusal: "Nothing was deployed.",
      hint: "Give --yes to deploy without being asked.",
    });
  // The address is read by supabase/config.toml, and the mails' templates put a slash behind it.
  const supabase = $({ ...shell, env: { ...environment, SITE_URL: addressOf("SITE_URL", settings) } });
  await runSteps(context, ref, (args) => supabase`${program} ${args}`);
  say(
    context,
    "Deployed. Build the site with PUBLIC_SUPABASE_URL set, put dist/client on your static host, then run: npx prelaunch check backend, and npx prelaunch check site ADDRESS",
  );
}

/**
 * Runs the steps of a deployment one after the other, and shows what they say.
 * @throws CliError `failed` when a step fails, `interrupted`; later steps are not run then.
 */
async function runSteps(
  context: Context,
  ref: string,
  supabase: (args: readonly string[]) => ProcessPromise,
): Promise<void> {
  const { settings, signal } = context;
  const scratch = await mkdtemp(join(tmpdir(), "prelaunch-deploy-"));
  try {
    const secrets = join(scratch, "secrets.env");
    for (const { why, args } of deploySteps(ref, secrets, settings)) {
      say(context, `${why} …`);
      // The file exists during its own step only: a command that is killed leaves its files behind.
      if (args.includes(secrets)) await writeFile(secrets, secretsFile(settings), { mode: 0o600 });
      else await rm(secrets, { force: true });
      const step = supabase(args);
      for (const stream of [step.stdout, step.stderr])
        stream.on("data", (chunk: Buffer) => void context.err.write(chunk));
      const outcome = await step;
      if (signal.aborted) throw interruptedError("Run deploy again: every step can be repeated.");
      if (outcome.exitCode !== 0)
        throw new CliError(
          "failed",
          `supabase ${args.slice(0, 2).join(" ")} ended with ${outcome.exitCode}; the steps after it were not run.`,
          { hint: outcome.stdall.includes(newerDatabase) ? olderCheckout : repeatable },
        );
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
