import { randomBytes } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { embeddedPublishableKey } from "../../../server/contract/brand.ts";
import { formsBasePath } from "../../../server/contract/outcomes.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { serveExport } from "../../../server/http/static.ts";
import { createServiceClient } from "../../../server/supabase/client.ts";
import { nodeHost } from "../../../server/supabase/nodeHost.ts";
import { build } from "../../export/build.ts";
import { startSmtpServer } from "../../mail/support/smtpServer.ts";
import { captchaSecret } from "../../support/backend.ts";
import { onPort } from "../../support/databaseSocket.ts";
import { startDenoFunction } from "../../support/denoFunction.ts";
import { testKeys } from "../../support/postgres.setup.ts";
import { eventually } from "../../support/eventually.ts";
import { serveLater } from "../../support/serveLater.ts";
import { password, roleUrl } from "../support/database.ts";
import { gatewayTo, restGateway } from "../support/gateway.ts";
import { jsonWebKeySet } from "../support/keys.ts";
import { projectRef, startManagementApi } from "../support/managementApi.ts";
import { findPostgrest, startPostgrest } from "../support/postgrest.ts";
import { findSupabaseCli, supabaseCli } from "../support/supabaseCli.ts";
import { type GoTrueOptions, gotrue, migrateGoTrue, startGoTrue } from "./gotrue.ts";

interface Mail {
  to: string;
  subject: string;
  /** The mail's HTML, with addresses as a browser reads them. */
  text: string;
}

const sql = (name: string) => readFile(new URL(name, import.meta.url), "utf8");

/**
 * Settings beside those that `config push` sends: those of the dashboard, as docs/launch.md says, and those of
 * the platform.
 */
const ofDashboard = (smtp: URL) => ({
  smtp_host: smtp.hostname,
  smtp_port: smtp.port,
  smtp_admin_email: "hello@keelbook.example",
  smtp_sender_name: "Keelbook",
  rate_limit_email_sent: 1000,
  security_refresh_token_reuse_interval: 10,
});

/** Runs the CLI's commands of a deployment, and returns the settings that the auth service was sent. */
async function deploySettings(databaseUrl: string, siteUrl: string): Promise<Record<string, unknown>> {
  const cli = await supabaseCli(findSupabaseCli() ?? "");
  const api = await startManagementApi(join(cli.folder, "upload"), async () => []);
  const profile = join(cli.folder, "profile.yaml");
  try {
    await writeFile(profile, api.profile);
    const env = { SITE_URL: siteUrl, SUPABASE_PROFILE: profile, SUPABASE_ACCESS_TOKEN: `sbp_${"0".repeat(40)}` };
    for (const args of [
      ["db", "push", "--include-all", `--remote=${databaseUrl}`, "--yes"],
      ["config", "push", `--remote=${projectRef}`, "--yes"],
    ]) {
      const { code, all } = await cli.run(args, { ...env, SUPABASE_DB_PASSWORD: password });
      if (code !== 0) throw new Error(`supabase ${args.slice(0, 2).join(" ")} ended with ${code}: ${all}`);
    }
    return api.received.config.auth;
  } finally {
    await api.stop();
    await cli.remove();
  }
}

/**
 * Starts a hosted project of genuine parts, except the edge runtime and the gateway: GoTrue and PostgREST on a
 * database with the platform's roles, which the Supabase CLI migrated and gave its settings, the function in
 * Deno, a mail provider, and the built page on another origin.
 */
