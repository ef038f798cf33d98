import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesBelow } from "../../scripts/build/exportFiles.ts";
import { formsBasePath } from "../../server/contract/outcomes.ts";
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
          message: `No form backend answers at ${address} (HTTP 404).`,
          remedy: expect.any(String),
        },
      ]),
    });
    expect({ code, err }).toEqual({ code: 1, err: "error: 1 thing is wrong.\n" });
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
