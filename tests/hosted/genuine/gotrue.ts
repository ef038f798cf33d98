import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { eventually } from "../../support/eventually.ts";
import { onFreePorts } from "../../support/onFreePorts.ts";
import { signingKeys } from "../support/keys.ts";
import { findPostgrest } from "../support/postgrest.ts";
import { findSupabaseCli } from "../support/supabaseCli.ts";

/**
 * Path of GoTrue's program, with its folder `migrations` beside it, as in an archive of its releases; undefined
 * if none is named.
 */
export const gotrue: string | undefined = process.env["GOTRUE_PATH"] || undefined;

/** Why the tests on a genuine GoTrue are skipped here; undefined if they run. */
export const missing: string | undefined =
  gotrue === undefined
    ? "GOTRUE_PATH names no GoTrue: the tests on a genuine one are left out."
    : findPostgrest() === undefined || findSupabaseCli() === undefined
      ? "There is no PostgREST or no Supabase CLI for this platform: the tests on a genuine GoTrue are left out."
      : undefined;

/** Settings that are durations, in seconds, by the management API's names. */
const inSeconds = new Set(["smtp_max_frequency", "sms_max_frequency", "mfa_phone_max_frequency"]);

/** GoTrue's mails that have a link to the service. */
const linked = ["INVITE", "CONFIRMATION", "RECOVERY", "EMAIL_CHANGE"];

export interface GoTrueOptions {
  program: string;
  /** Connection string as the role `supabase_auth_admin`, by TCP. */
  databaseUrl: string;
  /** Address of the project. The service is reached below `/auth/v1`. */
  externalUrl: string;
  /** Settings by the management API's names, as `supabase config push` sends them; null and "" are unset. */
  config: Readonly<Record<string, unknown>>;
  /** Address from which a mail's template can be fetched. */
  templateUrl: (name: string) => string;
}

/** The environment in which the platform starts GoTrue with these settings: the names of both differ by a prefix. */
function environment({ program, databaseUrl, externalUrl, config, templateUrl }: GoTrueOptions): NodeJS.ProcessEnv {
  const settings = Object.entries(config).flatMap(([name, value]) => {
    if (value === null || value === "") return [];
    const template = /^mailer_templates_(\w+)_content$/u.exec(name)?.[1];
    if (template !== undefined)
      return [[`GOTRUE_MAILER_TEMPLATES_${template.toUpperCase()}`, templateUrl(template)] as const];
    return [[`GOTRUE_${name.toUpperCase()}`, `${String(value)}${inSeconds.has(name) ? "s" : ""}`] as const];
  });
  return {
    ...Object.fromEntries(settings),
    DATABASE_URL: databaseUrl,
    GOTRUE_DB_DRIVER: "postgres",
    GOTRUE_DB_MIGRATIONS_PATH: join(dirname(program), "migrations"),
    API_EXTERNAL_URL: externalUrl,
    ...Object.fromEntries(linked.map((mail) => [`GOTRUE_MAILER_URLPATHS_${mail}`, "/auth/v1/verify"])),
    GOTRUE_API_HOST: "127.0.0.1",
    GOTRUE_JWT_SECRET: "a-shared-secret-that-signs-nothing-here",
    GOTRUE_JWT_KEYS: signingKeys,
    GOTRUE_JWT_ISSUER: `${externalUrl}/auth/v1`,
    GOTRUE_JWT_AUD: "authenticated",
    GOTRUE_JWT_DEFAULT_GROUP_NAME: "authenticated",
    GOTRUE_RATE_LIMIT_HEADER: "cf-connecting-ip",
    GOTRUE_CORS_ALLOWED_HEADERS: "apikey",
    GOTRUE_LOG_LEVEL: "warn",
  };
}

/** Creates GoTrue's tables by its migrations. @throws Error with GoTrue's output */
export async function migrateGoTrue(options: GoTrueOptions): Promise<void> {
  await promisify(execFile)(options.program, ["migrate"], { env: environment(options) });
}

interface GoTrue {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts GoTrue on tables that {@link migrateGoTrue} has made. `more` has further settings, by the management
 * API's names.
 */
export const startGoTrue = (options: GoTrueOptions, more: Record<string, unknown> = {}): Promise<GoTrue> =>
  onFreePorts(async (port) => {
    const env = environment({ ...options, config: { ...options.config, ...more } });
    const child = spawn(options.program, ["serve"], {
      stdio: ["ignore", "ignore", process.env["GOTRUE_LOG"] ? "inherit" : "ignore"],
      env: { ...env, PORT: String(port) },
    });
    const url = `http://127.0.0.1:${port}`;
    const stop = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    };
    try {
      await eventually("a healthy GoTrue", () => {
        if (child.exitCode !== null) throw new Error(`GoTrue ended with ${child.exitCode}.`);
        return fetch(`${url}/health`).then(
          (answer) => answer.ok,
          () => false,
        );
      });
    } catch (error) {
      await stop();
      throw error;
    }
    return { url, stop };
  });
