import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { extname, join as joinPath } from "node:path/posix";
import { unescape } from "node:querystring";
import { filesBelow } from "../../../build/exportFiles.ts";
import { CliError } from "../../../cli/errors.ts";
import { linksOf, parseElements } from "./html.ts";
import { headerRules } from "./headerRules.ts";
import { isWebAddress, type Site, textOf } from "./site.ts";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".txt": "text/plain",
  ".xml": "application/xml",
};

/** Used as the address of an export whose landing page names none that a browser opens. */
const unknownAddress = "https://site.invalid/";

/**
 * An export as the simplest host would serve it: files by name, pages by their folder, headers by `_headers`, and `404.html` for
 * everything else.
 */
export function exportSite(files: ReadonlyMap<string, Uint8Array>): Site {
  const landing = parseElements(textOf(files.get("index.html") ?? new Uint8Array()));
  const [canonical = ""] = linksOf(landing, "canonical");
  const address = new URL(isWebAddress(canonical) ? canonical : unknownAddress);
  const headersOf = headerRules(textOf(files.get("_headers") ?? new Uint8Array()));
  return {
    address,
    live: false,
    files,
    get: async (url) => {
      const path = url.href.startsWith(address.href)
        ? unescape(url.pathname.slice(address.pathname.length))
        : "404.html";
      const name = [path, joinPath(path, "index.html")].find((candidate) => files.has(candidate)) ?? "404.html";
      const body = files.get(name) ?? new Uint8Array();
      const headers = headersOf(url.pathname);
      headers.set("content-type", types[extname(name)] ?? "application/octet-stream");
      return {
        url,
        status: files.has(name) && name !== "404.html" ? 200 : 404,
        headers,
        body,
        transferred: (files.get(`${name}.br`) ?? body).length,
        redirects: 0,
      };
    },
  };
}

/** `vercel deploy` links the folder that it uploads to a project by `.vercel`, and uploads neither that nor `.gitignore`. */
const isLink = (path: string): boolean => path === ".gitignore" || path.startsWith(".vercel/");

/**
 * Reads an export from disk.
 * @throws CliError `usage` with the hint when there is none.
 */
export async function folderSite(folder: string, hint: string): Promise<Site> {
  const paths = await filesBelow(folder).catch((cause: unknown) => {
    throw new CliError("usage", `There is no folder ${folder}.`, { cause, hint });
  });
  const exported = paths.filter((path) => !isLink(path));
  const files = new Map(
    await Promise.all(exported.map(async (path) => [path, await readFile(join(folder, path))] as const)),
  );
  if (!files.has("index.html")) throw new CliError("usage", `There is no index.html in ${folder}.`, { hint });
  return exportSite(files);
}
