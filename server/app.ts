import { Hono } from "hono";
import { cors } from "hono/cors";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { CaptchaProvider } from "./captcha/provider.ts";
import { insertApplication } from "./beta/store.ts";
import { betaBody } from "./contract/beta.ts";
import { challengeQuery } from "./contract/captcha.ts";
import { formsBasePath } from "./contract/limits.ts";
import type { Accepted } from "./contract/outcomes.ts";
import { waitlistBody } from "./contract/waitlist.ts";
import { createAdmission } from "./guards/admission.ts";
import { defaultRateLimit, type RateLimit } from "./guards/rateLimit.ts";
import { isTrapped } from "./guards/trap.ts";
import { createStoreCheck } from "./health.ts";
import { apiHeaders } from "./http/apiHeaders.ts";
import { check, readBody } from "./http/body.ts";
import { ProblemError, problemResponse } from "./http/problem.ts";
import type { Supabase } from "./supabase/client.ts";
import { insertIntoWaitlist, isOnWaitlist } from "./waitlist/store.ts";

/** What a host passes along with each request. */
export interface HostBindings {
  /** The visitor's network address, where the host can vouch for it. */
  clientAddress?: string;
}

export interface FormsDependencies {
  supabase: Supabase;
  captcha: CaptchaProvider;
  /** Origins of the site, such as `https://keelbook.example`; browsers may call from these alone. */
  siteOrigins: readonly string[];
  /** Keys the hashes of client addresses. */
  secret: string;
  rateLimit?: RateLimit;
  /** Told of every answer of 500 and above: route and code, never a body or an address. */
  log?: (line: string) => void;
}

/** The form backend: one Web-standard handler under `/functions/v1/forms`, the same on every host (docs/architecture.md). */
export function createForms({
  supabase,
  captcha,
  siteOrigins,
  secret,
  rateLimit = defaultRateLimit,
  log,
}: FormsDependencies) {
  const admit = createAdmission({ supabase, captcha, secret, rateLimit });
  const app = new Hono<{ Bindings: HostBindings }>().basePath(formsBasePath);

  app.use(apiHeaders);
  app.use(
    cors({
      origin: [...siteOrigins],
      allowMethods: ["GET", "POST"],
      allowHeaders: ["content-type", "apikey", "authorization"],
      exposeHeaders: ["retry-after"],
      maxAge: 86_400,
    }),
  );
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (_, allow) => problemResponse(new ProblemError("method_not_allowed", { allow })),
    }),
  );

  app.post("/waitlist", async (c) => {
    const { captcha: token, website, ...entry } = await readBody(c.req.raw, waitlistBody);
    await admit("waitlist", token, c.env?.clientAddress);
    if (!(await isTrapped(supabase, "waitlist", website))) {
      if (await isOnWaitlist(supabase, entry.email)) throw new ProblemError("already_subscribed");
      await insertIntoWaitlist(supabase, entry);
    }
    return c.json({ code: "joined" } satisfies Accepted, 201);
  });

  app.post("/beta", async (c) => {
    const { captcha: token, website, ...application } = await readBody(c.req.raw, betaBody);
    await admit("beta", token, c.env?.clientAddress);
    if (!(await isTrapped(supabase, "beta", website))) await insertApplication(supabase, application);
    return c.json({ code: "submitted" } satisfies Accepted, 201);
  });

  app.get("/captcha", async (c) => {
    if (!captcha.challenge) throw new ProblemError("not_found");
    const { algorithm } = check(challengeQuery, c.req.query());
    return c.json(await captcha.challenge(algorithm, c.env?.clientAddress));
  });

  const storeIsUp = createStoreCheck(supabase);
  app.get("/health", async (c) => {
    return (await storeIsUp()) ? c.json({ status: "ok" }) : c.json({ status: "down", down: ["store"] }, 503);
  });

  app.notFound(() => problemResponse(new ProblemError("not_found")));

  app.onError((error, c) => {
    const problem = error instanceof ProblemError ? error : new ProblemError("unexpected", { cause: error });
    const response = problemResponse(problem);
    if (response.status >= 500) log?.(`${c.req.method} ${c.req.path} ${response.status} ${problem.code}`);
    return response;
  });

  return app;
}
