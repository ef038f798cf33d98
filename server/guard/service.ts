/** Answers requests to `/rest/v1/*` and `/auth/v1/*`: @supabase/lite, or its mock. */
export type Service = (request: Request) => Promise<Response>;

/** Replacements for parts of a visitor's request when it is forwarded. */
export interface Onward {
  method?: string;
  /** Path with its query. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
}

/** Headers of a visitor's request that are forwarded: those that identify the user, and those of CORS preflights. */
const passed = ["apikey", "authorization", "origin", "access-control-request-method", "access-control-request-headers"];

/** Builds the request for the service from validated data, not from what the visitor sent. */
export function onward(request: Request, { method = request.method, path, body }: Onward): Request {
  const headers = new Headers();
  for (const name of passed) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (body !== undefined) headers.set("content-type", "application/json");
  return new Request(new URL(path, request.url), {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
