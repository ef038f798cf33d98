import { join } from "node:path";
import * as v from "valibot";
import { changedMigration, readMigrations } from "../../../server/supabase/migrations.ts";
import { isLoopback } from "../../../server/lib/loopback.ts";
import { build, keysOf } from "../../../server/settings/definitions.ts";
import { hostedSettings, requiredOfForms, startSettings } from "../../../server/settings/hosts.ts";
import { addressOfSite, textsOf } from "../../../server/settings/resolve.ts";
import { SettingsError } from "../../../server/settings/read.ts";
import { isBearable, settingProblems } from "../../../server/settings/rules.ts";
import { otherSettings } from "../../build/unchanged.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { webhookSettings } from "../../cli/session/settings.ts";
import { callFunction } from "../../data/calls.ts";
import { CliError } from "../../data/errors.ts";
import { withProgress } from "../../cli/terminal/progress.ts";
import { type Finding, ok, shown, warning, wrong } from "../../../server/launch/finding.ts";
import { readLaunch } from "../../operator/launch.ts";
import { checkAccess } from "./access.ts";
import { checkOperator } from "./operator.ts";
import { checkPlatform } from "./platform.ts";
import { checkSender } from "./sender.ts";
import { checkAuth, checkForms } from "./services.ts";

/**
 * Checks a backend: its settings, keys, migrations, refusals of visitors, accounts, applications, mails and form
 * backend.
 * @throws CliError `unreachable`, `configuration` where the secret key is refused, `interrupted`.
 */
export const checkBackend = (context: BackendContext): Promise<Finding[]> =>
  withProgress(context, "Checking the backend", backendFindings(context));

/** The findings of {@link checkBackend}, as the desk shows them. @throws CliError as that does. */
export async function backendFindings(context: BackendContext): Promise<Finding[]> {
  const findings = [
    ...checkSettings(context),
    ...(await checkBuild(context)),
    ...(await orWrong("migrations", () => checkMigrations(context), ["failed"])),
    ok("backend", `${context.url} answers, and accepts the secret key.`),
  ];
  const checks = {
    access: checkAccess,
    auth: checkAuth,
    platform: checkPlatform,
    mail: checkLaunch,
    sender: checkSender,
    forms: checkForms,
    operator: checkOperator,
  };
  for (const [name, check] of Object.entries(checks)) findings.push(...(await orWrong(name, () => check(context))));
  return findings;
}

/**
 * Runs a check. If the database lacks or refuses what the check needs, that is its finding, and the other checks
 * still run.
 */
async function orWrong(
  check: string,
  look: () => Promise<Finding[]>,
  codes: readonly CliError["code"][] = ["failed", "configuration"],
): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof CliError) || !codes.includes(error.code)) throw error;
    const remedy = error.hint ?? "Apply the migrations: npx prelaunch deploy";
    return [wrong(check, `It could not be checked. ${error.message}`, remedy)];
  }
}

/**
 * Checks that a hosted deployment has all its settings, and that they fit together. The embedded stack needs only
 * the setting that tells visitors apart; a running one is judged by the settings that it runs with.
 */
export function checkSettings({
  settings,
  embedded,
  runs,
}: Pick<BackendContext, "settings" | "embedded" | "runs">): Finding[] {
  const texts = textsOf(settings);
  const problems = embedded
    ? settingProblems(texts, runs?.mail ? keysOf(build) : startSettings)
    : settingProblems(texts, hostedSettings, [...requiredOfForms, "SUPABASE_PUBLISHABLE_KEY"]);
  const remedy = "Set it in the environment or in .env; npx prelaunch config shows what is set.";
  // `checkSender` reports problems with the mails of a stack that runs, so only the other settings are checked
  // then.
  const found = Object.values(problems).flatMap((problem) =>
    isBearable(problem) ? [] : wrong("settings", problem, remedy),
  );
  if (embedded) {
    const site = runs?.mail?.siteUrl ?? addressOfSite(settings) ?? "";
    const proxies = runs?.proxies ?? Number(settings.TRUST_PROXY?.value ?? 0);
    // The stack has no certificate, so an encrypted site has a web server in front of it.
    if (/^https:/iu.test(site) && proxies === 0 && !isLoopback(new URL(site).hostname))
      found.push(
        wrong(
          "settings",
          "TRUST_PROXY is 0, but a web server is in front: all visitors share one rate limit, and are soon refused.",
          "Set TRUST_PROXY to the number of web servers in front, then restart the stack (docs/self-hosting.md).",
        ),
      );
  }
  if (found.length > 0) return found;
  return [
    ok("settings", embedded ? "The embedded stack needs no settings." : "Every setting of a hosted deployment is set."),
  ];
}

/** Checks that the page that was built here, if any, was built with the present settings. */
async function checkBuild({ settings, project }: Pick<BackendContext, "settings" | "project">): Promise<Finding[]> {
  try {
    const other = await otherSettings(join(project, "dist"), settings);
    const remedy = "Then publish dist/client; npm start builds by itself when it is started again.";
    return other === undefined ? [] : [warning("settings", other, remedy)];
  } catch (error) {
    if (error instanceof SettingsError) return []; // `checkSettings` says what is wrong.
    throw error;
  }
}

const appliedForm = v.array(
  v.object({
    version: v.string(),
    name: v.nullable(v.string()),
    sha256: v.nullable(v.string()),
    release: v.nullable(v.string()),
  }),
);

/**
 * Checks that the database has exactly the migrations of this checkout. This call is the first one, and shows
 * whether the secret key is accepted.
 */
async function checkMigrations(context: BackendContext): Promise<Finding[]> {
  const applied = v.parse(appliedForm, await callFunction(context, "applied_migrations", {}));
  const expected = await readMigrations();
  const missing = expected.filter(({ version }) => !applied.some((migration) => migration.version === version));
  const foreign = applied.filter(({ version }) => !expected.some((migration) => migration.version === version));
  const changed = changedMigration(applied, expected);
  const apply = "Apply it: npx prelaunch deploy (hosted), or restart the embedded stack: npm start";
  const pull = "Bring the checkout up to date: git pull";
  const findings = [
    ...missing.map(({ version, name }) =>
      wrong("migrations", `Migration ${version}_${name} has not been applied.`, apply),
    ),
    ...foreign.map(({ version }) => wrong("migrations", `Migration ${version} is not in this checkout.`, pull)),
    ...(changed === undefined ? [] : [wrong("migrations", changed, "The sentence says what to do.")]),
  ];
  if (findings.length > 0) return findings;
  const by = applied.at(-1)?.release;
  return [ok("migrations", `All ${expected.length} were applied, and no others, the last by version ${by}.`)];
}

/** Checks how the launch stands. @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`. */
async function checkLaunch(context: BackendContext): Promise<Finding[]> {
  const { settings, runs } = context;
  const findings = (await readLaunch(context)).findings.map(shown);
  const hears = !findings.some(({ check }) => check === "webhook") && (runs ? runs.webhook : webhookSettings(settings));
  return hears ? [...findings, ok("webhook", "Its receiver takes the events.")] : findings;
}
