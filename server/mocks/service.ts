import { AuthError, refusals } from "../guard/call.ts";
import type { MemoryState } from "../store/store.ts";
import { applicationColumns, bearerOf, people, peoplesPassword, sessionOf, userOf } from "./people.ts";

/** A call behind the guards, which have checked its body and leave out absent members. */
interface Call {
  request: Request;
  body: { email?: string; password?: string; refresh_token?: string; data?: object };
}

const known: readonly (string | undefined)[] = Object.values(people);

function beginSession({ body: { email = "", password, refresh_token } }: Call): object {
  if (refresh_token === undefined) {
    if (!known.includes(email) || password !== peoplesPassword) throw refusals.wrongCredentials();
    return sessionOf({ of: email });
  }
  const [state, owner] = refresh_token.split("/");
  if (state === "valid" && owner) return sessionOf({ of: owner });
  if (state !== "revoked" && !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(refresh_token))
    throw new AuthError(400, "validation_failed", "Refresh token is not valid");
  throw new AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
}

const unverified = "invalid JWT: unable to parse or verify signature,";

/** The address of the person whose access token a request carries. @throws AuthError in the words of @supabase/lite 0.10.0. */
function signedIn({ request }: Call): string {
  const bearer = bearerOf(request);
  if (bearer === "none") throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  if (bearer === "malformed") {
    const reason = "token is malformed: could not JSON decode header: unexpected end of JSON input";
    throw new AuthError(403, "bad_jwt", `${unverified} ${reason}`);
  }
  if (bearer === "expired")
    throw new AuthError(403, "bad_jwt", `${unverified} token has invalid claims: token is expired`);
  if (bearer.revoked)
    throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  return bearer.email;
}

/** The answers of the auth service to the page's calls, as JSON; 204 where there is nothing to say. */
const routes: Record<string, (call: Call) => object | undefined> = {
  "POST /signup": () => ({}),
  "POST /otp": () => ({}),
  "POST /recover": () => ({}),
  "POST /logout": (call) => void signedIn(call),
  "POST /token": beginSession,
  "GET /user": (call) => userOf(signedIn(call)),
  "PUT /user"(call) {
    const user = userOf(signedIn(call));
    const { password, data } = call.body;
    if (password === peoplesPassword)
      throw new AuthError(422, "same_password", "New password should be different from the old password.");
    return { ...user, user_metadata: { ...user.user_metadata, ...data } };
  },
};

/** An answer of the REST service, which lets pages read other headers than the auth service does. */
const rest = (status: number, body: object, more: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "Content-Range, Content-Location, Preference-Applied",
      "content-type": "application/json; charset=utf-8",
      ...more,
    },
  });

const restError = (status: number, code: string, message: string, details: string | null = null): Response =>
  rest(status, { code, message, details, hint: null });

/** The signed-in user's own applications, newest first, in the columns that are asked for. */
function applicationsOf(request: Request, { applications }: MemoryState): Response {
  const bearer = bearerOf(request);
  if (bearer === "none") return restError(401, "42501", "permission denied for table beta_applications");
  if (bearer === "expired") return restError(401, "PGRST303", "JWT expired");
  if (bearer === "malformed") {
    const details = "None of the keys was able to decode the JWT";
    return restError(401, "PGRST301", "No suitable key or wrong key type", details);
  }
  const { pathname, searchParams } = new URL(request.url);
  const wanted = searchParams.get("select")?.split(",") ?? [];
  const unknown = wanted.find((column) => !applicationColumns.has(column));
  if (unknown !== undefined) return restError(400, "42703", `column beta_applications.${unknown} does not exist`);
  // A signed token is valid until it expires, whether or not its session was ended.
  const rows = applications
    .filter(
      ({ email, status }) => email === bearer.email && [null, `eq.${status}`].includes(searchParams.get("status")),
    )
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    .map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => wanted.includes(column))));
  searchParams.sort();
  return rest(200, rows, {
    "content-location": `${pathname.replace("/rest/v1", "")}?${searchParams}`,
    "content-range": rows.length > 0 ? `0-${rows.length - 1}/*` : "*/*",
  });
}

/**
 * The REST and auth services. Users are who their session says they are, and no mail is sent. The result is
 * undefined for a call that nobody makes.
 */
export async function answerService(request: Request, state: MemoryState): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  try {
    if (pathname.startsWith("/rest/")) return applicationsOf(request, state);
    if (pathname === "/auth/v1/verify") throw refusals.badLink();
    const route = routes[`${request.method} ${pathname.replace(/^\/auth\/v1/u, "")}`];
    if (!route) return undefined;
    const answer = route({ request, body: JSON.parse((await request.text()) || "{}") });
    return answer ? Response.json(answer) : new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof AuthError) return error.toResponse();
    throw error;
  }
}
