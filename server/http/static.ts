import { access } from "node:fs/promises";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { etag } from "hono/etag";
import { formerExport, headersFor, isAsset, readSiteHeaders } from "./siteHeaders.ts";
import { StackError } from "../embedded/errors/stackError.ts";

const readMethods = ["GET", "HEAD"];

/**
 * Serves the static export like any static host: precompressed files, `404.html` for unknown paths, and the headers that the
 * newest build wrote beside it, under its base path. Also serves the assets of the export before.
 * @throws StackError if the export has not been built.
 */
export async function serveExport(folder: string): Promise<Hono> {
  const file = join(folder, "..", "headers.json");
  let [headers] = await Promise.all([readSiteHeaders(file), access(join(folder, "404.html"))]).catch(
    (cause: unknown) => {
      throw new StackError(`There is no build in ${folder}. Build it first: npm run build`, { cause });
    },
  );
  const app = new Hono();
  const { base } = headers;
  const notFoundPage = serveStatic({ root: folder, path: "404.html", precompressed: true });
  const tagged = etag();
  app.use((c, next) => {
    // Ranges are ignored (RFC 9110 section 14.2): a client might combine parts of two builds.
    c.req.raw.headers.delete("range");
    return next();
  });
  // Assets need no ETag, as a changed one gets another name.
  app.use(async (c, next) => (isAsset(headers, c.req.path) ? next() : tagged(c, next)));
  app.use(async (c, next) => {
    await next();
    // Pages of a newer build need the policy of that build, as any other forbids their scripts.
    if (!isAsset(headers, c.req.path)) headers = await readSiteHeaders(file).catch(() => headers);
    for (const [name, value] of Object.entries(headersFor(headers, c.req.path, c.res.status !== 404)))
      c.header(name, value);
    // Uncompressed answers have it, too, as a shared cache must not send them to everyone.
    c.header("vary", "Accept-Encoding");
    // No Last-Modified, as the time of the build means nothing: conditional requests use the ETag (RFC 9110 section 13.2.2).
    c.header("last-modified", undefined);
  });
  app.use(async (c, next) =>
    readMethods.includes(c.req.method) ? next() : c.body(null, 405, { allow: readMethods.join(", ") }),
  );
  if (base !== "/")
    for (const path of ["/", base.slice(0, -1)]) app.get(path, (c) => c.redirect(base + new URL(c.req.url).search));
  app.use(
    `${base}*`,
    serveStatic({ root: folder, precompressed: true, rewriteRequestPath: (path) => path.slice(base.length - 1) }),
  );
  // The root is the folder that holds both exports, because there is no former one at first.
  const beside = (path: string) => `/${formerExport}/client/${path.slice(base.length)}`;
  app.use(
    `${base}assets/*`,
    serveStatic({ root: join(folder, ".."), precompressed: true, rewriteRequestPath: beside }),
  );
  app.use(async (c, next) => {
    const page = await notFoundPage(c, next);
    return page && new Response(page.body, { status: 404, headers: page.headers });
  });
  return app;
}
