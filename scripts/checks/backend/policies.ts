import type { Supabase } from "../../../server/supabase/client.ts";
import { dataOf } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { CliError, interruptedError } from "../../cli/errors.ts";
import { inOrder } from "../../cli/inOrder.ts";
import { type Finding, ok, unknown, warning, wrong } from "../finding.ts";
import { type Attempt, attempts } from "./attempts.ts";
import type { ExpectedSchema, SchemaReport } from "./schemaReport.ts";
import { judge } from "./judge.ts";
import { beyondColumns, opened } from "./opened.ts";
import { checkOwnApplication } from "./ownApplication.ts";
import { anonymousVisitor, signInStranger, type Stranger, UserLeftError } from "./stranger.ts";
import { messageOf } from "../../../server/errors/caught.ts";

type Role = "anon" | "authenticated";

/** Attempts under way at once: fewer than the database connections of an embedded stack or a hosted project's PostgREST. */
const atOnce = 8;

const people: Record<Role, string> = { anon: "An anonymous visitor", authenticated: "A signed-in stranger" };
const setPublishableKey = "Set SUPABASE_PUBLISHABLE_KEY (Supabase dashboard, API keys).";
const revoke = "It stays open until you run the SQL in the schema's findings.";

/** The schema that is there, whose tables and functions are tried, and the one that should be. */
interface Schemas {
  actual: SchemaReport;
  expected: ExpectedSchema;
}

/** Really tries every table, verb and function as a person who must be refused. */
export async function checkPolicies(
  context: BackendContext,
  actual: SchemaReport,
  expected: ExpectedSchema,
): Promise<Finding[]> {
  const visitor = anonymousVisitor({ ...context, clock: actual.clock });
  if (!visitor)
    return [unknown("policies", "The policies were not tested: the public key is not known.", setPublishableKey)];
  const schemas = { actual, expected };
  const findings = await tryAs(context, "anon", visitor, schemas);
  try {
    await tryAsStranger(context, schemas, findings);
  } catch (error) {
    if (endsCheck(error, context.signal))
      throw error instanceof UserLeftError ? namingUser(error, context.signal) : error;
    findings.push(
      unknown(
        "policies",
        `The check could not sign in as a stranger (${messageOf(error)}).`,
        "Set SUPABASE_JWT_SECRET, or enable the provider Email in the dashboard (Authentication, Sign In / Providers).",
      ),
    );
    if (error instanceof UserLeftError) findings.push(stillThere(error.email, error.removal));
  }
  return findings;
}

/**
 * Adds to `findings` what a signed-in stranger may do. What was found before a failure stays there.
 * @throws UserLeftError where it fails, and the user that was made for it may still be there; any other failure.
 */
async function tryAsStranger(context: BackendContext, schemas: Schemas, findings: Finding[]): Promise<void> {
  const stranger = await signInStranger(context, schemas.actual.clock);
  try {
    findings.push(...(await tryAs(context, "authenticated", stranger, schemas)));
    findings.push(...(await checkOwnApplication(context, stranger, schemas.expected)));
  } catch (error) {
    await stranger.leave().catch((removal: unknown) => {
      throw new UserLeftError(stranger.email, removal, error);
    });
    throw error;
  }
  await stranger.leave().catch((error: unknown) => findings.push(stillThere(stranger.email, error)));
}

const endsCheck = (error: unknown, signal: AbortSignal): boolean => {
  const cause = error instanceof UserLeftError ? error.cause : error;
  return signal.aborted || (cause instanceof CliError && cause.code === "unreachable");
};

/** The error that ends a check of which nothing else is reported than this error. */
function namingUser({ email, removal, cause }: UserLeftError, signal: AbortSignal): CliError {
  const { message, remedy } = stillThere(email, removal);
  const hint = `${message} ${remedy}`;
  return signal.aborted || !(cause instanceof CliError)
    ? interruptedError(hint)
    : new CliError(cause.code, cause.message, { hint, cause });
}

const stillThere = (email: string, error: unknown): Finding =>
  warning(
    "policies",
    `The user ${email}, made for the check, may still be there (${messageOf(error)}).`,
    `Remove it: npx prelaunch erase ${email}`,
  );

/** A database that died meanwhile neither refuses nor admits anybody. @throws CliError `unreachable` */
async function requireDatabase(supabase: Supabase, signal: AbortSignal): Promise<void> {
  await dataOf(supabase.from("waitlist").select("id").limit(1).retry(false), signal);
}

/** What a person may do who must be refused; or that it was not tried, where their key or session is not accepted. */
async function tryAs(
  { supabase, url, fetch: send, signal }: BackendContext,
  role: Role,
  person: Stranger,
  { actual, expected }: Schemas,
): Promise<Finding[]> {
  const headers = { ...person.headers, "content-type": "application/json" };
  const mayTry = new Set(opened(expected.facts, role).map((table) => `read ${table}`));
  const all = [...attempts(actual), ...beyondColumns(expected, actual, role)];
  const findings: Finding[] = [];
  const attempt = async ({ what, method, path, body, remedy = revoke }: Attempt) => {
    const answer = await send(`${url}/rest/v1/${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const [{ status }, text] = [answer, await answer.text()];
    if (status >= 500) await requireDatabase(supabase, signal);
    return { what, status, remedy, verdict: judge(status, text, mayTry.has(what)) };
  };
  for await (const { what, status, remedy, verdict } of inOrder(all, atOnce, attempt)) {
    if (verdict === "refused") continue;
    if (verdict === "not tried") return [notTried(role, status)];
    findings.push(
      wrong("policies", `${people[role]} can ${what}${mayTry.has(what) ? " of others" : ""} (HTTP ${status}).`, remedy),
    );
  }
  return findings.length > 0
    ? findings
    : [ok("policies", `${people[role]} was refused ${all.length} times out of ${all.length}.`)];
}

const notTried = (role: Role, status: number): Finding =>
  role === "anon"
    ? wrong(
        "policies",
        `The public key is not accepted (HTTP ${status}), so nothing was tested as a visitor.`,
        setPublishableKey,
      )
    : wrong(
        "policies",
        `The session of a stranger is not accepted (HTTP ${status}), so nothing was tested as one.`,
        "Correct SUPABASE_JWT_SECRET, or unset it: the check then signs in as a temporary user.",
      );
