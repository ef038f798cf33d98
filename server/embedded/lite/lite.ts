import { App, type EmailDriver } from "@supabase/lite";
import { embeddedPublishableKey } from "../../contract/brand.ts";
import { sql } from "kysely";
import { createSupabaseRoles, limitSessions, migrate } from "../database/migrate.ts";
import { minPasswordLength } from "../../guard/passwords.ts";
import type { EmbeddedKeys } from "../folder/keys.ts";
import { withOurMails } from "../../mail/signIn/signInMails.ts";
import { StackError } from "../errors/stackError.ts";
import { connectLite } from "./connection.ts";
import { likeGoTrue } from "./likeGoTrue.ts";

/** Maximum number of rows in a REST answer; the default of hosted projects is 1000. */
const maxRows = 10_000;

/**
 * Digits of a one-time code. Nobody types it, but a link's token is a hash of address and code, and only as hard to guess as the
 * code: this many digits are 256 bits.
 */
const codeLength = 78;

/** Lifetime of a link, in seconds; the mail states it, and supabase/config.toml has the same number. */
export const linkLife = 900;

interface LiteOptions {
  /** Connection string of the database, as superuser where it is to be migrated. */
  databaseUrl: string;
  keys: Pick<EmbeddedKeys, "jwtSecret" | "secretKey">;
  /** Address of the site, for sign-in links. */
  siteUrl: string;
  mail: EmailDriver;
  /** Name and postal address under sign-in mails; none by default. */
  imprint?: string;
  /** Versions of the migrations to apply; all by default. A restore loads the backup before the newer ones. */
  migrations?: readonly string[] | undefined;
  /** Logs when the migration of a database that already has data begins. */
  log?: ((line: string) => void) | undefined;
}

/** The REST and auth services of Supabase, served from one PostgreSQL database. */
export interface Lite {
  /** Answers `/rest/v1/*` and `/auth/v1/*`. Never mount anything else: `/_system/info` shows the database password to anyone. */
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Starts @supabase/lite 0.10.0 on a database, migrates it, and reads its schema.
 * @throws StackError if a migration fails, or an anonymous request can read the waitlist.
 */
export async function startLite(options: LiteOptions): Promise<Lite> {
  const lite = await migrateLite(options);
  try {
    await refuseOpenWaitlist(lite);
    return lite;
  } catch (error) {
    await lite.close();
    throw error;
  }
}

/**
 * Connects the services with a database, which is not changed: one that {@link startLite} has migrated, or that has the tables of a hosted
 * project, where the role needs no more rights than GoTrue's.
 */
export async function connectServices({ databaseUrl, keys, siteUrl, mail, imprint }: LiteOptions) {
  const { connection, answering, close } = connectLite(databaseUrl);
  const chosePassword = async (email: string) => {
    const { rows } = await sql`
      select from auth.users where email = ${email} and raw_user_meta_data ->> 'chose_password' = 'true'`.execute(
      connection.kysely,
    );
    return rows.length > 0;
  };
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
      drivers: { email: withOurMails(mail, { site: siteUrl, imprint, chosePassword }) },
    },
  });
  const service = likeGoTrue(async (request) => app.fetch(request));
  const lite: Lite = {
    fetch: (request) => answering(() => service(request)),
    close,
  };
  try {
    await app.init();
  } catch (error) {
    await close();
    throw error;
  }
  return { app, connection, lite };
}

/**
 * Migrates a database by @supabase/lite 0.10.0, in the only order that keeps row level security on: roles and `rlsState` before
 * the first request, which would otherwise grant everything to everyone and cache "RLS inactive".
 * @throws StackError if a migration fails.
 */
async function migrateLite(options: LiteOptions): Promise<Lite> {
  const { databaseUrl, migrations, log } = options;
  const { app, connection, lite } = await connectServices(options);
  try {
    await createSupabaseRoles(databaseUrl);
    Reflect.set(connection, "rlsState", "active");
    await app.ensureSystemSchema();
    await limitSessions(databaseUrl);
    await migrate(databaseUrl, { only: migrations, log });
    await connection.clearSchemaCache();
    return lite;
  } catch (error) {
    await lite.close();
    throw error;
  }
}

/** Makes sure that no anonymous request can read the waitlist, and fills lite's schema cache. @throws StackError if one can. */
async function refuseOpenWaitlist({ fetch }: Pick<Lite, "fetch">): Promise<void> {
  const answer = await fetch(
    new Request("http://localhost/rest/v1/waitlist?select=id&limit=1", { headers: { apikey: embeddedPublishableKey } }),
  );
  if (answer.ok)
    throw new StackError(
      "Row level security is not active: an anonymous request can read the waitlist. Refusing to serve.",
    );
}

/**
 * Creates roles, schemas and tables in a database that nobody uses yet, or migrates it, by the services, which answer no request
 * there. Sends no mails.
 * @throws StackError as {@link migrateLite}
 */
export async function prepareDatabase(
  options: Pick<LiteOptions, "databaseUrl" | "keys" | "migrations" | "log">,
): Promise<void> {
  const lite = await migrateLite({ ...options, siteUrl: "http://localhost", mail: { send: async () => undefined } });
  await lite.close();
}
