import { createServer } from "node:https";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { certificateFiles, hasOpenssl, makeCertificate } from "../support/certificate.ts";
import { listen } from "../support/listen.ts";
import { start } from "./processes.ts";
import { scratchFolder } from "./terminal.ts";

/** Starts a site with a private certificate that is valid for some days, and a command that checks it. */
async function checkedSite(days: number) {
  const { folder, remove } = await scratchFolder();
  const server = createServer(await makeCertificate(folder, days), (_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Home</title><p>Home</p>");
  });
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await remove();
  });
  const address = `https://localhost:${await listen(server)}/`;
  return {
    trust: { NODE_EXTRA_CA_CERTS: join(folder, certificateFiles.cert) },
    checked: (env: Record<string, string>) => start(["check", "site", address], env, folder).done,
  };
}

it.skipIf(!hasOpenssl)("check site says that a private certificate is not trusted, and how to trust it", async () => {
  const { trust, checked } = await checkedSite(30);
  const { code, out } = await checked({});
  expect(out).toMatch(
    /^WRONG +encryption +.* its certificate is not trusted: self-signed certificate\.\n.*NODE_EXTRA_CA_CERTS/u,
  );
  expect(code).toBe(1);
  const trusting = await checked(trust);
  expect(trusting.out).not.toContain("certificate");
  expect(trusting.out).toMatch(/^WRONG +project +It is not the page of this project/mu);
});

it.skipIf(!hasOpenssl)("check site warns of a certificate that soon ends", async () => {
  const { trust, checked } = await checkedSite(2);
  expect((await checked(trust)).out).toMatch(/^warning +encryption +The certificate of localhost ends in /mu);
});
