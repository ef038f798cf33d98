import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesBelow } from "../../scripts/build/exportFiles.ts";
import { formsBasePath } from "../../server/contract/routes.ts";
import { type HttpServer, serve } from "../../server/embedded/http/serve.ts";
import { serveExport } from "../../server/embedded/http/staticExport.ts";
import { cli } from "../cli/terminal.ts";

const built = join(process.cwd(), "dist/client");

const sound = { code: 0, err: "", out: expect.stringMatching(/^(?:ok {2}[a-z]+ +[A-Z].+\.\n){6}$/u) };

describe("check site on the built export", () => {
  let server: HttpServer;
  let files: HttpServer;
  beforeAll(async () => {
    const app = await serveExport(built);
    // Stands for the form backend, too.
    const answers: Record<string, unknown> = {
      [`${formsBasePath}/health`]: { status: "ok" },
      [`${formsBasePath}/captcha`]: {},
    };
    const host = { port: 0, host: "127.0.0.1" };
    server = await serve((request) => {
      const answer = answers[new URL(request.url).pathname];
      return answer ? Response.json(answer) : app.fetch(request);
    }, host);
    files = await serve((request) => app.fetch(request), host);
  });
  afterAll(() => Promise.all([server.close(), files.close()]));

  it("finds nothing wrong in the folder", async () => {
    expect(await cli(["check", "site", built])).toEqual(sound);
  });

  it("finds nothing wrong when the embedded stack serves it", async () => {
    expect(await cli(["check", "site", `http://127.0.0.1:${server.port}`])).toEqual(sound);
  });

  it("finds that a host of files alone answers no form, of a page that was built for its own origin", async () => {
    const address = `http://127.0.0.1:${files.port}`;
    const { code, err, out } = await cli(["check", "site", address, "--json"]);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      findings: expect.arrayContaining([
        {
          check: "forms",
          level: "wrong",
          message: `the page: Nobody can send its forms: no form backend answers at ${address} (HTTP 404).`,
          remedy: expect.any(String),
        },
      ]),
    });
    expect({ code, err }).toEqual({ code: 1, err: "error: 1 thing is wrong.\n" });
  });

  it("finds that the export in the project was built for another address than that of the settings", async () => {
    const options = { project: process.cwd(), env: { SITE_URL: "https://moved.example" } };
    expect(await cli(["check", "site"], options)).toMatchObject({
      code: 1,
      out: expect.stringContaining("the settings say that the site is at https://moved.example/"),
    });
  });

  it("is served by the embedded stack with a policy for documents and workers, and 350 bytes of headers for a chunk", async () => {
    const paths = await filesBelow(built);
    const answer = async (pattern: RegExp) => {
      const path = paths.find((name) => pattern.test(name));
      const { headers } = await fetch(`http://127.0.0.1:${server.port}/${path}`);
      return { policy: headers.has("content-security-policy"), bytes: [...headers].join("\r\n--").length };
    };
    for (const pattern of [/^index\.html$/u, /^icon\.svg$/u, /^assets\/solve\.worker.*\.js$/u])
      expect(await answer(pattern)).toMatchObject({ policy: true });
    const chunk = await answer(/^assets\/chunks\/.*\.js$/u);
    expect(chunk.policy).toBe(false);
    expect(chunk.bytes).toBeLessThan(350);
  });
});

it.each([
  [["your.site"], 2, /^error: There is no build in .*your\.site\.\nGive the folder client of a build/u],
  [[], 2, /^error: There is no build in \/nowhere\/dist\/client\.\nBuild the export first: npm run build\n$/u],
  [["http://"], 2, /^error: http:\/\/ is not an address\.\n$/u],
  [["http://127.0.0.1:9"], 4, /^error: http:\/\/127\.0\.0\.1:9\/ does not answer: /u],
])("check site %s ends with %i", async (target, code, err) => {
  expect(await cli(["check", "site", ...target], { project: "/nowhere" })).toEqual({
    code,
    out: "",
    err: expect.stringMatching(err),
  });
});
