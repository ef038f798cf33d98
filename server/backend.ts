import { Hono } from "hono";
import { createForms, type FormsDependencies } from "./app.ts";
import { formsBasePath } from "./contract/limits.ts";
import { supabaseApi } from "./guards/supabaseApi.ts";
import type { HostBindings } from "./http/host.ts";
import type { Service } from "./http/service.ts";
import { createRateLimiter, defaultRateLimit } from "./limits/rateLimit.ts";

/** REST and auth services of our own, which have nothing in front of them as a hosted project's have. */
export interface GuardedServices {
  fetch: Service;
  /** Whoever has it is let through to everything: the backend and the operator's commands. */
  secretKey: string;
  /** Least time of an answer that must not tell whether an account was found, in ms. */
  answerTime?: number;
}

/** What the whole backend is made of. */
export interface BackendDependencies extends FormsDependencies {
  /** Absent on a hosted project, whose own gateway serves them. */
  services?: GuardedServices;
}

/**
 * The whole backend from its dependencies: the form routes and, where they are ours, the guarded REST and auth services.
 * Every host and every test builds it here: the embedded stack, the edge function, the mocks, the contract suite.
 */
export function createBackend({ services, ...dependencies }: BackendDependencies) {
  const { store, secret, rateLimit = defaultRateLimit } = dependencies;
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
      ...rest,
    });
    for (const path of ["/rest/v1/*", "/auth/v1/*"]) app.all(path, (c) => api.fetch(c.req.raw, c.env));
  }
  return app;
}
