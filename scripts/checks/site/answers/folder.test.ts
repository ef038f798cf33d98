import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { exportSite, folderSite } from "./folder.ts";
import { textOf } from "./site.ts";

it.each([
  ["", "landing", 200],
  ["terms/", "terms", 200],
  ["terms", "terms", 200],
  ["terms/index.html", "terms", 200],
  ["privacy/", "missing", 404],
  ["404.html", "missing", 404],
])("serves the page of a folder as hosts do: /%s", async (path, text, status) => {
  const pages = { "index.html": "landing", "terms/index.html": "terms", "404.html": "missing" };
  const site = exportSite(new Map(Object.entries(pages).map(([name, page]) => [name, Buffer.from(page)])));
  const answer = await site.get(new URL(path, site.address));
  expect([textOf(answer.body), answer.status, answer.headers.get("content-type")]).toEqual([
    text,
    status,
    "text/html; charset=utf-8",
  ]);
});

it("takes what Vercel's tool writes into the folder, and does not upload, for no part of the export", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-export-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, ".vercel"));
  for (const file of ["index.html", ".nojekyll", ".gitignore", ".vercel/project.json", ".vercel/README.txt"])
    await writeFile(join(folder, file), "");
  expect([...(await folderSite(folder, "")).files.keys()].sort()).toEqual([".nojekyll", "index.html"]);
});
