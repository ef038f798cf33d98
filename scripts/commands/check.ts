import { Argument, type Command } from "commander";
import { addressOfSite } from "../../server/settings/pathOfSite.ts";
import type { Finding } from "../checks/finding.ts";
import { type BackendContext, type Context, type Host, inContext, onBackend } from "../cli/context.ts";
import { CliError } from "../cli/errors.ts";
import { examples } from "../cli/arguments.ts";
import { withProgress } from "../cli/progress.ts";

interface CheckOptions {
  json?: true;
  /** Longest wait for one answer, in seconds. */
  timeout: number;
}

/** `prelaunch check`: the site, the backend, or both. */
export function defineCheck(program: Command, host: Host): void {
  program
    .command("check")
    .summary("check the site and the backend")
    .description(
      "Checks the site, the backend, or both. Says how to repair what is wrong, and then ends with 1.\n\nsite: a published page, as a stranger sees it: whether it is this page, its form backend answers it and its project accepts its key, whether it names its own address, whether a key or a stray file is published, encryption, and the headers that the build asks for; of a folder what it can tell.\n\nbackend: the settings, the keys, whether all migrations were applied, whether a visitor is refused, the settings of a hosted project's auth service, the form backend and its captcha, the age of the embedded stack's last backup, whether applications are answered in time, and the mails (waiting and failed ones, bounces and complaints, and SPF, DKIM and DMARC of the sender's domain).",
    )
    .addArgument(new Argument("[part]", "what to check (default: both)").choices(["site", "backend"]))
    .argument("[target]", "site: address, or folder of the export (default: dist/client)")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(
        "check",
        "check site https://keelbook.example",
        "check backend --json | jq '.findings[] | select(.level != \"ok\")'",
      ),
    )
    .action((part: "site" | "backend" | undefined, target: string | undefined, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<CheckOptions>();
      if (part === "site") return inContext(host, command, (context) => checkOfSite(context, target, options));
      if (target !== undefined) return command.error("error: only check site takes a target", { exitCode: 2 });
      return onBackend(host, command, (context) => checkOfBackend(context, options, part === undefined));
    });
}

async function lookAtSite(context: Context, target: string | undefined, { timeout }: CheckOptions): Promise<Finding[]> {
  const { checkSite } = await import("../checks/site/site.ts");
  // An export in another folder may have been built with other settings.
  const intended = target === undefined ? addressOfSite(context.settings) : undefined;
  const looking = checkSite(context, target, { timeout: timeout * 1000, intended });
  return withProgress(context, "Checking the site", looking);
}

/**
 * Says on stdout what is wrong with a site, in a folder or published.
 * @throws CliError `failed` when something is wrong, `usage` when there is no export, `unreachable` when no host answers.
 */
async function checkOfSite(context: Context, target: string | undefined, options: CheckOptions): Promise<void> {
  const { report } = await import("../checks/report.ts");
  await report(context, await lookAtSite(context, target, options), options);
}

/**
 * Says on stdout what is wrong with settings, backend and data, and with `both` also with the project's export.
 * @throws CliError `failed` when something is wrong, `unreachable` when the backend is.
 */
async function checkOfBackend(context: BackendContext, options: CheckOptions, both: boolean): Promise<void> {
  const [{ checkBackend }, { wrong }, { report }] = await Promise.all([
    import("../checks/backend/backend.ts"),
    import("../checks/finding.ts"),
    import("../checks/report.ts"),
  ]);
  let outage: CliError | undefined;
  const backend = await checkBackend(context).catch((error: unknown) => {
    if (!(error instanceof CliError) || error.code !== "unreachable") throw error;
    outage = error;
    return [wrong("backend", error.message, error.hint ?? restart(context))];
  });
  const site = both
    ? await lookAtSite(context, undefined, options).catch((error: unknown) => {
        if (!(error instanceof CliError) || error.code !== "usage") throw error;
        return [wrong("export", error.message, error.hint ?? "")];
      })
    : [];
  await report(context, [...backend, ...site], options).catch((error: unknown) => {
    throw outage ?? error;
  });
}

const restart = ({ embedded }: BackendContext): string =>
  embedded
    ? "The stack restarts its database within seconds: npx prelaunch check. If it stays away, restart the stack: npm start"
    : "See whether the project is paused or restarting: https://supabase.com/dashboard/projects";
