import { describe, expect, it } from "vitest";
import { findingsWith, liveSiteWith, plantedSite } from "../testkit.ts";
import { exportSite } from "../answers/folder.ts";
import type { Answer } from "../answers/site.ts";
import { visitSite } from "../visit/visit.ts";
import { checkDelivery } from "./delivery.ts";

const served = async (change: (answer: Answer) => Partial<Answer> | undefined) =>
  checkDelivery(await visitSite(liveSiteWith(change)));

function headers(answer: Answer, changes: Record<string, string | undefined>): Partial<Answer> {
  const changed = new Headers(answer.headers);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) changed.delete(name);
    else changed.set(name, value);
  }
  return { headers: changed };
}

const only = (path: string, changes: Record<string, string | undefined>) => (answer: Answer) =>
  answer.url.pathname === path ? headers(answer, changes) : undefined;

describe("delivery of an export", () => {
  it("finds hashed files that _headers does not keep for a year", async () => {
    const findings = await findingsWith(checkDelivery, "_headers", (text) => text.replaceAll("31536000", "60"));
    expect(findings).toHaveLength(4);
    expect(findings[0]?.message).toContain("is not cached for a year");
  });

  it("recognises the short names of chunks as hashes", async () => {
    const files = new Map(plantedSite().files);
    files.set("assets/entry-12345678.js", Buffer.from("import('./chunks/BG0Jiz.js')"));
    files.set("assets/chunks/BG0Jiz.js", Buffer.from("export const a = 1;"));
    expect(await checkDelivery(await visitSite(exportSite(files)))).toContainEqual(
      expect.objectContaining({
        where: "/assets/chunks/BG0Jiz.js",
        message: expect.stringContaining("is not cached for a year"),
      }),
    );
  });

  it("finds that a missing file would be cached as long as an existing one", async () => {
    const findings = await findingsWith(
      checkDelivery,
      "_headers",
      (text) => `${text}\n/assets/*\n  cache-control: public, max-age=31536000, immutable\n`,
    );
    expect(findings).toEqual([
      expect.objectContaining({
        level: "wrong",
        where: expect.stringMatching(/^\/assets\/no-such/u),
        message: expect.stringMatching(/^It does not exist, and that answer is cached/u),
      }),
    ]);
  });

  it("finds a compressed file that is missing, another one's, or broken", async () => {
    for (const change of [undefined, plantedSite().files.get("404.html.br"), Buffer.from("x")]) {
      const site = plantedSite();
      const files = new Map(site.files);
      files.delete("index.html.br");
      if (change) files.set("index.html.br", change);
      expect(await checkDelivery(await visitSite({ ...site, files }))).toEqual([
        expect.objectContaining({ level: "wrong", where: "/index.html.br" }),
      ]);
    }
  });
});

describe("delivery by a host", () => {
  it.each([
    ["an uncompressed page", only("/", { "content-encoding": undefined }), "/", /^It is sent uncompressed\.$/u],
    ["a page kept for a day", only("/", { "cache-control": "Max-Age=86400" }), "/", /^Visitors may see an old page/u],
    ["a page of no cache rule", only("/", { "cache-control": undefined }), "/", /cache-control is missing/u],
    [
      "a not-found page kept for a day",
      only("/no-such-page/here", { "cache-control": "max-age=86400" }),
      "/no-such-page/here",
      /^Visitors may see an old page/u,
    ],
    [
      "a script of the wrong type",
      only("/assets/entry-12345678.js", { "content-type": "text/plain" }),
      "/assets/entry-12345678.js",
      /^It is sent as text\/plain\.$/u,
    ],
    [
      "a page that browsers read in another encoding than its own",
      only("/", { "content-type": "text/html; charset=ISO-8859-1" }),
      "/",
      /^It is sent as text\/html; charset=ISO-8859-1\.$/u,
    ],
    [
      "a picture whose type may be guessed",
      only("/og.png", { "x-content-type-options": undefined }),
      "/og.png",
      /^Browsers may guess its type/u,
    ],
  ])("finds %s", async (_fault, change, where, message) => {
    expect(await served(change)).toEqual([
      expect.objectContaining({ level: "wrong", where, message: expect.stringMatching(message) }),
    ]);
  });

  it.each([
    ["the header of both host and export", "x-content-type-options", "nosniff, nosniff"],
    ["an encoding in other letters", "content-type", 'text/html;charset="UTF-8"'],
    ["another name of the encoding", "content-type", "text/html; charset=utf8"],
    ["a type without an encoding, which is in the page", "content-type", "text/html"],
    ["a page that is asked for again each time", "cache-control", "no-cache"],
    [
      "a directive in other letters, which is the same (RFC 9111 section 5.2)",
      "cache-control",
      "No-Cache, Max-Age=86400",
    ],
  ])("finds nothing wrong with %s", async (_what, name, value) => {
    expect(await served(only("/", { [name]: value }))).toEqual([]);
  });

  it("finds nothing wrong with a picture or a short text that is not compressed", async () => {
    for (const path of ["/og.png", "/robots.txt"])
      expect(await served(only(path, { "content-encoding": undefined }))).toEqual([]);
  });

  it("finds a wrong address that is answered as if it were right", async () => {
    expect(await served(({ url }) => (url.pathname.startsWith("/no-such") ? { status: 200 } : undefined))).toEqual([
      expect.objectContaining({ message: "A wrong address is answered with 200, not 404." }),
    ]);
  });

  it("says once what GitHub Pages does not do, which sends headers of its own to everything, under any domain", async () => {
    const fixed = { server: "GitHub.com", "cache-control": "max-age=600", "x-content-type-options": undefined };
    expect(await served((answer) => headers(answer, fixed))).toEqual([
      expect.objectContaining({ level: "unknown", message: expect.stringMatching(/^GitHub Pages/u) }),
    ]);
  });
});
