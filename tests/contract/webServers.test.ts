import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { startBackend } from "../support/backend.ts";
import { type Place, startWebServer, type WebServer, type WebServerName, webServers } from "../support/webServer.ts";
import { anybody } from "./context.ts";

const rateLimit = { burst: 1, secondsPerRequest: 900 };

/** The configurations of deploy/, with other ports, names and files. */
const recipes: Record<WebServerName, (backend: string, place: Place) => Promise<string>> = {
  nginx: async (backend, { port, plainPort, log, certificate, key }) =>
    (await readFile("deploy/nginx.conf", "utf8"))
      .replaceAll("/var/log/nginx/error.log", log)
      .replace("listen 80;", `listen 127.0.0.1:${plainPort};`)
      .replace(/^ *listen \[::\]:80;\n/mu, "")
      .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port} ssl http2;`)
      .replace(/^ *listen \[::\]:443.*\n/mu, "")
      .replace(/ssl_certificate .*;/u, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key .*;/u, `ssl_certificate_key ${key};`)
      .replace("127.0.0.1:4173", backend)
      .replaceAll("your.name", "localhost"),
  caddy: async (backend, { port, certificate, key }) =>
    (await readFile("deploy/Caddyfile", "utf8"))
      .replace(/^your\.name \{/mu, `https://localhost:${port} {\n\ttls ${certificate} ${key}`)
      .replace("127.0.0.1:4173", backend),
};

for (const { name, needs, here } of webServers)
  describe.skipIf(!here)(`the backend behind ${name}, as deploy/ has it (${needs})`, () => {
    let backend: Awaited<ReturnType<typeof startBackend>>;
    let server: WebServer;
    beforeAll(async () => {
      backend = await startBackend({ proxies: 1, rateLimit });
      server = await startWebServer(name, (place) => recipes[name](new URL(backend.origin).host, place));
    });
    afterAll(async () => {
      await server.stop();
      await backend.stop();
    });

    const join = async (localAddress: string, forwarded?: string) => {
      const body = JSON.stringify({ email: anybody(), captcha: await backend.solveCaptcha() });
      const headers = { "content-type": "application/json", ...(forwarded && { "x-forwarded-for": forwarded }) };
      return (await server.ask(`${formsBasePath}/waitlist`, { method: "POST", localAddress, headers, body })).status;
    };

    it("tells two visitors apart, and trusts neither's own headers", async () => {
      expect(await join("127.0.0.2")).toBe(201);
      expect(await join("127.0.0.3")).toBe(201);
      expect(await join("127.0.0.2", "192.0.2.1")).toBe(429);
      expect(await join("127.0.0.2", "127.0.0.9, 192.0.2.1")).toBe(429);
    });

    it("passes on the backend's answers, and adds HSTS", async () => {
      const { status, headers } = await server.ask(`${formsBasePath}/nowhere`);
      expect(status).toBe(404);
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "content-type": "application/problem+json",
        "strict-transport-security": "max-age=31536000",
        "x-content-type-options": "nosniff",
      });
    });

    it("logs nothing about visitors, even while the stack is being restarted", async () => {
      let plainPort = 0;
      const alone = await startWebServer(name, (place) => {
        plainPort = place.plainPort;
        return recipes[name]("127.0.0.1:1", place);
      });
      try {
        expect((await alone.ask("/functions/v1/forms/unsubscribe?token=secret")).status).toBe(502);
        if (name === "nginx") await fetch(`http://127.0.0.1:${plainPort}/?secret`, { redirect: "manual" });
        expect(await alone.logged()).not.toMatch(/secret|[: ]502\b/u);
      } finally {
        await alone.stop();
      }
    });

    it("passes on nothing but what is the stack's beside another site, by the lines for it", async () => {
      const beside = await startWebServer(name, async (place) => {
        const recipe = await recipes[name](new URL(backend.origin).host, place);
        return name === "nginx"
          ? recipe.replace(/# (location ~ .* \{)\n\s*location \/ \{/u, "$1")
          : recipe
              .replace(/# (@keelbook path .*)$/mu, "$1")
              .replace(/^\treverse_proxy /mu, "\treverse_proxy @keelbook ");
      });
      try {
        for (const path of ["functions/v1/forms/health", "auth/v1/settings", "rest/v1/"])
          expect((await beside.ask(`/${path}`)).headers["content-type"]).toContain("json");
        expect(String((await beside.ask("/shop")).headers["content-type"])).not.toContain("json");
      } finally {
        await beside.stop();
      }
    });

    // The packaged Caddy has no such limit (docs/self-hosting.md).
    it.runIf(name === "nginx")("answers fifty requests of one visitor at once, and others' meanwhile", async () => {
      const path = `${formsBasePath}/nowhere`;
      const status = async (localAddress: string) => (await server.ask(path, { localAddress })).status;
      const waiting = Array.from({ length: 50 }, () =>
        server.open(path, { method: "POST", localAddress: "127.0.0.4" }),
      );
      try {
        for (const { continued } of waiting) await continued;
        expect(await status("127.0.0.4")).toBe(429);
        expect(await status("127.0.0.5")).toBe(404);
      } finally {
        for (const { end } of waiting) end();
      }
      await expect.poll(() => status("127.0.0.4")).toBe(404);
    });

    it("refuses a body larger than any route would read", async () => {
      const options = { method: "POST", headers: { "content-type": "application/json" }, body: "x".repeat(200_000) };
      expect((await server.ask(`${formsBasePath}/waitlist`, options)).status).toBe(413);
    });
  });
