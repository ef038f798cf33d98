import { execFile } from "node:child_process";
import { appendFile, cp, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { embeddedPublishableKey } from "../../server/contract/brand.ts";
import { serveExport } from "../../server/http/static.ts";
import { commandOf, launchList } from "../support/launchList.ts";
import { mintCaptchaFor } from "../support/mintCaptcha.ts";
import { testKeys } from "../support/postgres.setup.ts";
import { type LaterServer, serveLater } from "../support/serveLater.ts";
import { startSmtpServer, type TestSmtpServer } from "../mail/support/smtpServer.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { password, roleUrl, templateDatabase } from "./support/database.ts";
import { bootFunction, type DeployedFunction, unpacked } from "./support/deployedFunction.ts";
import { skipReason, startHostedBackend } from "./support/hostedBackend.ts";
import { type ManagementApi, projectRef, startManagementApi } from "./support/managementApi.ts";
import { canNameHosts, type ProjectAddress, serveProjectAddress } from "./support/projectAddress.ts";
import { schemaFacts } from "./support/schemaFacts.ts";
import { findSupabaseCli } from "./support/supabaseCli.ts";

const program = findSupabaseCli();
const checkout = fileURLToPath(new URL("../..", import.meta.url));

/** Names that a fresh checkout does not contain. */
const left = new Set([".git", ".env", ".data", "dist", "node_modules", "test-results"]);

const list = launchList("Supabase and a static host");

/** Signs that a shell, or another reader of the CLI's file of secrets, would treat specially. */
const imprint = String.raw`Ada "Keelbook", $HOME \n # x`;

interface Ran {
  code: number;
  all: string;
}

/**
 * Runs the list's commands in a copy of this checkout with Supabase's CLI, against a management API on loopback
 * and a database that is found by the project's reference; then the uploaded function runs in Deno on genuine
 * PostgREST.
 */
describe.skipIf(program === undefined || skipReason || !canNameHosts)(
  "docs/launch.md, Supabase and a static host",
  () => {
    let folder: string;
    let api: ManagementApi;
    let address: ProjectAddress;
    let project: Awaited<ReturnType<typeof startHostedBackend>> | undefined;
    let deployed: DeployedFunction | undefined;
    /** Output of the list's dry run. */
    let dryRun = "";
    /** The migrations in the database after the deployment. */
    let migrated: string[] = [];
    let supabase: LaterServer;
    let site: LaterServer;
    let provider: TestSmtpServer;
    const checkoutCopy = () => join(folder, "keelbook");

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "keelbook-guide-"));
      for (const name of await readdir(checkout))
        if (!left.has(name)) await cp(join(checkout, name), join(checkoutCopy(), name), { recursive: true });
      await symlink(join(checkout, "node_modules"), join(checkoutCopy(), "node_modules"));
      // npm ci makes these bundles from the same sources; this run has made them already.
      await cp(join(checkout, "dist/scripts"), join(checkoutCopy(), "dist/scripts"), { recursive: true });
      api = await startManagementApi(join(folder, "upload"), asked);
      await writeFile(join(folder, "profile.yaml"), api.profile);
      address = await serveProjectAddress(program ?? "", inject("hostedClusterUrl"), folder);
      [supabase, site, provider] = await Promise.all([serveLater(), serveLater(), startSmtpServer()]);
    });
    afterAll(async () => {
      await deployed?.stop();
      await site.close();
      await project?.stop();
      await supabase.close();
      await api.stop();
      await address.stop();
      await provider.stop();
      await rm(folder, { recursive: true, force: true });
    });

    /** Queries the project's database as its owner. */
    const asked = (sql: string) =>
      withClient(roleUrl(inject("hostedClusterUrl"), "postgres", address.database), async (client) => {
        const results = [await client.query<Record<string, unknown>>(sql)].flat();
        return results.at(-1)?.rows ?? [];
      });

    /** The values that an operator has noted, by the name of the setting. */
    const noted = (): Record<string, string> => ({
      SUPABASE_PROJECT_REF: projectRef,
      SUPABASE_ACCESS_TOKEN: `sbp_${"0".repeat(40)}`,
      SUPABASE_DB_PASSWORD: password,
      SUPABASE_URL: supabase.origin,
      SUPABASE_SECRET_KEY: testKeys.secretKey,
      SUPABASE_PUBLISHABLE_KEY: embeddedPublishableKey,
      SITE_URL: site.origin,
      PUBLIC_SUPABASE_URL: supabase.origin,
      PUBLIC_SUPABASE_KEY: embeddedPublishableKey,
      PUBLIC_CONTACT: "hello@your.name",
      PUBLIC_IMPRINT: "Ada Berg, Turku",
      MAIL_FROM: "Keelbook <hello@your.name>",
      RESEND_API_KEY: "re_x",
      MAIL_WEBHOOK_SECRET: `whsec_${"A".repeat(43)}=`,
      OPERATOR_EMAIL: "you@your.name",
    });

    // npx takes longer than most of the commands; tests/cli/usage.test.ts tests the name that it looks for.
    const withoutNpx = (command: string) => command.replace(/^npx prelaunch/u, "node scripts/prelaunch.mjs");

    /** `check` and `stats` run with these settings, because there is no mail provider here that they could ask. */
    const withoutProvider = { RESEND_API_KEY: "", MAIL_FROM: "", MAIL_WEBHOOK_SECRET: "" };

    const run = (command: string, mail: Record<string, string> = {}) =>
      new Promise<Ran>((resolve) => {
        const env = {
          ...mail,
          PATH: process.env["PATH"],
          HOME: folder,
          SUPABASE_CLI: address.program,
          SUPABASE_PROFILE: join(folder, "profile.yaml"),
          SUPABASE_TELEMETRY_DISABLED: "1",
        };
        execFile("sh", ["-c", withoutNpx(command)], { cwd: checkoutCopy(), env, timeout: 300_000 }, (error, out, err) =>
          resolve({ code: error === null ? 0 : Number(error.code ?? 1), all: `${out}${err}` }),
        );
      });

    const factsOf = (database: string) => schemaFacts(roleUrl(inject("hostedClusterUrl"), "postgres", database));

    /** Starts the deployed project in Supabase's place. */
    const startProject = async () => {
      migrated = await factsOf(address.database);
      project = await startHostedBackend({
        deployed: {
          database: address.database,
          server: supabase,
          forms: (request) => {
            const { pathname } = new URL(request.url);
            const path = pathname.replace("/functions/v1/forms", "");
            const forwarded = new Request(`${deployed?.url}${path}`, request);
            forwarded.headers.set("cf-connecting-ip", "2001:db8::1");
            return fetch(forwarded);
          },
        },
      });
      const { RESEND_API_KEY: _, ...secrets } = api.received.secrets;
      deployed = await bootFunction(await unpacked(join(folder, "upload"), api), {
        ...secrets,
        SUPABASE_URL: supabase.origin,
        SUPABASE_SECRET_KEYS: JSON.stringify({ default: testKeys.secretKey }),
        SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: embeddedPublishableKey }),
      });
    };

    const fillIn = () =>
      appendFile(
        join(checkoutCopy(), ".env"),
        Object.entries({ ...noted(), MAIL_IMPRINT: `'${imprint}'` })
          .map(([name, value]) => `${name}=${value}\n`)
          .join(""),
      );
    const publish = async () => {
      const app = await serveExport(join(checkoutCopy(), "dist/client"));
      site.open((request) => app.fetch(request));
    };

    it("has at most fifteen steps, and names exactly the settings to note", () => {
      expect(list.titles.length).toBeGreaterThan(5);
      expect(list.titles.length).toBeLessThanOrEqual(15);
      const named = list.steps.filter(({ language }) => language === "dotenv").flatMap(({ text }) => text.split("\n"));
      expect(named.map((line) => line.slice(0, line.indexOf("="))).sort()).toEqual(Object.keys(noted()).sort());
    });

    it("lists commands that succeed when they are run in order", { timeout: 600_000 }, async () => {
      const failed: (Ran & { command: string })[] = [];
      for (const { language, text } of list.steps)
        if (language === "dotenv") await fillIn();
        else
          for (const { command, run: toRun } of text.split("\n").map(commandOf)) {
            if (!toRun || failed.length > 0) continue;
            const ran = await run(command, /prelaunch (?:check|stats)/u.test(command) ? withoutProvider : {});
            if (command === "npx prelaunch deploy --dry-run") dryRun = ran.all;
            if (ran.code !== 0) failed.push({ command, ...ran });
            if (command === "npx prelaunch deploy --yes") await startProject();
            if (command === "npm run build") await publish();
          }
      expect(failed).toEqual([]);
    });

    it("deploys what a dry run prints: migrations, settings, secrets and the function without its tests", async () => {
      for (const secret of [noted()["SUPABASE_ACCESS_TOKEN"], password, api.received.secrets["FORMS_SECRET"]])
        expect(dryRun).not.toContain(secret);
      const planned = dryRun.split("\n").filter((line) => line.startsWith("supabase "));
      const ran = (await address.commands()).map((line) =>
        line.replace(/\S+prelaunch-deploy-\S+/u, "<a file, 0600, removed afterwards>"),
      );
      expect(ran.map((line) => `supabase ${line}`)).toEqual(planned);

      expect(migrated).toEqual(await factsOf(templateDatabase));
      const clock = () =>
        asked(
          "select decrypted_secret as value from vault.decrypted_secrets where name like 'keelbook%' order by name",
        );
      expect(await clock()).toEqual([
        { value: api.received.secrets["MAIL_SCHEDULE_SECRET"] },
        { value: supabase.origin },
      ]);
      const statements = api.received.queries.find((query) => query.includes("vault")) ?? "";
      await asked(statements.replaceAll(supabase.origin, "https://another.example"));
      expect(await clock()).toEqual([
        { value: api.received.secrets["MAIL_SCHEDULE_SECRET"] },
        { value: "https://another.example" },
      ]);

      const [compare = "", ...later] = api.received.queries;
      expect(later.length).toBeGreaterThan(0);
      const edited = (hash: string) =>
        asked(`update public.migration_files set sha256 = ${hash} where version = '20261127000400'`);
      await edited("translate(sha256, '0123456789abcdef', '123456789abcdef0')");
      await expect(asked(compare)).rejects.toThrow(
        /0400_mail\.sql is not the file that version \S+ applied: take that/u,
      );
      await edited("translate(sha256, '123456789abcdef0', '0123456789abcdef')");
      await asked(compare);

      const { config, secrets, files, metadata } = api.received;
      expect(config.postgrest).toMatchObject({ db_schema: "public", max_rows: expect.any(Number) });
      expect(config.auth).toMatchObject({
        site_url: site.origin,
        disable_signup: false,
        mailer_autoconfirm: false,
        external_email_enabled: true,
        security_captcha_enabled: false,
        security_update_password_require_reauthentication: false,
        security_update_password_require_current_password: false,
        // Some releases of the CLI sent only the subjects.
        mailer_templates_magic_link_content: expect.stringContaining("{{ .TokenHash }}"),
      });
      expect(secrets).toMatchObject({ SITE_URL: site.origin, MAIL_IMPRINT: imprint });
      expect(Object.keys(secrets).filter((name) => name.startsWith("SUPABASE_"))).toEqual([]);
      expect(files).toContain("server/app.ts");
      expect(files.filter((name) => /\.test\.|node_modules|mocks|embedded\//u.test(name))).toEqual([]);
      expect(metadata).toMatchObject({ verify_jwt: false });
    });

    it("ends with somebody who has joined, once, and confirmed, and an operator who sees them", async () => {
      const forms = `${supabase.origin}/functions/v1/forms`;
      const posting = async (path: string, body: object) => {
        const { status } = await fetch(`${forms}${path}`, {
          method: "POST",
          headers: { "content-type": "application/json", origin: site.origin },
          body: JSON.stringify(body),
        });
        return status;
      };
      const joining = async () => {
        const captcha = await mintCaptchaFor(api.received.secrets["FORMS_SECRET"] ?? "");
        return posting("/waitlist", { email: "first@example.com", captcha });
      };
      expect([await joining(), await joining()]).toEqual([201, 409]);
      // The bundle that deployed has the commit, where the checkout is one of Git.
      expect(await (await fetch(`${forms}/health`)).json()).toEqual({
        status: "ok",
        version: expect.stringMatching(/^\d+\.\d+\.\d+(?:\+[0-9a-f]{7,40})?$/u),
      });
      const mail = { RESEND_API_KEY: "", MAIL_WEBHOOK_SECRET: "", SMTP_URL: provider.url.href };
      expect(await run("npx prelaunch mail send", mail)).toMatchObject({ code: 0 });
      const text = provider.arrived.map((arrived) => arrived.mail.text).join("\n");
      const [link, token] = /\S+\/#confirm=(\w+)/u.exec(text) ?? [];
      expect(link).toBe(`${site.origin}/#confirm=${token}`);
      expect(await posting("/confirm", { token })).toBe(200);
      expect((await run("npx prelaunch export waitlist --mailable --confirmed --out -")).all).toContain(
        "first@example.com",
      );
    });
  },
);
