import { readBody } from "../lib/body.ts";
import { factorBody } from "./bodies.ts";
import type { AuthRoute } from "./call.ts";
import { recovery, signInLink, signUp } from "./mailed.ts";
import { changeUser, logout, showUser, token, verify } from "./sessions.ts";

const authorize: AuthRoute = ({ url, send }) =>
  send({ path: `/authorize?provider=${encodeURIComponent(url.searchParams.get("provider") ?? "")}` });

const factors: AuthRoute = async ({ request, url, send }) =>
  send({
    path: url.pathname.replace(/^\/auth\/v1/u, ""),
    ...(request.method === "POST" ? { body: await readBody(request, factorBody) } : {}),
  });

/** The public calls of the auth service (requirements 7), by path without `/auth/v1` and by method. All others are refused. */
export const authRoutes: readonly { path: RegExp; methods: Readonly<Record<string, AuthRoute>> }[] = [
  { path: /^\/signup$/u, methods: { POST: signUp } },
  { path: /^\/token$/u, methods: { POST: token } },
  { path: /^\/logout$/u, methods: { POST: logout } },
  { path: /^\/recover$/u, methods: { POST: recovery } },
  { path: /^\/otp$/u, methods: { POST: signInLink } },
  { path: /^\/verify$/u, methods: { POST: verify } },
  { path: /^\/user$/u, methods: { GET: showUser, PUT: changeUser } },
  { path: /^\/authorize$/u, methods: { GET: authorize } },
  { path: /^\/factors$/u, methods: { POST: factors } },
  { path: /^\/factors\/[0-9a-f-]{36}$/u, methods: { DELETE: factors } },
  { path: /^\/factors\/[0-9a-f-]{36}\/(?:challenge|verify)$/u, methods: { POST: factors } },
];
