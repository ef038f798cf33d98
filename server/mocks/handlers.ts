import { http, passthrough } from "msw";
import type { createMockBackend } from "./backend.ts";

/** Whatever a Supabase project serves, used by the product or not. */
const backendPath = /^\/(?:rest|auth|functions|storage|realtime|graphql)\/v1(?:\/|$)/u;

/**
 * The MSW handlers of a mocked backend, the same in the browser and under `msw/node`. They answer on every origin, so
 * that a configured project is never reached by mistake; a test with several backends names each one's `origin`.
 */
export const createHandlers = ({ fetch }: ReturnType<typeof createMockBackend>, origin = "*") => [
  http.all(`${origin}/*`, async ({ request }) =>
    backendPath.test(new URL(request.url).pathname) ? fetch(await whole(request)) : passthrough(),
  ),
];

// MSW hands over one branch of a teed body, and cancelling that (a body that is too large) waits for the other for ever.
async function whole(request: Request): Promise<Request> {
  if (!request.body) return request;
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: await request.arrayBuffer() });
}
