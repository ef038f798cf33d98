import type { Handler } from "../../../server/http/serve.ts";
import { embeddedPublishableKey } from "../../../server/contract/brand.ts";
import { testKeys } from "../../support/postgres.setup.ts";
import { signToken } from "./keys.ts";

const roles: Record<string, string> = { [embeddedPublishableKey]: "anon", [testKeys.secretKey]: "service_role" };

/** Headers that belong to one connection (RFC 9110 section 7.6.1), or that `fetch` sets itself. */
const hopByHop = ["connection", "content-length", "host", "keep-alive", "transfer-encoding"];

/**
 * Imitates the gateway in front of a hosted project's PostgREST: an API key (`sb_publishable_…`, `sb_secret_…`)
 * becomes a token of its role, unless the caller sends a session's token. Requests without a known key are
 * refused, except the browsers' preflights.
 */
export const restGateway = (postgrest: string): Handler => gatewayTo(postgrest, "/rest/v1");

/**
 * Imitates the gateway in front of any service, whose paths begin with `prefix` outside and without it inside.
 * The service is told the sender's address.
 * @param open paths inside that browsers follow links to, which have no key
 */
export function gatewayTo(service: string, prefix: string, open?: RegExp): Handler {
  return async (request, clientAddress) => {
    const role = roles[request.headers.get("apikey") ?? ""];
    const { pathname, search } = new URL(request.url);
    const path = pathname.slice(prefix.length) || "/";
    const isOpen = request.method === "OPTIONS" || open?.test(path);
    if (role === undefined && !isOpen) return Response.json({ message: "Invalid API key" }, { status: 401 });
    const headers = new Headers(request.headers);
    for (const name of hopByHop) headers.delete(name);
    headers.delete("apikey");
    const bearer = /^Bearer (.+)$/u.exec(headers.get("authorization") ?? "")?.[1];
    if (role !== undefined && (bearer === undefined || bearer in roles))
      headers.set("authorization", `Bearer ${signToken({ role })}`);
    if (clientAddress !== undefined) headers.set("cf-connecting-ip", clientAddress);
    const body = request.method === "GET" || request.method === "HEAD" ? undefined : await request.arrayBuffer();
    const answer = await fetch(`${service}${path}${search}`, {
      method: request.method,
      redirect: "manual",
      headers,
      ...(body && body.byteLength > 0 ? { body } : {}),
    });
    const answered = new Headers(answer.headers);
    for (const name of [...hopByHop, "content-encoding"]) answered.delete(name);
    return new Response(answer.body, { status: answer.status, headers: answered });
  };
}
