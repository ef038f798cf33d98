import { randomBytes } from "node:crypto";
import type { EmailMessage } from "@supabase/lite";
import { inject } from "vitest";
import { createBackend } from "../../../server/backend.ts";
import { createAltcha } from "../../../server/captcha/altcha.ts";
import { formsBasePath } from "../../../server/contract/outcomes.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import type { Handler } from "../../../server/http/serve.ts";
import { connectServices } from "../../../server/embedded/lite/lite.ts";
import { thisBuild } from "../../../server/lib/release.ts";
import { createSupabaseStore } from "../../../server/store/supabase.ts";
import { createServiceClient } from "../../../server/supabase/client.ts";
import { nodeHost } from "../../../server/supabase/nodeHost.ts";
import {
  type Backend,
  type BackendOptions,
  captchaSecret,
  clientOf,
  rarelyLimited,
  revokeTables,
  siteOrigin,
} from "../../support/backend.ts";
import { keepDatabases } from "../../support/keptDatabases.ts";
import { testKeys } from "../../support/postgres.setup.ts";
import { type LaterServer, serveLater } from "../../support/serveLater.ts";
import { tablesOf } from "../../support/tables.ts";
import { roleUrl, templateDatabase } from "./database.ts";
import { restGateway } from "./gateway.ts";
import { jsonWebKeySet } from "./keys.ts";
import { findPostgrest, startPostgrest } from "./postgrest.ts";

/** The reason why the tests on genuine parts are skipped here, or false. */
export const skipReason =
  findPostgrest() === undefined && "There is no PostgREST for this platform: the tests on it are left out.";

interface HostedOptions extends BackendOptions {
  /** A project that was deployed to: its database, which is kept, its server, and the handler of its form routes, ours by default. */
  deployed?: { database: string; server: LaterServer; forms?: Handler };
}

/**
 * A project's database with genuine PostgREST and the stand-in for its auth service.
 * @param deployed name of a database that was deployed to, which is kept; by default a new one is made
 */
async function makePlace(clusterUrl: string, deployed?: string) {
  const binary = findPostgrest();
  if (binary === undefined) throw new Error("There is no PostgREST for this platform.");
  const database = deployed ?? `hosted_${randomBytes(6).toString("hex")}`;
  const adminUrl = roleUrl(clusterUrl, "postgres", "postgres");
  if (deployed === undefined)
    await withClient(adminUrl, (client) =>
      client.query(`create database ${database} template ${templateDatabase} strategy file_copy owner postgres`),
    );
  const authUrl = roleUrl(clusterUrl, "supabase_auth_admin", database);
  const mails: EmailMessage[] = [];
  const { lite: auth } = await connectServices({
    databaseUrl: authUrl,
    keys: testKeys,
    siteUrl: siteOrigin,
    mail: { send: async (mail) => void mails.push(mail) },
  });
  const postgrest = await startPostgrest({
    binary,
    databaseUrl: roleUrl(clusterUrl, "authenticator", database),
    keys: jsonWebKeySet,
  });
  return {
    databaseUrl: roleUrl(clusterUrl, "postgres", database),
    authUrl,
    mails,
    auth,
    postgrest,
    discard: async () => {
      await postgrest.stop();
      await auth.close();
      if (deployed === undefined)
        await withClient(adminUrl, (client) => client.query(`drop database ${database} with (force)`));
    },
  };
}

const places = keepDatabases(() => makePlace(inject("hostedClusterUrl")));

/** Ends what the backends of a test file have left for each other. A file that starts several calls it at its end. */
export const endHostedBackends = (): Promise<void> => places.end();

/**
 * Starts a backend like a hosted project's: genuine PostgREST on a database with a hosted project's roles, and
 * the form backend, which calls it over HTTP. Only the auth service is a stand-in (@supabase/lite, with the
 * rights of GoTrue), as no package registry has GoTrue; tests/hosted/genuine runs on it. Nothing connects as
 * superuser.
 */
export async function startHostedBackend({
  rateLimit = rarelyLimited,
  captcha,
  placeFrom = 0,
  deployed,
}: HostedOptions = {}) {
  const place = deployed ? await makePlace(inject("hostedClusterUrl"), deployed.database) : await places.take();
  const { databaseUrl, authUrl, mails, auth, postgrest } = place;
  mails.length = 0;
  const rest = restGateway(postgrest.url);
  let forms: Handler = () => new Response(null, { status: 503 });
  const server = deployed?.server ?? (await serveLater());
  const { origin } = server;
  server.open((request, clientAddress) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(formsBasePath)) return forms(request, clientAddress);
    return pathname.startsWith("/rest/v1/") ? rest(request, clientAddress) : auth.fetch(request);
  });
  const supabase = createServiceClient(origin, testKeys.secretKey, nodeHost);
  const store = createSupabaseStore(supabase);
  const app = createBackend({
    store,
    captcha: captcha ?? createAltcha({ secret: captchaSecret, store, clock: () => new Date(), rateLimit }),
    siteUrl: siteOrigin,
    secret: captchaSecret,
    rateLimit,
    placeFrom,
    version: thisBuild(),
  });
  forms = deployed?.forms ?? ((request, clientAddress) => app.fetch(request, { clientAddress }));
  return {
    ...clientOf(origin),
    databaseUrl,
    authUrl,
    mails,
    supabase,
    tables: tablesOf(supabase),
    store,
    unguarded: (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init),
    breakStore: () => revokeTables(databaseUrl),
    stop: async () => {
      await server.close();
      await (deployed ? place.discard() : places.giveBack(place));
    },
  } satisfies Backend & Record<string, unknown>;
}
