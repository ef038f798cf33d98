import { http, passthrough } from "msw";
import type { createMockBackend } from "./backend.ts";

/** All paths that a Supabase project serves, whether the product uses them or not. */
const backendPath = /^\/(?:rest|auth|functions|storage|realtime|graphql)\/v1(?:\/|$)/u;

/**
 * The MSW handlers of a mocked backend, for the browser and `msw/node`. They answer on every origin, so that a configured project
 * is never reached by mistake; a test with several backends gives each its `origin`.
 */
export const createHandlers = ({ fetch }: ReturnType<typeof createMockBackend>, origin = "*") => [
  http.all(`${origin}/*`, async ({ request }) =>
    backendPath.test(new URL(request.url).pathname) ? fetch(await whole(request)) : passthrough(),
  ),
];

// MSW passes one branch of a teed body; cancelling it, as for a body that is too large, would wait for the other for ever.
async function whole(request: Request): Promise<Request> {
  if (!request.body) return request;
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: await request.arrayBuffer() });
}
