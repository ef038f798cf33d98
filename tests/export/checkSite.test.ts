import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Finding } from "../../scripts/checks/finding.ts";
import { checkInBrowser } from "../../scripts/checks/site/rules/browser.ts";
import { checkLinks } from "../../scripts/checks/site/rules/links.ts";
import { exportSite, folderSite } from "../../scripts/checks/site/answers/folder.ts";
import { visitSite } from "../../scripts/checks/site/visit/visit.ts";
import { formsBasePath } from "../../server/contract/routes.ts";
import { serve, type HttpServer } from "../../server/embedded/http/serve.ts";
import { serveExport } from "../../server/embedded/http/staticExport.ts";
import { cli, scratchFolder } from "../cli/terminal.ts";
import { ensureChromium } from "../support/chromium.ts";

// Checks the built export as it would be published, including its size budgets.
const built = join(process.cwd(), "dist/client");

const sound = { code: 0, err: "", out: expect.stringMatching(/^(?:ok {2}[a-z ]+ {2}[A-Z].+\.\n){12}$/u) };

/** Serves the built export, and a form backend that only says how it is. */
async function serveSite(answer: (request: Request) => Response | Promise<Response>): Promise<HttpServer> {
  const forms = (request: Request) =>
    new URL(request.url).pathname === `${formsBasePath}/health` ? Response.json({ status: "ok" }) : answer(request);
  return serve(forms, { port: 0, host: "127.0.0.1" });
}

beforeAll(() => {
  process.env.CHROMIUM_PATH = ensureChromium((line) => process.stderr.write(`${line}\n`));
});

describe("check site on the built export", () => {
  let server: HttpServer;
  beforeAll(async () => {
    const app = await serveExport(built);
    server = await serveSite((request) => app.fetch(request));
  });
  afterAll(() => server.close());

  // At the same time: most of the time is spent waiting until a page is quiet.
  it.concurrent("finds nothing wrong in the folder", async () => {
    expect(await cli(["check", "site", built])).toEqual(sound);
  });

  it.concurrent("finds nothing wrong when the embedded stack serves it", async () => {
    expect(await cli(["check", "site", `http://127.0.0.1:${server.port}`])).toEqual(sound);
  });

  it.concurrent("finds nothing wrong when a host sends it in gzip only, as GitHub Pages and nginx do", async () => {
    const app = await serveExport(built);
    const host = await serveSite(({ url, method }) =>
      app.fetch(new Request(url, { method, headers: { "accept-encoding": "gzip" } })),
    );
    try {
      expect(await cli(["check", "site", `http://127.0.0.1:${host.port}`])).toEqual(sound);
    } finally {
      await host.close();
    }
  });

  it("finds that a host of files alone answers no form, of a page that was built for its own origin", async () => {
    const app = await serveExport(built);
    const host = await serve((request) => app.fetch(request), { port: 0, host: "127.0.0.1" });
    const address = `http://127.0.0.1:${host.port}`;
    try {
      expect(await cli(["check", "site", address, "--no-browser"])).toMatchObject({
        code: 1,
        err: "error: 1 thing is wrong.\n",
        out: expect.stringContaining(`no form backend answers at ${address} (HTTP 404)`),
      });
    } finally {
      await host.close();
    }
  });

  it("looks for the export in the project, whatever the current folder is", async () => {
    expect(await cli(["check", "site"], { folder: process.cwd(), project: "/nowhere" })).toMatchObject({
      code: 2,
      err: "error: There is no folder /nowhere/dist/client.\nBuild the export first: npm run build\n",
    });
  });

  it("finds that the export in the project was built for another address than that of the settings", async () => {
    const options = { project: process.cwd(), env: { SITE_URL: "https://moved.example" } };
    expect(await cli(["check", "site", "--no-browser"], options)).toMatchObject({
      code: 1,
      out: expect.stringContaining("the settings say that the site is at https://moved.example/"),
    });
  });

  it("is served by the embedded stack with a policy for documents and workers, and 350 bytes of headers for a chunk", async () => {
    const { files } = await folderSite(built, "");
    const answer = async (pattern: RegExp) => {
      const path = [...files.keys()].find((name) => pattern.test(name));
      const { headers } = await fetch(`http://127.0.0.1:${server.port}/${path}`);
      return { policy: headers.has("content-security-policy"), bytes: [...headers].join("\r\n--").length };
    };
    for (const pattern of [/^index\.html$/u, /^icon\.svg$/u, /^assets\/solve\.worker.*\.js$/u])
      expect(await answer(pattern)).toMatchObject({ policy: true });
    const chunk = await answer(/^assets\/chunks\/.*\.js$/u);
    expect(chunk.policy).toBe(false);
    expect(chunk.bytes).toBeLessThan(350);
  });

  describe("with a script that writes to the console and is far too large", () => {
    let findings: Finding[];
    // Both faults at once: neither may hide the other, and the browser is opened only once.
    beforeAll(async () => {
      const { files } = await folderSite(built, "");
      const [path, source] = [...files].find(
        ([name, content]) => name.endsWith(".js") && String(content).includes("Joining..."),
      ) ?? ["", ""];
      const content = Buffer.from(`console.error("spoiled");${source}\n// ${randomBytes(75_000).toString("hex")}`);
      const spoiled = new Map([...files, [path, content], [`${path}.br`, brotliCompressSync(content)]]);
      findings = await checkInBrowser(await visitSite(exportSite(spoiled)));
    });

    it("reports messages in the browser's console", () => {
      expect(findings).toContainEqual(
        expect.objectContaining({ level: "wrong", where: "the page", message: "The console says: spoiled" }),
      );
    });

    it("measures what a browser downloads for the forms", () => {
      const message = /^Its forms need 1\d\d,\d{3} bytes of JavaScript compressed; 75,000/u;
      expect(findings).toContainEqual(
        expect.objectContaining({ level: "wrong", message: expect.stringMatching(message) }),
      );
    });

    it("finds nothing else", () => {
      expect(findings).toHaveLength(2);
    });
  });
});

