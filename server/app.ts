import { Hono } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { CaptchaProvider } from "./captcha/provider.ts";
import { formsBasePath } from "./contract/outcomes.ts";
import { beta } from "./forms/beta.ts";
import { createAdmission } from "./forms/form.ts";
import { growthRoutes } from "./forms/growth.ts";
import { waitlist } from "./forms/waitlist.ts";
import { kindOf } from "./lib/caught.ts";
import { apiHeaders, crossOrigin } from "./http/headers.ts";
import type { HostBindings } from "./http/clientAddress.ts";
import { ProblemError, problemResponse } from "./http/problem.ts";
import { mailRoutes } from "./mail/routes/routes.ts";
import { type MailSchedule, scheduleRoutes } from "./mail/routes/schedule.ts";
import { defaultRateLimit, type RateLimit } from "./http/rateLimit.ts";
import { diskFull } from "./store/sqlState.ts";
import type { Store } from "./store/store.ts";

export interface FormsDependencies {
  store: Store;
  captcha: CaptchaProvider;
  /** Public address of the site, without a slash at its end; browsers may call from its origin only. */
  siteUrl: string;
  /** Keys the hashes of client addresses. */
  secret: string;
  rateLimit?: RateLimit;
  /** How many people may be mailed at least for places to be shown; undefined if they never are. */
  placeFrom?: number | undefined;
  /**
   * Logs every answer of 500 and above with its cause's code, and refused reports; never a body or an address.
   * For the health check and a full disk only the first of a series is logged.
   */
  log?: (line: string) => void;
  /**
   * Called with the error behind an answer of 500 and above. It is set in development only, as the error may
   * quote what was sent.
   */
  onError?: ((error: unknown) => void) | undefined;
  /** Secret that signs the mail provider's reports; without it they are refused. */
  webhookSecret?: string | undefined;
  /** Called when a form may have queued a mail or an event. */
  mailQueued?: (() => void) | undefined;
  /** Jobs that an external scheduler may start; none if absent. */
  mailSchedule?: MailSchedule | undefined;
  /** Whether mails do not leave, for `GET /health?mail`; absent where none are sent. */
  mailStands?: (() => Promise<boolean>) | undefined;
  /** The hash of the migrations that this code goes with; any if absent. */
  schema?: string | undefined;
  /** The version of this code and, behind a plus sign, its commit, for `GET /health`. */
  version?: string | undefined;
}

/**
 * Why nothing can be stored, or may soon not be: a full disk and a database with other migrations need a person,
 * but an unavailable store may recover by itself.
 */
type DownPart = "disk" | "schema" | "store";

/** The form backend: one Web-standard handler under `/functions/v1/forms`, the same on every host (docs/architecture.md). */
export function createForms({
  store,
  captcha,
  siteUrl,
  secret,
  rateLimit = defaultRateLimit,
  placeFrom,
  log,
  onError,
  webhookSecret,
  mailQueued,
  mailSchedule,
  mailStands,
  schema,
  version,
}: FormsDependencies) {
  const admit = createAdmission({ store, captcha, secret, rateLimit });
  const app = new Hono<{ Bindings: HostBindings }>().basePath(formsBasePath);

  app.use(apiHeaders);
  app.use(crossOrigin(new URL(siteUrl).origin));
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (_, allow) => problemResponse(new ProblemError("method_not_allowed", { allow })),
    }),
  );

  for (const { name, receive } of [waitlist, beta])
    app.post(`/${name}`, async (c) => {
      const clientAddress = c.env?.clientAddress;
      return c.json(await receive(c.req.raw, { store, admit, secret, clientAddress, mailQueued }), 201);
    });

  app.route("/", growthRoutes({ store, siteUrl, secret, rateLimit, placeFrom }));
  app.route("/", mailRoutes({ store, siteUrl, secret, rateLimit, webhookSecret, log }));
  if (mailSchedule) app.route("/", scheduleRoutes(mailSchedule));

  app.get("/captcha", async (c) => {
    if (!captcha.challenge) throw new ProblemError("not_found");
    return c.json(await captcha.challenge(c.env?.clientAddress));
  });

  let wasDown: DownPart | undefined;
  let check = { since: -Infinity, down: Promise.resolve<DownPart | undefined>(undefined) };
  /** Records what is down, and logs it once until all is well again. */
  const note = (down: DownPart, line: string): DownPart => {
    if (wasDown !== down) log?.(line);
    return (wasDown = down);
  };
  /** Records why nothing is stored. */
  const noteDown = (error: unknown): DownPart =>
    kindOf(error) === diskFull
      ? note("disk", "The disk is full: nothing is stored until there is room.")
      : note("store", `The store is down: ${kindOf(error)}.`);
  const noteSchema = (found: string | undefined) =>
    schema === undefined || found === schema
      ? (wasDown = undefined)
      : note("schema", "The database has other migrations than this code: npx prelaunch check");
  /**
   * Why a join could not be stored now. The store is asked once a second at most, as each check writes to the
   * disk and anyone may ask.
   */
  const storeIsDown = () => {
    const now = performance.now();
    if (now - check.since >= 1000) check = { since: now, down: store.check().then(noteSchema, noteDown) };
    return check.down;
  };
  app.get("/health", async (c) => {
    const part = await storeIsDown();
    const down: (DownPart | "mail")[] = part === undefined ? [] : [part];
    if (c.req.query("mail") !== undefined && part === undefined && (await mailStands?.())) down.push("mail");
    return down.length === 0 ? c.json({ status: "ok", version }) : c.json({ status: "down", down, version }, 503);
  });

  app.notFound(() => problemResponse(new ProblemError("not_found")));

  app.onError((error, c) => {
    const problem = error instanceof ProblemError ? error : new ProblemError("unexpected", { cause: error });
    const response = problemResponse(problem);
    const cause = problem.cause === undefined ? "" : ` ${kindOf(problem.cause)}`;
    // A full disk would get a line for each visitor, and each line needs room, too.
    if (kindOf(problem.cause) === diskFull) {
      noteDown(problem.cause);
      onError?.(problem.cause);
    } else if (response.status >= 500) {
      log?.(`${c.req.method} ${c.req.path} ${response.status} ${problem.code}${cause}`);
      onError?.(problem.cause ?? problem);
    }
    return response;
  });

  return app;
}
