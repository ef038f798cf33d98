import { vi } from "vitest";
import { storageKey } from "./session.ts";

const seconds = () => Math.floor(Date.now() / 1000);
const base64url = (part: object) => btoa(JSON.stringify(part)).replaceAll("=", "").replaceAll("+", "-").replaceAll("/", "_");

/** The user every test signs in. */
export const ada = {
  id: "00000000-0000-4000-8000-000000000001",
  aud: "authenticated",
  email: "ada@example.com",
  app_metadata: {},
  user_metadata: {},
  created_at: "2026-11-21T09:00:00Z",
};

/** A session as the auth service answers it; `life` is how long it has to live, in seconds. */
export function session(life = 3600) {
  return {
    access_token: [{ alg: "HS256", typ: "JWT" }, { sub: ada.id, exp: seconds() + life }, {}].map(base64url).join("."),
    refresh_token: "refresh",
    token_type: "bearer",
    expires_in: life,
    expires_at: seconds() + life,
    user: ada,
  };
}

/** Leaves a session in the browser, as an earlier visit would have. */
export function storeSession(life?: number): void {
  localStorage.setItem(storageKey, JSON.stringify(session(life)));
}

type Route = (init: { body: unknown; url: URL }) => Response;

/** The auth service and REST interface; a route not given here is a lost network. */
export function serve(routes: Record<string, Route>) {
  const calls: string[] = [];
  const network = async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(input));
    const name = `${init?.method ?? "GET"} ${url.pathname}`;
    calls.push(`${name}${url.search}`);
    const route = routes[name];
    if (!route) throw new TypeError("Failed to fetch");
    return route({ url, body: typeof init?.body === "string" ? JSON.parse(init.body) : undefined });
  };
  vi.stubGlobal("fetch", vi.fn(network));
  return calls;
}

/** An error as the auth service answers it. */
export function authError(status: number, code: string): Response {
  return Response.json({ code: status, error_code: code, msg: code }, { status });
}
