import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { serveExport } from "./static.ts";

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

  it("serves pages and the not-found page with the ready-made compression to browsers that take it", async () => {
    const app = await built("/");
    for (const [path, status, plain, compressed] of [
      ["/", 200, "<h1>Home</h1>", "compressed home"],
      ["/nowhere", 404, "<h1>Nothing</h1>", "compressed nothing"],
    ] as const) {
      const answers = [await get(app, path), await get(app, path, { "accept-encoding": "gzip, br" })];
      expect(answers.map(({ text }) => text)).toEqual([plain, compressed]);
      expect(answers.map(({ headers }) => headers.get("content-encoding"))).toEqual([null, "br"]);
      for (const answer of answers)
        expect([answer.status, answer.headers.get("vary")]).toEqual([status, "Accept-Encoding"]);
    }
  });

  it("caches hashed assets and nothing else for long", async () => {
    const app = await built("/");
    expect((await get(app, "/assets/a.1234.js")).headers.get("cache-control")).toBe("immutable");
    expect((await get(app, "/assets/gone.js")).headers.get("cache-control")).toBe("no-cache");
    expect((await get(app, "/")).headers.get("x-everywhere")).toBe("1");
  });

  it("answers a request for a part with the whole page, and one for a page that has not changed with 304", async () => {
    const app = await built("/");
    const whole = await get(app, "/");
    const etag = whole.headers.get("etag") ?? "";
    const part = await get(app, "/", { range: "bytes=0-3", "if-range": '"of another build"' });
    expect([part.status, part.text, part.headers.get("etag")]).toEqual([200, whole.text, etag]);
    expect((await get(app, "/", { "if-none-match": etag })).status).toBe(304);
    for (const [path, status] of [
      ["/", 200],
      ["/assets/gone.js", 404],
    ] as const)
      expect((await app.request(path, { method: "HEAD" })).status).toBe(status);
  });

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

  it("answers the not-found page for the rest, above the folder too", async () => {
    const app = await built("/");
    const above = ["/../headers.json", "/%2e%2e/headers.json", "/assets/..%2f..%2f..%2fheaders.json"];
    for (const path of ["/nowhere", ...above]) {
      expect(await get(app, path)).toMatchObject({ status: 404, text: "<h1>Nothing</h1>" });
    }
  });

  it("is read and not written to", async () => {
    const app = await built("/");
    for (const path of ["/", "/nowhere", "/assets/a.1234.js"]) {
      const answer = await app.request(path, { method: "POST" });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    }
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
