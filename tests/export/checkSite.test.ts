import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { serve } from "../../server/http/serve.ts";
import { serveExport } from "../../server/http/static.ts";
import { cli } from "../cli/terminal.ts";

it("check site finds nothing wrong with the built export where the embedded stack serves it", async () => {
  const app = await serveExport(join(process.cwd(), "dist/client"));
  // Stands for the form backend, too.
  const answers: Record<string, unknown> = {
    [`${formsBasePath}/health`]: { status: "ok" },
    [`${formsBasePath}/captcha`]: {},
  };
  const server = await serve(
    (request) => {
      const answer = answers[new URL(request.url).pathname];
      return answer ? Response.json(answer) : app.fetch(request);
    },
    { port: 0, host: "127.0.0.1" },
  );
  onTestFinished(server.close);
  expect(await cli(["check", "site", `http://127.0.0.1:${server.port}`])).toEqual({
    code: 0,
    err: "",
    // The build under test names nobody.
    out: expect.stringMatching(/^(?:(?:ok|warning) +[a-z]+ +[A-Z].+\.\n(?: .+\n)?){7}$/u),
  });
});

it.each([
  [["your.site"], 2, /^error: your\.site is no address of a site\.\nGive the address where it is published/u],
  [[], 2, /^error: No site is named\.\nGive the address where it is published/u],
  [["http://127.0.0.1:9"], 4, /^error: http:\/\/127\.0\.0\.1:9\/ does not answer: /u],
])("check site %s ends with %i", async (argv, code, err) => {
  expect(await cli(["check", "site", ...argv], { project: "/nowhere" })).toEqual({
    code,
    out: "",
    err: expect.stringMatching(err),
  });
});
