import { join } from "node:path";
import { Argument, type Command } from "commander";
import { defaultSiteUrl } from "../../server/contract/brand.ts";
import { isLoopback } from "../../server/lib/loopback.ts";
import { addressOfSite } from "../../server/settings/resolve.ts";
import type { Finding } from "../../server/launch/finding.ts";
import { examples } from "../cli/session/arguments.ts";
import { type BackendContext, type Context, type Host, inContext, onBackend } from "../cli/session/context.ts";
import { CliError } from "../data/errors.ts";
import { withProgress } from "../cli/terminal/progress.ts";
import { isUrl } from "../../server/lib/isUrl.ts";

interface CheckOptions {
  json?: true;
  /** The longest wait for one answer, in seconds. */
  timeout: number;
}

/** `prelaunch check`: the site, the backend, or both. */
export function defineCheck(program: Command, host: Host): void {
  program
    .command("check")
    .summary("check the site and the backend")
    .description(
      "Checks the published site as a stranger sees it, and the settings, keys, database, services and mails of the backend. Says how to repair what is wrong; exits with 1 if anything is.",
    )
    .addArgument(new Argument("[part]", "what to check (default: both)").choices(["site", "backend"]))
    .argument("[address]", "site: where it is published (default: the address in the settings)")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(
        "check",
        `check site ${defaultSiteUrl}`,
        "check backend --json | jq '.findings[] | select(.level != \"ok\")'",
      ),
    )
    .action((part: "site" | "backend" | undefined, address: string | undefined, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<CheckOptions>();
      if (part === "site") return inContext(host, command, (context) => checkOfSite(context, address, options));
      if (address !== undefined) return command.error("error: only check site takes an address", { exitCode: 2 });
      return onBackend(host, command, (context) => checkOfBackend(context, options, part === undefined));
    });
}

async function lookAtSite(context: Context, address: string, { timeout }: CheckOptions): Promise<Finding[]> {
  const { checkSite, unreachableRemedy } = await import("../checks/site/site.ts");
  const looking = checkSite(new URL(address), join(context.project, "dist"), timeout * 1000, context.signal);
  return withProgress(context, "Checking the site", looking).catch((error: unknown) => {
    if (!(error instanceof CliError) || error.code !== "unreachable") throw error;
    const { PUBLIC_SUPABASE_URL, SUPABASE_URL } = context.settings;
    const hint = unreachableRemedy(new URL(address), error.cause, !(PUBLIC_SUPABASE_URL ?? SUPABASE_URL));
    throw new CliError("unreachable", error.message, { hint, cause: error.cause });
  });
}

/**
 * Says on stdout what is wrong with a published site.
 * @throws CliError `failed` when something is wrong, `usage` when there is no address, `unreachable` when no host
 *   answers.
 */
async function checkOfSite(context: Context, given: string | undefined, options: CheckOptions): Promise<void> {
  const { report } = await import("../checks/report.ts");
  const address = given ?? addressOfSite(context.settings);
  if (address === undefined || !/^https?:\/\//u.test(address) || !isUrl(address))
    throw new CliError(
      "usage",
      address === undefined ? "No site is named." : `${address} is not the address of a site.`,
      {
        hint: `Give the address where it is published, such as ${defaultSiteUrl}, or set SITE_URL.`,
      },
    );
  await report(context, await lookAtSite(context, address, options), options);
}

/**
 * Reports on stdout what is wrong with the backend. With `both` it also reports on the site, or says that the site
 * was not checked because the settings do not say that it is published.
 * @throws CliError `failed` when something is wrong, `unreachable` when the backend is.
 */
async function checkOfBackend(context: BackendContext, options: CheckOptions, both: boolean): Promise<void> {
  const [{ checkBackend }, { unknown, wrong }, { report }] = await Promise.all([
    import("../checks/backend/backend.ts"),
    import("../../server/launch/finding.ts"),
    import("../checks/report.ts"),
  ]);
  /** Runs a check. If nothing answers it, that is its finding, and the other check still runs. */
  let outage: CliError | undefined;
  const orOutage = (looking: Promise<Finding[]>, part: string, remedy = ""): Promise<Finding[]> =>
    looking.catch((error: unknown) => {
      if (!(error instanceof CliError) || error.code !== "unreachable") throw error;
      outage ??= error;
      return [wrong(part, error.message, error.hint ?? remedy)];
    });
  const findings = await orOutage(checkBackend(context), "backend", restart(context));
  const site = context.runs?.mail?.siteUrl ?? addressOfSite(context.settings);
  const isPublished = site !== undefined && !isLoopback(new URL(site).hostname);
  if (both && isPublished) findings.push(...(await orOutage(lookAtSite(context, site, options), "site")));
  else if (both)
    findings.push(
      unknown(
        "site",
        `Not checked: SITE_URL ${site === undefined ? "is not set" : "leads to this machine"}.`,
        "Check it where it is published: npx prelaunch check site https://…",
      ),
    );
  await report(context, findings, options).catch((error: unknown) => {
    throw outage ?? error;
  });
}

const restart = ({ embedded }: BackendContext): string =>
  embedded
    ? "The stack restarts its database within seconds. If it stays away, restart the stack: npm start"
    : "See whether the project is paused or restarting: https://supabase.com/dashboard/projects";
