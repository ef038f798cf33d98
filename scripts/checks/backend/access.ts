import * as v from "valibot";
import { insufficientPrivilege } from "../../../server/store/sqlState.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { dataOf } from "../../data/calls.ts";
import { type Finding, ok, unknown, wrong } from "../../../server/launch/finding.ts";

/** The database's own refusal, as PostgREST passes it on. */
const refusal = v.pipe(v.string(), v.parseJson(), v.object({ code: v.literal(insufficientPrivilege) }));

/** An insertion leaves nothing behind even where it is let through: no table accepts a primary key that is null. */
const attempts = [
  { what: "read the waitlist", method: "GET", path: "waitlist?select=id&limit=1", body: null },
  { what: "insert into the waitlist", method: "POST", path: "waitlist", body: '{"id":null}' },
];

const revoke =
  "Run this SQL, and then see who granted it: revoke all on all tables in schema public from anon, public;";

/**
 * Checks that a visitor, who has the public key, is refused to read and to write.
 * @throws CliError `unreachable`; the signal's reason when it is aborted.
 */
export async function checkAccess(context: BackendContext): Promise<Finding[]> {
  const { publishableKey: apikey, url, fetch: send, signal, supabase, embedded } = context;
  const set = "Set SUPABASE_PUBLISHABLE_KEY (Supabase dashboard, API keys).";
  if (apikey === undefined)
    return [unknown("access", "Nothing was tried as a visitor: the public key is not known.", set)];
  const findings: Finding[] = [];
  for (const { what, method, path, body } of attempts) {
    const headers = { apikey, "content-type": "application/json" };
    const answer = await send(`${url}/rest/v1/${path}`, { method, headers, body, signal });
    const { status } = answer;
    if (v.is(refusal, await answer.text())) continue;
    // A database that died meanwhile neither refuses nor admits a visitor.
    if (status >= 500) await dataOf(supabase.from("waitlist").select("id").limit(1), signal);
    const isRefused = [401, 403, 404, 405].includes(status);
    // A guard in front of the embedded stack may refuse the request. On a hosted project such a status means a
    // wrong key, which proves nothing.
    if (isRefused && !embedded)
      return [wrong("access", `The public key is not accepted (HTTP ${status}), so nothing was tried.`, set)];
    if (!isRefused) findings.push(wrong("access", `An anonymous visitor can ${what} (HTTP ${status}).`, revoke));
  }
  return findings.length > 0 ? findings : [ok("access", "A visitor may neither read nor write.")];
}
