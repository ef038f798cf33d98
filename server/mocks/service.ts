import { AuthError, refusals } from "../guard/call.ts";
import type { MemoryState } from "../store/store.ts";
import { people, peoplesPassword, sessionOf, signedIn, userOf } from "./people.ts";

/** A call behind the guards, which have checked its body; absent members are left out there. */
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
  throw new AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
}

/** The answers of the auth service to the page's calls, as JSON; 204 where there is nothing to say. */
const routes: Record<string, (call: Call) => object | undefined> = {
  "POST /signup": () => ({}),
  "POST /otp": () => ({}),
  "POST /recover": () => ({}),
  "POST /logout": () => undefined,
  "POST /token": beginSession,
  "GET /user": ({ request }) => userOf(signedIn(request)),
  "PUT /user"({ request, body: { password, data } }) {
    const user = userOf(signedIn(request));
    if (password === peoplesPassword)
      throw new AuthError(422, "same_password", "New password should be different from the old password.");
    return { ...user, user_metadata: { ...user.user_metadata, ...data } };
  },
};

/** The signed-in user's own applications, newest first, in the columns that are asked for. */
function applicationsOf(request: Request, { applications }: MemoryState): object[] {
  const email = signedIn(request);
  const wanted = new URL(request.url).searchParams.get("select")?.split(",") ?? [];
  return applications
    .filter((row) => row.email === email)
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    .map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => wanted.includes(column))));
}

/** The REST and auth services: everybody is who their session says, and no mail is sent. Undefined for a call that nobody makes. */
export async function answerService(request: Request, state: MemoryState): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  try {
    if (pathname.startsWith("/rest/")) return Response.json(applicationsOf(request, state));
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
