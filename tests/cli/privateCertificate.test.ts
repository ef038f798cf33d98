import { createServer } from "node:https";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { certificateFiles, hasOpenssl, makeCertificate } from "../support/certificate.ts";
import { listen } from "../support/listen.ts";
import { start } from "./processes.ts";
import { scratchFolder } from "./terminal.ts";

it.skipIf(!hasOpenssl)("check site says that a private certificate is not trusted, and how to trust it", async () => {
  const { folder, remove } = await scratchFolder();
  const server = createServer(await makeCertificate(folder), (_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Home</title><p>Home</p>");
  });
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await remove();
  });
  const address = `https://localhost:${await listen(server)}/`;
  const checked = (env: Record<string, string>) => start(["check", "site", address], env, folder).done;
  const { code, out } = await checked({});
  expect(out).toMatch(
    /^WRONG +encryption +.* its certificate is not trusted: self-signed certificate\.\n.*NODE_EXTRA_CA_CERTS/u,
  );
  expect(code).toBe(1);
  const trusting = await checked({ NODE_EXTRA_CA_CERTS: join(folder, certificateFiles.cert) });
  expect(trusting.out).not.toContain("certificate");
  expect(trusting.out).toMatch(/^WRONG +project +It is not the page of this project/mu);
});