describe("check site", () => {
  let folder: string;
  beforeAll(async () => {
    const scratch = await scratchFolder();
    folder = scratch.folder;
    return scratch.remove;
  });

  it("finds a page that was cut off, and a script that is missing", async () => {
    const { files } = await folderSite(built, "");
    const page = String(files.get("404.html"));
    const cut = new Map([...files].filter(([path]) => !path.endsWith(".js")));
    cut.set("404.html", Buffer.from(page.slice(0, page.length / 2)));
    const findings = await checkLinks(await visitSite(exportSite(cut)));
    expect(findings).toContainEqual(
      expect.objectContaining({ where: "the not-found page", message: "It is missing or cut off." }),
    );
    expect(findings).toContainEqual(
      expect.objectContaining({ message: expect.stringMatching(/\.js, which is not there\.$/u) }),
    );
  });

  it("exits with 1 if something is wrong, and says what to do about it", async () => {
    const { files } = await folderSite(built, "");
    for (const [path, content] of files) {
      if (path === "og.png") continue;
      await mkdir(dirname(join(folder, "export", path)), { recursive: true });
      await writeFile(join(folder, "export", path), content);
    }
    const outcome = await cli(["check", "site", "export", "--no-browser", "--json"], { folder });
    expect(outcome).toMatchObject({ code: 1, err: "error: 1 thing is wrong.\n" });
    expect(JSON.parse(outcome.out)).toEqual({
      ok: false,
      target: "export",
      findings: expect.arrayContaining([
        { check: "metadata", level: "ok", message: expect.any(String) },
        {
          check: "links",
          level: "wrong",
          where: "the page",
          message: "It needs /og.png, which is not there.",
          remedy: expect.any(String),
        },
      ]),
    });
    expect((await cli(["check", "site", "export", "--no-browser"], { folder })).out).toMatch(
      /^WRONG +links +the page: It needs \/og\.png, which is not there\.\n +→ Build/u,
    );
  });

  it.each([
    [
      ["check", "site", "your.site"],
      2,
      /^error: There is no folder .*your\.site\.\nGive a folder that npm run build has written, or an address that begins with https:\/\/\n$/u,
    ],
    [["check", "site", "http://"], 2, /^error: http:\/\/ is not an address\.\n$/u],
    [["check", "site", "http://127.0.0.1:9"], 4, /^error: http:\/\/127\.0\.0\.1:9\/ does not answer: /u],
  ])("ends %s with %i", async (argv, code, err) => {
    expect(await cli(argv, { folder })).toEqual({ code, out: "", err: expect.stringMatching(err) });
  });
});
