import { beforeAll, beforeEach } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { embeddedPublishableKey } from "../../server/contract/embedded.ts";
import { startBackend } from "../support/backend.ts";
import { testKeys } from "../support/postgres.setup.ts";
import { cli, hosted, scratchFolder } from "./terminal.ts";

/** The output of `check backend --json`. */
export interface Report {
  ok: boolean;
  findings: { check: string; level: string; message: string; remedy?: string }[];
}

/** What is wrong without the public key. */
export const noPublicKey = "environment: SUPABASE_PUBLISHABLE_KEY is missing.";

/** The findings about attempts to get past the policies. */
export const refusals = ({ findings }: Report): string[] =>
  findings.filter(({ check }) => check === "policies").map(({ message }) => message);
/** Every attempt was refused, on many tables and functions. */
export const everyTime = (who: string): RegExp => new RegExp(`^${who} was refused (\\d{2,}) times out of \\1\\.$`, "u");

/** A backend, by default a separate one for each test, and `check backend` on it. */
export function useChecked(before: typeof beforeAll | typeof beforeEach = beforeEach) {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let folder: string;
  beforeAll(async () => {
    const scratch = await scratchFolder();
    folder = scratch.folder;
    return scratch.remove;
  });
  before(async () => {
    backend = await startBackend();
    await backend.supabase
      .from("beta_applications")
      .insert({ email: "a@example.com", name: "A", role: "other", reason: "x" })
      .throwOnError();
    await backend.supabase
      .from("waitlist")
      .insert([{ email: "a@example.com" }, { email: "b@example.com" }])
      .throwOnError();
    return () => backend.stop();
  });

  const complete = () => ({
    ...hosted(backend),
    SUPABASE_PUBLISHABLE_KEY: embeddedPublishableKey,
    SUPABASE_JWT_SECRET: testKeys.jwtSecret,
    SITE_URL: "https://site.example",
    FORMS_SECRET: "a".repeat(32),
  });
  /** Settings with which no policies are tried, most of a check's work. */
  const withoutPublicKey = () => ({ ...complete(), SUPABASE_PUBLISHABLE_KEY: undefined });
  const checked = async (env: Record<string, string | undefined> = complete()) => {
    const { code, out } = await cli(["check", "backend", "--json"], { env, folder });
    const report: Report = JSON.parse(out);
    return {
      code,
      wrong: report.findings
        .filter(({ level }) => level === "wrong")
        .map(({ check, message }) => `${check}: ${message}`),
      report,
    };
  };
  const sql = (text: string) => withClient(backend.databaseUrl, async (client) => void (await client.query(text)));
  const everything = async () =>
    withClient(
      backend.databaseUrl,
      async (client) =>
        (
          await client.query(
            "select (select jsonb_agg(w order by id) from waitlist w) as waitlist, (select jsonb_agg(b order by id) from beta_applications b) as beta, (select count(*) from auth.users) as users, (select count(*) from erasures) as erasures",
          )
        ).rows,
    );
  return {
    backend: () => backend,
    folder: () => folder,
    complete,
    withoutPublicKey,
    checked,
    sql,
    everything,
  };
}
