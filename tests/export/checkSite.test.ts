import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { serve } from "../../server/http/serve.ts";
import { serveExport } from "../../server/http/static.ts";
import { thisRelease } from "../../server/lib/release.ts";
import type { Finding } from "../../server/launch/finding.ts";
import { cli } from "../cli/terminal.ts";
import { noSettings } from "../support/forgetSettings.ts";

it("check site finds the built export, with its headers, where the embedded stack serves it", async () => {
  const app = await serveExport(join(process.cwd(), "dist/client"));
  // This server stands in for the stack, too.
  const answers: Record<string, unknown> = {
    [`${formsBasePath}/health`]: { status: "ok", version: thisRelease() },
    [`${formsBasePath}/captcha`]: {},
    "/auth/v1/settings": {},
    "/rest/v1/": {},
  };
  const server = await serve(
    (request) => {
      const answer = answers[new URL(request.url).pathname];
      return answer ? Response.json(answer) : app.fetch(request);
    },
    { port: 0, host: "127.0.0.1" },
  );
  onTestFinished(server.close);
  const address = `http://127.0.0.1:${server.port}`;
  const { code, out } = await cli(["check", "site", address, "--json"], { project: process.cwd(), env: noSettings });
  const { findings } = JSON.parse(out);
  expect(Object.fromEntries(findings.map(({ check, level }: Finding) => [check, level]))).toEqual({
    project: "ok",
    forms: "ok",
    version: "ok",
    // The build under test names no operator.
    imprint: "warning",
    contact: "ok",
    addresses: "unknown",
    secrets: "ok",
    encryption: "unknown",
    headers: "ok",
  });
  expect(code).toBe(0);
});

it.each([
  [["your.site"], 2, /^error: your\.site is not the address of a site\.\nGive the address where it is published/u],
  [[], 2, /^error: No site is named\.\nGive the address where it is published/u],
  [["http://127.0.0.1:9"], 4, /^error: http:\/\/127\.0\.0\.1:9\/ does not answer: /u],
])("check site %s ends with %i", async (argv, code, err) => {
  expect(await cli(["check", "site", ...argv], { project: "/nowhere" })).toEqual({
    code,
    out: "",
    err: expect.stringMatching(err),
  });
});
