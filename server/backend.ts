import { Hono } from "hono";
import { createForms, type FormsDependencies } from "./app.ts";
import { formsBasePath } from "./contract/outcomes.ts";
import { supabaseApi, type SupabaseApiOptions } from "./guard/guard.ts";
import type { HostBindings } from "./http/clientAddress.ts";
import type { Service } from "./guard/call.ts";
import { createRateLimiter, defaultRateLimit } from "./http/rateLimit.ts";

/** Our own REST and auth services, which unlike a hosted project's have no gateway in front of them. */
interface GuardedServices extends Pick<SupabaseApiOptions, "secretKey" | "answerTime"> {
  fetch: Service;
}

interface BackendDependencies extends FormsDependencies {
  /** Absent on a hosted project, whose own gateway serves them. */
  services?: GuardedServices;
}

/**
 * Composes the whole backend: the form routes and, if they are ours, the guarded REST and auth services. Every host and every
 * test builds it here: the embedded stack, the mocks, the contract suite. The edge function has the form routes alone.
 */
export function createBackend({ services, ...dependencies }: BackendDependencies) {
  const { store, secret, onError, rateLimit = defaultRateLimit } = dependencies;
  const app = new Hono<{ Bindings: HostBindings }>();
  const forms = createForms(dependencies);
  app.all(`${formsBasePath}/*`, (c) => forms.fetch(c.req.raw, c.env));
  if (services) {
    const { fetch: service, ...rest } = services;
    const api = supabaseApi({
      service,
      store,
      limit: createRateLimiter(store, secret, rateLimit),
      secret,
      onError,
      ...rest,
    });
    for (const path of ["/rest/v1/*", "/auth/v1/*"]) app.all(path, (c) => api.fetch(c.req.raw, c.env));
  }
  return app;
}