export async function startProject(clusterUrl: string) {
  // The folder is below the checkout, where the build expects it; its addresses belong to this run.
  const exported = `dist/genuine-${process.pid}`;
  const ends: (() => Promise<unknown>)[] = [() => rm(exported, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of ends.toReversed()) await end();
  };
  try {
    const name = `genuine_${randomBytes(6).toString("hex")}`;
    const admin = roleUrl(clusterUrl, "supabase_admin", "postgres");
    const owner = roleUrl(clusterUrl, "supabase_admin", name);
    await withClient(admin, (client) => client.query(`create database ${name} owner postgres`));
    ends.push(() => withClient(admin, (client) => client.query(`drop database ${name} with (force)`)));
    const run = async (text: string) => withClient(owner, (client) => client.query(text));
    await run(await sql("./auth.sql"));

    const mails: Mail[] = [];
    const note = (to: string, subject: string, html: string) =>
      void mails.push({ to, subject, text: html.replaceAll("&amp;", "&") });
    const [api, site, templates, provider, smtp, port] = await Promise.all([
      serveLater(),
      serveLater(),
      serveLater(),
      serveLater(),
      startSmtpServer({ hideSTARTTLS: true, authOptional: true }, ({ to, mail }) => {
        note(to.join(), mail.subject ?? "", mail.html ?? "");
        return undefined;
      }),
      onPort(clusterUrl),
    ]);
    ends.push(
      () => api.close(),
      () => site.close(),
      () => templates.close(),
      () => provider.close(),
      () => smtp.stop(),
      () => port.stop(),
    );
    const built = build(exported, {
      PUBLIC_SITE_URL: site.origin,
      PUBLIC_SUPABASE_URL: api.origin,
      PUBLIC_SUPABASE_KEY: embeddedPublishableKey,
      PUBLIC_CONTACT: "hello@keelbook.example",
    });
    built.catch(() => undefined);
    const options: GoTrueOptions = {
      program: gotrue ?? "",
      databaseUrl: roleUrl(port.url, "supabase_auth_admin", name),
      externalUrl: api.origin,
      config: { site_url: site.origin },
      templateUrl: (template) => `${templates.origin}/${template}`,
    };
    await migrateGoTrue(options);
    await run(`${await sql("../../support/clockOfHosted.sql")};${await sql("../support/schemas.sql")}`);
    const pushed = await deploySettings(roleUrl(port.url, "postgres", name), site.origin);
    options.config = { ...pushed, ...ofDashboard(smtp.url) };
    templates.open((request) => {
      const { pathname } = new URL(request.url);
      return new Response(String(pushed[`mailer_templates_${pathname.slice(1)}_content`]));
    });

    const auth = await startGoTrue(options);
    ends.push(() => auth.stop());
    const rest = await startPostgrest({
      binary: findPostgrest() ?? "",
      databaseUrl: roleUrl(clusterUrl, "authenticator", name),
      keys: jsonWebKeySet,
    });
    ends.push(() => rest.stop());
    provider.open(async (request) => {
      const { to, subject, html } = Object(await request.json());
      note(String(to), String(subject), String(html));
      return Response.json({ id: crypto.randomUUID() });
    });
    let forms = "";
    /** The number of the address that the gateway reports as the client's. */
    let sender = 0;
    const address = () => `198.51.100.${sender % 250}`;
    const [authService, restService] = [
      gatewayTo(auth.url, "/auth/v1", /^\/(?:verify|authorize|callback)$/u),
      restGateway(rest.url),
    ];
    api.open((request) => {
      const { pathname, search } = new URL(request.url);
      if (pathname.startsWith("/auth/v1/")) return authService(request, address());
      if (pathname.startsWith("/rest/v1/")) return restService(request, address());
      if (!pathname.startsWith(formsBasePath)) return new Response(null, { status: 404 });
      const forwarded = new Request(`${forms}${pathname.slice(formsBasePath.length)}${search}`, request);
      forwarded.headers.set("cf-connecting-ip", address());
      return fetch(forwarded);
    });
    const deno = await startDenoFunction(["--preload=tests/edge/platform.ts", "supabase/functions/forms/index.ts"], {
      log: () => undefined,
      env: {
        PATH: process.env["PATH"],
        SUPABASE_URL: api.origin,
        SUPABASE_SECRET_KEYS: JSON.stringify({ default: testKeys.secretKey }),
        SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: embeddedPublishableKey }),
        SITE_URL: site.origin,
        FORMS_SECRET: captchaSecret,
        MAIL_SCHEDULE_SECRET: captchaSecret,
        RESEND: provider.origin,
        RESEND_API_KEY: "re_key",
        MAIL_FROM: "Keelbook <hello@keelbook.example>",
        MAIL_IMPRINT: "Keelbook, 1 Harbour Street",
      },
    });
    ends.push(async () => deno.child.kill("SIGKILL"));
    forms = deno.url;

    await built;
    const page = await serveExport(join(exported, "client"));
    site.open((request) => page.fetch(request));

    return {
      site: site.origin,
      api: api.origin,
      options,
      auth: auth.url,
      /** Makes requests come from another address from now on, as the limits count each client apart. */
      takeAddress: () => void sender++,
      databaseUrl: roleUrl(clusterUrl, "postgres", name),
      authUrl: roleUrl(clusterUrl, "supabase_auth_admin", name),
      supabase: createServiceClient(api.origin, testKeys.secretKey, nodeHost),
      mails,
      service: (path: string, init?: RequestInit) => fetch(`${api.origin}${path}`, init),
      /** The link of the newest mail to an address, once there is one with this subject. */
      linkTo: async (email: string, subject: RegExp): Promise<string> => {
        let link = "";
        await eventually(`a mail to ${email}`, async () => {
          const mail = mails.findLast((arrived) => arrived.to === email && subject.test(arrived.subject));
          link = /href="([^"]*#token_hash=[^"]*)"/u.exec(mail?.text ?? "")?.[1] ?? "";
          return link !== "";
        });
        return link;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

export type Project = Awaited<ReturnType<typeof startProject>>;
