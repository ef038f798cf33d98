import { http, HttpResponse, passthrough } from "msw";
import type { createMockBackend } from "./backend.ts";
import { isLost } from "./fault.ts";

/** Whatever a Supabase project serves, used by the product or not. */
const backendPath = /^\/(?:rest|auth|functions|storage|realtime|graphql)\/v1(?:\/|$)/u;

/**
 * The MSW handlers of a mocked backend, the same in the browser and under `msw/node`. They answer on every origin, so
 * that a configured project is never reached by mistake; a test with several backends names each one's `origin`.
 */
export function createHandlers({ fetch }: ReturnType<typeof createMockBackend>, origin = "*") {
  return [
    http.all(`${origin}/*`, async ({ request }) => {
      if (!backendPath.test(new URL(request.url).pathname)) return passthrough();
      const response = await fetch(await whole(request));
      return isLost(response) ? HttpResponse.error() : response;
    }),
  ];
}

// MSW hands over one branch of a teed body, and cancelling that (a body that is too large) waits for the other for ever.
async function whole(request: Request): Promise<Request> {
  if (!request.body) return request;
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: await request.arrayBuffer() });
}
