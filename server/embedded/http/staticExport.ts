import { access } from "node:fs/promises";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { etag } from "hono/etag";
import { headersFor, isAsset, readSiteHeaders } from "../../hosting/siteHeaders.ts";
import { StackError } from "../errors/stackError.ts";

const readMethods = ["GET", "HEAD"];

/**
 * Serves the static export as any static host would: precompressed files, `404.html` for unknown paths, and the
 * headers of the table that the build wrote beside it, under the base path it was built for.
 * @throws StackError when the export has not been built.
 */
export async function serveExport(folder: string): Promise<Hono> {
  const [headers] = await Promise.all([
    readSiteHeaders(join(folder, "..", "headers.json")),
    access(join(folder, "404.html")),
  ]).catch((cause: unknown) => {
    throw new StackError(`There is no build in ${folder}. Build it first: npm run build`, { cause });
  });
  const app = new Hono();
  const { base } = headers;
  const notFoundPage = serveStatic({ root: folder, path: "404.html", precompressed: true });
  const tagged = etag();
  app.use((c, next) => {
    // A range may be ignored (RFC 9110 section 14.2): the tag is of what is sent, and a part would be joined to one of another build.
    c.req.raw.headers.delete("range");
    return next();
  });
  // Assets need no ETag: one that changes gets another name.
  app.use(async (c, next) => (isAsset(headers, c.req.path) ? next() : tagged(c, next)));
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headersFor(headers, c.req.path, c.res.status !== 404)))
      c.header(name, value);
    // Also where nothing was compressed: a shared cache must not give that answer to everyone.
    c.header("vary", "Accept-Encoding");
    // The time of the build says nothing: conditional requests go by the ETag (RFC 9110 section 13.2.2).
    c.header("last-modified", undefined);
  });
  app.use(async (c, next) =>
    readMethods.includes(c.req.method) ? next() : c.body(null, 405, { allow: readMethods.join(", ") }),
  );
  if (base !== "/") app.get("/", (c) => c.redirect(base));
  app.use(
    `${base}*`,
    serveStatic({ root: folder, precompressed: true, rewriteRequestPath: (path) => path.slice(base.length - 1) }),
  );
  app.use(async (c, next) => {
    const page = await notFoundPage(c, next);
    return page && new Response(page.body, { status: 404, headers: page.headers });
  });
  return app;
}
