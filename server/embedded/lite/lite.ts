import { App, type EmailDriver } from "@supabase/lite";
import { embeddedPublishableKey } from "../../contract/embedded.ts";
import { createSupabaseRoles, migrate } from "../database/migrate.ts";
import { minPasswordLength } from "../../guards/auth/passwords.ts";
import type { EmbeddedKeys } from "../folder/keys.ts";
import { signInMails } from "../../mail/signIn/signInMails.ts";
import { StackError } from "../errors/stackError.ts";
import { connectLite } from "./connection.ts";
import { withoutConsoleErrors } from "./quietConsole.ts";

/** Most rows one REST answer carries; hosted projects default to 1000. */
const maxRows = 10_000;

/**
 * Digits of a one-time code. Nobody types it: the token of a link is a hash of address and code, so that it is as hard to
 * guess as the code is long; this many digits are 256 bit.
 */
const codeLength = 78;

/** Life of a link, in seconds; the mail says so, and supabase/config.toml holds the same number. */
export const linkLife = 900;

/** What the services work on. */
export interface LiteOptions {
  /** Connection string of the database, as superuser. */
  databaseUrl: string;
  /** Where it lies on this machine, for what PostgreSQL does not say of a full disk. */
  dataFolder?: string;
  keys: Pick<EmbeddedKeys, "jwtSecret" | "secretKey">;
  /** Where the site answers; sign-in links lead there. */
  siteUrl: string;
  mail: EmailDriver;
  /** Versions of the migrations to apply; all where it is left out. A backup is loaded in between. */
  migrations?: readonly string[];
  /** Told when the migrations of a database that is in use already begin. */
  log?: ((line: string) => void) | undefined;
}

/** The REST and auth services of Supabase, served from one PostgreSQL database. */
export interface Lite {
  /** Answers `/rest/v1/*` and `/auth/v1/*`. Mount nothing else: `/_system/info` shows the database password to anyone. */
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Starts @supabase/lite 0.10.0 on a database, in the one order that keeps row level security on (docs/architecture.md): roles
 * and `rlsState` before the first request, which otherwise grants everything to everyone and caches "RLS inactive".
 * @throws StackError when an anonymous request can read the waitlist.
 */
export async function startLite({
  databaseUrl,
  dataFolder,
  keys,
  siteUrl,
  mail,
  migrations,
  log,
}: LiteOptions): Promise<Lite> {
  const { connection, answering, close } = await connectLite(databaseUrl, dataFolder);
  const app = new App({
    connection,
    api: { schemas: ["public"], max_rows: maxRows },
    auth: {
      jwt_secret: keys.jwtSecret,
      publishable_key: embeddedPublishableKey,
      secret_key: keys.secretKey,
      site_url: siteUrl,
      minimum_password_length: minPasswordLength,
      email: { enable_signup: true, enable_confirmations: true, otp_length: codeLength, otp_expiry: linkLife },
    },
    options: {
      server: { disableStudio: true, disableFallback: true, admin: false },
      drivers: { email: signInMails(mail, siteUrl) },
    },
  });
  await app.init();
  await createSupabaseRoles(databaseUrl);
  Reflect.set(connection, "rlsState", "active");
  await app.ensureSystemSchema();
  await migrate(databaseUrl, { only: migrations, log });
  await connection.clearSchemaCache();

  const lite: Lite = {
    fetch: (request) => withoutConsoleErrors(() => answering(() => app.fetch(request))),
    close,
  };
  await refuseOpenWaitlist(lite).catch(async (error: unknown) => {
    await lite.close();
    throw error;
  });
  return lite;
}

/** The canary: what an anonymous visitor must never read. Also the warm-up request that fills lite's schema cache. */
async function refuseOpenWaitlist({ fetch }: Pick<Lite, "fetch">): Promise<void> {
  const answer = await fetch(
    new Request("http://localhost/rest/v1/waitlist?select=id&limit=1", { headers: { apikey: embeddedPublishableKey } }),
  );
  if (answer.ok)
    throw new StackError(
      "Row level security is not active: an anonymous request can read the waitlist. Refusing to serve.",
    );
}
