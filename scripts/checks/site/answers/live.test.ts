import { mkdtemp, rm } from "node:fs/promises";
import { createServer as createPlain, type RequestListener } from "node:http";
import { createServer as createSecure } from "node:https";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasOpenssl, makeCertificate } from "../../../../tests/support/certificate.ts";
import { listen } from "../../../../tests/support/listen.ts";
import { liveSite, mostRedirects } from "./live.ts";

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  return listen(server);
}

const plain = async (answer: RequestListener) => new URL(`http://127.0.0.1:${await portOf(createPlain(answer))}/`);
const options = { timeout: 5000, signal: new AbortController().signal };

describe("a live site", () => {
  it("keeps the answer of a redirect that leads to no address", async () => {
    const url = await plain((request, response) =>
      request.url === "/" ? response.end("Home") : response.writeHead(302, { location: "https://" }).end(),
    );
    const site = await liveSite(url, options);
    expect(await site.get(new URL("/gone", url))).toMatchObject({ status: 302, redirects: 0 });
  });

  it("is where redirects lead to, of which it follows no endless ones", async () => {
    const targets = new Map([
      ["/", "/home/"],
      ["/loop", "/loop"],
    ]);
    const url = await plain(({ url: path = "" }, response) => {
      const location = targets.get(path);
      if (location === undefined) response.end("Home");
      else response.writeHead(302, { location }).end();
    });
    const site = await liveSite(url, options);
    expect(site.address.pathname).toBe("/home/");
    expect(await site.get(url)).toMatchObject({ status: 200, redirects: 1 });
    expect(await site.get(new URL("/loop", url))).toMatchObject({ status: 302, redirects: mostRedirects });
  });

  it("says that it does not answer where its answer breaks off", async () => {
    const url = await plain((_request, response) => {
      response.writeHead(200, { "content-length": 1000 });
      response.write("Home", () => response.destroy());
    });
    await expect(liveSite(url, options)).rejects.toMatchObject({ code: "unreachable" });
  });

  describe.skipIf(!hasOpenssl)("and certificates (made with openssl)", () => {
    let pair: { key: Buffer; cert: Buffer };
    beforeAll(async () => {
      const folder = await mkdtemp(join(tmpdir(), "keelbook-live-"));
      pair = await makeCertificate(folder);
      await rm(folder, { recursive: true });
    });
    const secure = async (answer: RequestListener) =>
      new URL(`https://localhost:${await portOf(createSecure(pair, answer))}/`);

    it.skipIf(process.platform === "win32")(
      "knows how long its own is valid, also where the page answers in a session that goes on",
      async () => {
        const url = await secure(({ url: path }, response) => {
          response.setHeader("connection", "close");
          if (path === "/") response.writeHead(302, { location: "/home/" }).end();
          else response.end("Home");
        });
        // By a name of this machine for which sessions are kept, as for a site elsewhere.
        url.hostname = "0.0.0.0";
        const { from, until } = (await liveSite(url, options)).validity ?? { from: 0, until: 0 };
        expect(until - from).toBe(2 * 24 * 60 * 60_000);
      },
    );

    it("ignores that its own is not trusted, and notes it", async () => {
      const site = await liveSite(await secure((_request, response) => response.end("Home")), options);
      expect(site.distrust).toBe("self-signed certificate");
      const { from, until } = site.validity ?? { from: 0, until: 0 };
      expect(until - from).toBe(2 * 24 * 60 * 60_000);
      expect(await site.get(site.address)).toMatchObject({ status: 200 });
    });

    it("does not ignore that another's is not trusted", async () => {
      const other = await secure((_request, response) => response.end("Other"));
      const own = [plain, secure].map((kind) => kind((_request, response) => response.end("Home")));
      for (const url of await Promise.all(own)) {
        const site = await liveSite(url, options);
        await expect(site.get(other)).rejects.toMatchObject({
          code: "unreachable",
          message: `${other.href} does not answer: self-signed certificate`,
        });
      }
    });

    it("says that its host does not answer if it ends the connection once its certificate is ignored", async () => {
      const url = await secure((request) => request.socket.destroy());
      await expect(liveSite(url, options)).rejects.toMatchObject({ code: "unreachable" });
    });
  });
});
