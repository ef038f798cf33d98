import { Hono } from "hono";
import { answersBody, visitBody } from "../contract/answers.ts";
import type { Accepted } from "../contract/outcomes.ts";
import { mailLinkBody } from "../contract/waitlist.ts";
import { check, readBody, readJson } from "../http/body.ts";
import type { HostBindings } from "../http/clientAddress.ts";
import { plainHash } from "../lib/keyedHash.ts";
import { readPersonToken } from "../lib/personToken.ts";
import { ProblemError } from "../http/problem.ts";
import { bucketOf, createRateLimiter, type RateLimit, requireNoWait, widened } from "../http/rateLimit.ts";
import type { Store } from "../store/store.ts";

/** Answers that one client may send for each form that it may send. */
const answersPerForm = 5;

/** Times that one client may look at places for each form that it may send. */
const placesPerForm = 20;

/** Ten times as many visits at once as forms, then one in the time of 15 forms: by default 200, and 192 a day (docs/growth.md). */
const visitsOf = ({ burst, secondsPerRequest }: RateLimit): RateLimit => ({
  burst: burst * 10,
  secondsPerRequest: secondsPerRequest * 15,
});

/** Visits that are counted at once, at most: half as many as a store has connections. */
const visitsAtOnce = 5;

interface GrowthRoutesOptions {
  store: Pick<Store, "answer" | "place" | "visit" | "take">;
  /** Address of the site: only visits from pages of its origin are counted. */
  siteUrl: string;
  /** Signs the tokens of people, and keys the hashes of client addresses. */
  secret: string;
  /** How many forms one client may send. */
  rateLimit: RateLimit;
  /** How many people may be mailed at least for places to be shown; undefined if they never are. */
  placeFrom: number | undefined;
}

/**
 * `POST /answers`: what people say after joining. `POST /place`: a person's place on the list. `POST /visits`: how
 * many came, and from where.
 */
export function growthRoutes({ store, siteUrl, secret, rateLimit, placeFrom }: GrowthRoutesOptions) {
  const app = new Hono<{ Bindings: HostBindings }>();
  const limitAnswers = createRateLimiter(store, secret, widened(rateLimit, answersPerForm));

  app.post("/answers", async (c) => {
    const { token, answers } = await readBody(c.req.raw, answersBody);
    await limitAnswers("answers", c.env?.clientAddress);
    const person = await readPersonToken(secret, token);
    if (!person || !(await store.answer(person, answers))) throw new ProblemError("token_spent_or_unknown");
    return c.body(null, 204);
  });

  const limitPlaces = createRateLimiter(store, secret, widened(rateLimit, placesPerForm));
  app.post("/place", async (c) => {
    const { token } = await readBody(c.req.raw, mailLinkBody);
    await limitPlaces("place", c.env?.clientAddress);
    const seen = await store.place(await plainHash(token), placeFrom);
    if (!seen) throw new ProblemError("token_spent_or_unknown");
    return c.json({ code: "listed", ...seen } satisfies Accepted);
  });

  const { origin } = new URL(siteUrl);
  let counting = 0;
  app.post("/visits", async (c) => {
    // Browsers send this header with every POST, and no page can change it.
    if (c.req.header("origin") !== origin) throw new ProblemError("foreign_origin");
    const { source } = check(visitBody, await readJson(c.req.raw));
    const bucket = await bucketOf("visits", c.env?.clientAddress, secret, visitsOf(rateLimit));
    // More of them are not counted: a join would wait for a connection behind them.
    if (counting >= visitsAtOnce) return c.body(null, 204);
    counting += 1;
    requireNoWait(await store.visit(source ?? undefined, bucket).finally(() => (counting -= 1)));
    return c.body(null, 204);
  });

  return app;
}
