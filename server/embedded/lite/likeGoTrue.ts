import { isRecord } from "../../contract/outcomes.ts";
import { refusals, type Service } from "../../guard/call.ts";

/**
 * Faults of @supabase/lite 0.10.0 that this folder works around, so that it answers like PostgREST and GoTrue:
 * - It grants everybody everything unless row level security is declared active before its first request:
 * `lite.ts`.
 * - Its driver ends the process, or gives a request the transaction of another, when PostgreSQL ends a
 * connection: `driver.ts`.
 * - It commits a failed transaction without saying so: `driver.ts`.
 * - A lost database and a deadlock are 500 without a code, and every database error is printed with its values:
 * `connection.ts`.
 * - Times are not ISO 8601: `connection.ts`.
 * - The auth calls below.
 * The guard (server/guard) prevents its other faults: it spends links on GET and HEAD, accepts weak passwords
 * and codes of six digits, limits nothing, reveals who has an account, and shows the database's password at
 * `/_system/info`.
 */
export function likeGoTrue(service: Service): Service {
  /** The last renewal with each token, until it is answered. */
  const renewals = new Map<string, Promise<unknown>>();

  /**
   * For two renewals with one token, as from two tabs: lite refuses one that comes between revoking the token
   * and storing the next.
   */
  const renew: Service = async (request) => {
    const { refresh_token: token } = await bodyOf(request);
    const before = typeof token === "string" ? renewals.get(token) : undefined;
    const answer = (before ?? Promise.resolve()).then(() => service(request));
    if (typeof token === "string") {
      const done = answer.catch(() => undefined);
      renewals.set(token, done);
      void done.then(() => renewals.get(token) === done && renewals.delete(token));
    }
    return answer;
  };

  /** lite knows the type `email` by an older name, under which it finds both of its kinds of links. */
  const verify: Service = async (request) => {
    const body = await bodyOf(request);
    return service(body["type"] === "email" ? withBody(request, { ...body, type: "magiclink" }) : request);
  };

  /** lite says that an account is not confirmed before it checks the password. */
  const signIn: Service = async (request) => {
    const answer = await service(request);
    if (answer.ok || !(await answer.clone().text()).includes('"email_not_confirmed"')) return answer;
    return refusals.wrongCredentials().toResponse();
  };

  /** lite does not end the sessions that were begun with the old password. */
  const changeUser: Service = async (request) => {
    const { password } = await bodyOf(request);
    const answer = await service(request);
    if (!answer.ok || password === undefined) return answer;
    const { headers } = request;
    const logout = new Request(new URL("/auth/v1/logout?scope=others", request.url), { method: "POST", headers });
    const loggedOut = await service(logout);
    return loggedOut.ok ? answer : loggedOut;
  };

  const corrected: Readonly<Record<string, Service>> = {
    "POST /auth/v1/token?grant_type=refresh_token": renew,
    "POST /auth/v1/token?grant_type=password": signIn,
    "POST /auth/v1/verify": verify,
    "PUT /auth/v1/user": changeUser,
  };
  return (request) => {
    const { pathname, search } = new URL(request.url);
    return (corrected[`${request.method} ${pathname}${search}`] ?? service)(request);
  };
}

/** The members of a JSON object; none for anything else. */
async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined);
  return isRecord(body) ? body : {};
}

const withBody = ({ url, method, headers }: Request, body: object): Request =>
  new Request(url, { method, headers, body: JSON.stringify(body) });
