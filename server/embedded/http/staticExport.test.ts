import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { serve } from "./serve.ts";
import { serveExport } from "./staticExport.ts";

describe("serveExport", () => {
  let dist: string;
  beforeEach(async () => {
    dist = await mkdtemp(join(tmpdir(), "keelbook-export-"));
    await mkdir(join(dist, "client", "assets", "chunks"), { recursive: true });
    const write = (name: string, text: string) => writeFile(join(dist, "client", name), text);
    await Promise.all([
      write("index.html", "<h1>Home</h1>"),
      write("index.html.br", "compressed home"),
      write("404.html", "<h1>Nothing</h1>"),
      write("404.html.br", "compressed nothing"),
      write("assets/a.1234.js", "run()"),
      write("assets/chunks/b.1234.js", "export {}"),
    ]);
  });
  afterEach(() => rm(dist, { recursive: true, force: true }));

  const built = async (base: string): Promise<Hono> => {
    const table = {
      base,
      everywhere: { "x-everywhere": "1" },
      documents: { "x-document": "1" },
      assets: { "cache-control": "immutable" },
      pages: { "cache-control": "no-cache" },
    };
    await writeFile(join(dist, "headers.json"), JSON.stringify(table));
    return serveExport(join(dist, "client"));
  };
  const get = async (app: Hono, path: string, headers: Record<string, string> = {}) => {
    const response = await app.request(path, { headers });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };

  it("gives the ready-made compression to whoever takes it, and says that the answer varies", async () => {
    const app = await built("/");
    const plain = await get(app, "/");
    const compressed = await get(app, "/", { "accept-encoding": "gzip, br" });
    expect([plain.text, plain.headers.get("content-encoding"), plain.headers.get("vary")]).toEqual([
      "<h1>Home</h1>",
      null,
      "Accept-Encoding",
    ]);
    expect([compressed.text, compressed.headers.get("content-encoding"), compressed.headers.get("vary")]).toEqual([
      "compressed home",
      "br",
      "Accept-Encoding",
    ]);
  });

  it("compresses the not-found page too", async () => {
    const app = await built("/");
    const answer = await get(app, "/nowhere", { "accept-encoding": "gzip, br" });
    expect([answer.status, answer.text, answer.headers.get("content-encoding")]).toEqual([
      404,
      "compressed nothing",
      "br",
    ]);
  });

  it("caches hashed assets and nothing else for long", async () => {
    const app = await built("/");
    expect((await get(app, "/assets/a.1234.js")).headers.get("cache-control")).toBe("immutable");
    expect((await get(app, "/assets/gone.js")).headers.get("cache-control")).toBe("no-cache");
    expect((await get(app, "/")).headers.get("x-everywhere")).toBe("1");
  });

  it("sends with a chunk, which is no document and no worker, only what counts there", async () => {
    const app = await built("/");
    const names = async (path: string) => [...(await get(app, path)).headers.keys()].toSorted();
    const sent = ["cache-control", "content-length", "content-type", "vary", "x-everywhere"];
    expect(await names("/assets/chunks/b.1234.js")).toEqual(sent);
    expect(await names("/assets/a.1234.js")).toEqual([...sent, "x-document"].toSorted());
    expect(await names("/")).toEqual([...sent, "etag", "x-document"].toSorted());
    expect(await names("/assets/chunks/gone.js")).toContain("x-document");
  });

  it.each(["bytes=0-3", "bytes=a-b", "bytes=5-2", "bytes=0-1,3-4"])(
    "answers with the whole page to who asks for a part: %s",
    async (range) => {
      const app = await built("/");
      const whole = await get(app, "/");
      const part = await get(app, "/", { range, "if-range": '"of another build"' });
      expect([part.status, part.text]).toEqual([200, whole.text]);
      expect(part.headers.get("etag")).toBe(whole.headers.get("etag"));
    },
  );

  it("sends with the pages of a newer build the headers of that build, and the last ones while there are none", async () => {
    const app = await built("/");
    const file = join(dist, "headers.json");
    const table = await readFile(file, "utf8");
    await writeFile(file, table.replace('"x-document":"1"', '"x-document":"2"'));
    expect((await get(app, "/")).headers.get("x-document")).toBe("2");
    for (const none of [() => writeFile(file, "{"), () => rm(file)]) {
      await none();
      expect((await get(app, "/")).headers.get("x-document")).toBe("2");
    }
  });

  it("sends the assets of the export before, and nothing else of it, to pages that are still open", async () => {
    const former = join(dist, "export.old", "client");
    await mkdir(join(former, "assets", "chunks"), { recursive: true });
    await writeFile(join(former, "assets", "chunks", "former.js"), "former()");
    await writeFile(join(former, "assets", "chunks", "former.js.br"), "compressed former");
    await writeFile(join(former, "assets", "a.1234.js"), "another()");
    await writeFile(join(former, "former.html"), "<h1>Former</h1>");
    const app = await built("/promo/");
    const chunk = await get(app, "/promo/assets/chunks/former.js");
    expect(chunk).toMatchObject({ status: 200, text: "former()" });
    expect(chunk.headers.get("cache-control")).toBe("immutable");
    const compressed = await get(app, "/promo/assets/chunks/former.js", { "accept-encoding": "br" });
    expect(compressed.text).toBe("compressed former");
    expect((await get(app, "/promo/assets/a.1234.js")).text).toBe("run()");
    for (const path of ["/promo/former.html", "/assets/chunks/former.js", "/promo/export.old/client/former.html"])
      expect((await get(app, path)).status).toBe(404);
  });

  it("answers 304 to who has it already", async () => {
    const app = await built("/");
    const etag = (await get(app, "/")).headers.get("etag") ?? "";
    expect((await get(app, "/", { "if-none-match": etag })).status).toBe(304);
  });

  it("answers HEAD with the headers of GET, also to who has it already", async () => {
    const app = await built("/");
    const server = await serve((request) => app.fetch(request), { port: 0, host: "127.0.0.1" });
    onTestFinished(() => server.close());
    const ofConnection = new Set(["connection", "date", "keep-alive"]);
    const ask = async (method: string, path: string, headers: Record<string, string>) => {
      const answer = await fetch(server.url + path, { method, headers });
      await answer.body?.cancel();
      return [answer.status, ...[...answer.headers].filter(([name]) => !ofConnection.has(name))];
    };
    for (const path of ["/", "/nowhere", "/assets/a.1234.js", "/assets/gone.js"])
      for (const encoding of ["br", "identity"])
        for (const tag of ['"another"', "*"]) {
          const headers = { "accept-encoding": encoding, "if-none-match": tag };
          expect([path, ...(await ask("HEAD", path, headers))]).toEqual([path, ...(await ask("GET", path, headers))]);
        }
    const { headers } = await fetch(server.url, { method: "HEAD" });
    const known = { "if-none-match": headers.get("etag") ?? "" };
    expect((await fetch(server.url, { method: "HEAD", headers: known })).status).toBe(304);
  });

  it("answers the not-found page for the rest, above the folder too", async () => {
    const app = await built("/");
    const above = [
      "/../headers.json",
      "/%2e%2e/headers.json",
      "/..%2fheaders.json",
      "/assets/..%2f..%2f..%2fheaders.json",
    ];
    for (const path of ["/nowhere", ...above]) {
      expect(await get(app, path)).toMatchObject({ status: 404, text: "<h1>Nothing</h1>" });
    }
  });

  it("is read and not written to", async () => {
    const app = await built("/");
    for (const [method, path] of [
      ["POST", "/"],
      ["PUT", "/nowhere"],
      ["DELETE", "/assets/a.1234.js"],
    ] as const) {
      const answer = await app.request(path, { method });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
      expect(answer.headers.get("x-everywhere")).toBe("1");
    }
    expect((await app.request("/", { method: "HEAD" })).status).toBe(200);
  });

  it("serves an export under the base path it was built for", async () => {
    const app = await built("/promo/");
    const leadsTo = async (path: string) => (await get(app, path)).headers.get("location");
    for (const path of ["/", "/promo"]) {
      expect(await leadsTo(path)).toBe("/promo/");
      // A campaign's link, of which the form sends the source.
      expect(await leadsTo(`${path}?utm_source=may&ref=%C3%A4`)).toBe("/promo/?utm_source=may&ref=%C3%A4");
    }
    expect((await get(app, "/promo/")).text).toBe("<h1>Home</h1>");
    expect((await get(app, "/promo/assets/a.1234.js")).text).toBe("run()");
    expect((await get(app, "/assets/a.1234.js")).status).toBe(404);
  });
});
