import { createServer, type Server } from "node:https";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { certificateFiles, hasOpenssl, makeCertificate } from "../support/certificate.ts";
import { ensureChromium } from "../support/chromium.ts";
import { start } from "./processes.ts";
import { scratchFolder } from "./terminal.ts";
import { listen } from "../support/listen.ts";

describe.skipIf(!hasOpenssl)("check site on a site with a private certificate (made with openssl)", () => {
  let folder: string;
  let server: Server;
  let address: string;
  beforeAll(async () => {
    const scratch = await scratchFolder();
    folder = scratch.folder;
    server = createServer(await makeCertificate(folder), (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Home</title><p>Home</p>");
    });
    address = `https://localhost:${await listen(server)}/`;
    return async () => {
      server.close();
      server.closeAllConnections();
      await scratch.remove();
    };
  });
  const checked = (env: Record<string, string>) =>
    start(["check", "site", address], { CHROMIUM_PATH: ensureChromium(() => undefined), HOME: folder, ...env }, folder)
      .done;

  it("says that it is not trusted, and what else it finds", async () => {
    const { code, out, err } = await checked({});
    expect(out).toMatch(
      /^WRONG +encryption +localhost:\d+: Its certificate is not trusted: self-signed certificate\.$/mu,
    );
    expect(out).toContain(`NODE_EXTRA_CA_CERTS=ca.pem npx prelaunch check site ${address}`);
    expect(out).toMatch(/^WRONG +metadata/mu);
    expect(err).toMatch(/^error: \d+ things are wrong\.\n$/u);
    expect(code).toBe(1);
  });

  it("continues if its authority is named, with one clear line about the browser", async () => {
    const { out, err } = await checked({ NODE_EXTRA_CA_CERTS: join(folder, certificateFiles.cert) });
    expect(out).not.toContain("Its certificate is not trusted");
    expect(out).toMatch(/^WRONG +metadata/mu);
    expect(out.match(/^unknown +browser .+$/gmu)).toEqual([
      expect.stringMatching(
        /They were not opened in a browser, which does not trust the certificate \(net::ERR_CERT_\w+\)\.$/u,
      ),
    ]);
    expect(out).toContain("certutil -d sql:$HOME/.pki/nssdb");
    expect(err).toMatch(/^error: \d+ things are wrong\.\n$/u);
  });
});
