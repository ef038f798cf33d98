import { randomBytes } from "node:crypto";
import type { EmailMessage } from "@supabase/lite";
import { inject } from "vitest";
import { createBackend } from "../../server/backend.ts";
import { createAltcha } from "../../server/captcha/altcha.ts";
import type { CaptchaProvider } from "../../server/captcha/provider.ts";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { serve } from "../../server/http/serve.ts";
import { startLite } from "../../server/embedded/lite/lite.ts";
import type { RateLimit } from "../../server/http/rateLimit.ts";
import { thisBuild } from "../../server/lib/release.ts";
import { createPostgresStore } from "../../server/store/postgres.ts";
import type { Store } from "../../server/store/store.ts";
import { createServiceClient } from "../../server/supabase/client.ts";
import { nodeHost } from "../../server/supabase/nodeHost.ts";
import { hashCheaply } from "./cheapPasswords.ts";
import { keepDatabases } from "./keptDatabases.ts";
import { mintCaptchaFor } from "./mintCaptcha.ts";
import { templateDatabase, testKeys } from "./postgres.setup.ts";
import { type Tables, tablesOf } from "./tables.ts";

export interface BackendOptions {
  rateLimit?: RateLimit;
  /** This replaces the captcha provider, which is ALTCHA otherwise. */
  captcha?: CaptchaProvider;
  /** From how many people on places are shown; by default from the first. */
  placeFrom?: number;
}

/** A backend under contract test, real or mocked. */
export interface Backend {
  /** Sends a request to a form route, such as `/waitlist`. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a request to the REST or auth service, such as `/rest/v1/waitlist`. */
  service(path: string, init?: RequestInit): Promise<Response>;
  /** A solved captcha that has not been used. */
  solveCaptcha(expiresAt?: Date): Promise<string>;
  tables: Tables;
  store: Store;
  secretKey: string;
  /** Makes every call to the store fail from now on. */
  breakStore(): Promise<void>;
  stop(): Promise<void>;
}

hashCheaply();

/** Origin that the test backends accept browser calls from. */
export const siteOrigin = "https://site.example";
/** Secret that signs the captchas of the test backends. */
export const captchaSecret = "test-captcha-secret-of-thirty-two-characters";

/** Secret that signs the reports of a mail provider to the test backends. */
export const webhookSecret = `whsec_${Buffer.from("a-webhook-secret-of-thirty-two-b").toString("base64")}`;

/** A solved captcha for the test backends. */
export const mintCaptcha = (expiresAt?: Date): Promise<string> => mintCaptchaFor(captchaSecret, expiresAt);

/** The rate limit of a test backend's clients, unless the test sets another. */
export const rarelyLimited: RateLimit = { burst: 1000, secondsPerRequest: 1 };

/** The requests that a test can make to the backend at an origin. */
export const clientOf = (origin: string) =>
  ({
    origin,
    secretKey: testKeys.secretKey,
    request: (path, init) => fetch(`${origin}${formsBasePath}${path}`, init),
    service: (path, init) => fetch(`${origin}${path}`, init),
    solveCaptcha: mintCaptcha,
  }) satisfies Partial<Backend> & { origin: string };

/** Revokes the backend's rights on every table of a database. */
export const revokeTables = (databaseUrl: string): Promise<void> =>
  withClient(
    databaseUrl,
    async (client) => void (await client.query("revoke all on all tables in schema public from service_role")),
  );

/** A new database in the run's PostgreSQL, with lite and a store on it. */
async function makePlace() {
  const clusterUrl = inject("clusterUrl");
  const database = `test_${randomBytes(6).toString("hex")}`;
  // This copies files: PostgreSQL's default, copying through its log, takes twice the processor time.
  await withClient(clusterUrl, (client) =>
    client.query(`create database ${database} template ${templateDatabase} strategy file_copy`),
  );
  const databaseUrl = clusterUrl.replace(/\/postgres(?=\?)/u, `/${database}`);
  const mails: EmailMessage[] = [];
  const lite = await startLite({
    databaseUrl,
    keys: testKeys,
    siteUrl: siteOrigin,
    mail: { send: async (mail) => void mails.push(mail) },
  });
  const store = createPostgresStore(databaseUrl);
  return {
    databaseUrl,
    mails,
    lite,
    store,
    discard: async () => {
      await store.close();
      await lite.close();
      await withClient(clusterUrl, (client) => client.query(`drop database ${database} with (force)`));
    },
  };
}

const places = keepDatabases(makePlace);

/** A real backend: a database without people, the real policies, and real HTTP. */
export async function startBackend({
  rateLimit = rarelyLimited,
  captcha,
  placeFrom = 0,
  proxies = 0,
  answerTime = 0,
}: BackendOptions & { proxies?: number; answerTime?: number } = {}) {
  const place = await places.take();
  const { databaseUrl, mails, lite, store } = place;
  mails.length = 0;
  const supabase = createServiceClient("http://localhost", testKeys.secretKey, {
    ...nodeHost,
    fetch: (input, init) => lite.fetch(new Request(input, init)),
  });
  const backend = createBackend({
    store,
    captcha: captcha ?? createAltcha({ secret: captchaSecret, store, clock: () => new Date(), rateLimit }),
    siteUrl: siteOrigin,
    secret: captchaSecret,
    rateLimit,
    placeFrom,
    version: thisBuild(),
    webhookSecret,
    services: {
      fetch: lite.fetch,
      secretKey: testKeys.secretKey,
      answerTime,
    },
  });
  const server = await serve((request, clientAddress) => backend.fetch(request, { clientAddress }), {
    port: 0,
    host: "127.0.0.1",
    proxies,
  });
  const origin = `http://127.0.0.1:${server.port}`;
  return {
    ...clientOf(origin),
    databaseUrl,
    mails,
    supabase,
    tables: tablesOf(supabase),
    store,
    /** The same services without the guard in front, as on a hosted project. */
    unguarded: (path: string, init?: RequestInit) => lite.fetch(new Request(new URL(path, origin), init)),
    breakStore: () => revokeTables(databaseUrl),
    stop: async () => {
      await server.close();
      await places.giveBack(place);
    },
  } satisfies Backend & Record<string, unknown>;
}
