import { expect, it } from "vitest";
import { exportSite } from "./folder.ts";
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
