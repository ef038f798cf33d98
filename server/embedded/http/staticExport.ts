import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { etag } from "hono/etag";
import { StackError } from "../stackError.ts";

/** Hashed file names never change their content. */
const immutable = "public, max-age=31536000, immutable";
const revalidate = "public, max-age=0, must-revalidate";

/**
 * Serves the static export as any static host would: precompressed files, `404.html` for unknown paths, long caching
 * for hashed assets only.
 * @throws StackError when the export has not been built.
 */
export async function serveExport(folder: string): Promise<Hono> {
  const notFoundPage = await readFile(join(folder, "404.html"), "utf8").catch((cause: unknown) => {
    throw new StackError(`There is no build in ${folder}. Build it first: npm run build`, { cause });
  });
  const app = new Hono();
  app.use(etag());
  app.use(async (c, next) => {
    await next();
    c.header("x-content-type-options", "nosniff");
    c.header("referrer-policy", "strict-origin-when-cross-origin");
    if (c.res.ok) c.header("cache-control", c.req.path.startsWith("/assets/") ? immutable : revalidate);
  });
  app.use(serveStatic({ root: folder, precompressed: true }));
  app.all("*", (c) => c.html(notFoundPage, 404, { "cache-control": revalidate }));
  return app;
}
