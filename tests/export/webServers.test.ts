import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { caddyfile } from "../../scripts/build/hosting/caddy.ts";
import { nginxConf } from "../../scripts/build/hosting/nginx.ts";
import { headerTable } from "../../scripts/build/hosting/writeHostFiles.ts";
import { headersFor, readSiteHeaders, type SiteHeaders } from "../../server/http/siteHeaders.ts";
import { type Place, startWebServer, type WebServer, type WebServerName, webServers } from "../support/webServer.ts";

const built = join(process.cwd(), "dist");

/** A configuration for a site with the files of `root` and the build's snippet. */
const configs: Record<WebServerName, (place: Place, root: string, snippet: string) => Promise<string>> = {
  nginx: async ({ port, certificate, key }, root, snippet) =>
    `server { listen 127.0.0.1:${port} ssl; ssl_certificate ${certificate}; ssl_certificate_key ${key};
root "${root}"; include "${snippet}"; }`,
  caddy: async ({ port, certificate, key }, root, snippet) =>
    `https://localhost:${port} {\ntls ${certificate} ${key}\nroot * "${root}"\nimport "${snippet}"\n}`,
};

const snippets = {
  nginx: { file: "nginx.conf", of: nginxConf },
  caddy: { file: "Caddyfile", of: caddyfile },
} as const;

for (const { name, needs, here } of webServers)
  describe.skipIf(!here)(`the built export on ${name}, by the snippet of the build (${needs})`, () => {
    let server: WebServer;
    let table: SiteHeaders;
    let asset: string;
    beforeAll(async () => {
      table = await readSiteHeaders(join(built, "headers.json"));
      asset = `/assets/${(await readdir(join(built, "client/assets"))).find((file) => file.endsWith(".js"))}`;
      const snippet = join(built, "hosting", snippets[name].file);
      server = await startWebServer(name, (place) => configs[name](place, join(built, "client"), snippet));
    });
    afterAll(() => server.stop());

    it.each([
      ["the page", () => "/", 200],
      ["an asset", () => asset, 200],
      ["what is not there", () => "/nowhere", 404],
      ["an asset that is not there any more", () => "/assets/gone.0123.js", 404],
    ])("sends the table's headers with %s", async (_, path, status) => {
      const answer = await server.ask(path());
      expect(answer.status).toBe(status);
      expect(answer.headers).toMatchObject(headersFor(table, path(), status === 200));
    });

    it.each([{ "if-none-match": "*" }, { range: "bytes=0-9" }])(
      "answers the not-found page, to a request with %o too",
      async (headers) => {
        const { status, text } = await server.ask("/nowhere", { headers });
        expect(status).toBe(404);
        expect(text).toBe(await readFile(join(built, "client/404.html"), "utf8"));
        // The log names neither the visitor nor the missing page.
        expect(await server.logged()).not.toMatch(/nowhere|127\.0\.0\.1 /u);
      },
    );

    it.each([
      ["the page", () => "/"],
      ["an asset", () => asset],
      ["the not-found page", () => "/nowhere"],
    ])("uses the ready-made compression for %s, and tells caches so", async (_, path) => {
      for (const encoding of ["gzip", "identity"]) {
        const { headers } = await server.ask(path(), { headers: { "accept-encoding": encoding } });
        expect(headers["content-encoding"] ?? "identity").toBe(encoding);
        expect(headers["vary"]).toMatch(/^accept-encoding$/iu);
      }
    });

    it("sends the operator's headers with every answer, too", async () => {
      const header = "add_header strict-transport-security max-age=600 always;";
      const snippet = join(built, "hosting", snippets[name].file);
      const own = await startWebServer(name, async (place) => {
        if (name === "caddy") {
          const config = await configs.caddy(place, join(built, "client"), snippet);
          return config.replace(/^import/mu, "header strict-transport-security max-age=600\nimport");
        }
        await mkdir(join(dirname(place.log), "snippets"));
        await writeFile(join(dirname(place.log), "snippets/keelbook-headers.conf"), header);
        // An editor leaves such a file, which must not count as another file of headers.
        await writeFile(join(dirname(place.log), "snippets/keelbook-headers.conf~"), header.replace("600", "1"));
        return configs.nginx(place, join(built, "client"), snippet);
      });
      onTestFinished(() => own.stop());
      for (const path of ["/", asset, "/nowhere", "/assets/gone.0123.js"]) {
        const { headers } = await own.ask(path);
        expect(headers).toMatchObject({
          "strict-transport-security": "max-age=600",
          "x-content-type-options": "nosniff",
        });
      }
    });

    it("adds the slash of a base path, and keeps the campaign", async () => {
      const folder = await mkdtemp(join(tmpdir(), "keelbook-base-"));
      onTestFinished(() => rm(folder, { recursive: true }));
      await symlink(join(built, "client"), join(folder, "promo"));
      const snippet = join(folder, "snippet");
      await writeFile(snippet, snippets[name].of(headerTable("/promo/", "default-src 'none'")));
      const below = await startWebServer(name, (place) => configs[name](place, folder, snippet));
      onTestFinished(() => below.stop());
      for (const query of ["", "?source=may&x=%3F"]) {
        const { status, headers } = await below.ask(`/promo${query}`);
        expect([301, 308]).toContain(status);
        expect(String(headers["location"]).replace(/^https:\/\/[^/]+/u, "")).toBe(`/promo/${query}`);
      }
      expect((await below.ask("/promo/")).status).toBe(200);
    });
  });
