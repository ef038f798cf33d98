import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Finding } from "../finding.ts";
import { exportSite } from "./answers/folder.ts";
import type { Answer, Site } from "./answers/site.ts";
import { type Visit, visitSite } from "./visit/visit.ts";

/** Texts of an export by path. */
export type Files = Record<string, string>;

const home = "https://shop.example/";
const description = "A small export with everything in its place, for checks to find nothing in.";
const style = "body{margin:0}";
const head = "document.documentElement.lang='en'";
const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const page = (title: string, more: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><meta name="description" content="${description}"><link rel="icon" href="/icon.svg">${more}<style>${style}</style></head><body><h1>${title}</h1>${body}</body></html>`;

const graph = {
  "@context": "https://schema.org",
  "@graph": [
    { "@type": "Organization", "@id": `${home}#us`, name: "Shop", url: home, email: "us@shop.example" },
    { "@type": "WebSite", name: "Shop", url: home, publisher: { "@id": `${home}#us` } },
  ],
};

const card = ["title", "type", "description"].map((name) => `<meta property="og:${name}" content="${name}">`).join("");

/** An export without any fault. */
const sound: Files = {
  "index.html": page(
    "A sound landing page",
    `<script>${head}</script><link rel="canonical" href="${home}"><meta property="og:url" content="${home}"><meta property="og:image" content="${home}og.png">${card}<script type="application/ld+json">${JSON.stringify(graph)}</script><script type="module" async src="/assets/entry-12345678.js"></script>`,
    '<a href="#form">Form</a><form id="form"><input type="email"></form>',
  ),
  "404.html": page("A sound not-found page", '<meta name="robots" content="noindex">', '<a href="/#form">Home</a>'),
  "assets/entry-12345678.js": "const start = () => import('./form-12345678.js'); addEventListener('load', start);",
  "assets/form-12345678.js":
    "import { a } from './react-12345678.js'; new Worker(new URL('/assets/worker-12345678.js', import.meta.url)); export const b = a;",
  "assets/react-12345678.js": "export const a = 1;",
  "assets/worker-12345678.js": "onmessage = () => {};",
  "icon.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
  "og.png": "",
  "robots.txt": `User-agent: *\nAllow: /\n\nSitemap: ${home}sitemap.xml\n`,
  "sitemap.xml": `<?xml version="1.0"?><urlset><url><loc>${home}</loc></url></urlset>`,
  _headers: `/*\n  content-security-policy: default-src 'none'; script-src 'self' ${hash(head)}; style-src ${hash(style)}\n`,
};

/** Hashed files are cached for good by name: with a splat, some hosts would send the header with missing files too. */
const kept = Object.keys(sound).filter((path) => path.startsWith("assets/"));
sound["_headers"] += kept.map((path) => `\n/${path}\n  cache-control: public, max-age=31536000, immutable\n`).join("");

const isText = (path: string): boolean => /\.(?:html|js|svg|txt|xml)$/u.test(path);

/** The sound export with one planted fault: a changed file, or a removed one where `change` returns undefined. */
export function plantedSite(path?: string, change?: (text: string) => string | undefined): Site {
  const files = new Map<string, Uint8Array>();
  for (const [name, text] of Object.entries(path === undefined || path in sound ? sound : { ...sound, [path]: "" })) {
    const content = name === path ? change?.(text) : text;
    if (content === undefined) continue;
    const bytes = Buffer.from(content);
    files.set(name, bytes);
    if (isText(name)) files.set(`${name}.br`, brotliCompressSync(bytes)).set(`${name}.gz`, gzipSync(bytes));
  }
  return exportSite(files);
}

/** The findings of a check in the sound export with one planted fault. */
export async function findingsWith(
  check: (visit: Visit) => Promise<Finding[]>,
  path?: string,
  change?: (text: string) => string | undefined,
): Promise<Finding[]> {
  return check(await visitSite(plantedSite(path, change)));
}

/** The sound export as a live host serves it, with its answers changed by `change`. */
export function liveSiteWith(
  change: (answer: Answer) => Partial<Answer> | undefined = () => undefined,
  address?: URL,
): Site {
  const site = plantedSite();
  const served = address ?? site.address;
  return {
    address: served,
    live: true,
    files: new Map(),
    get: async (asked) => {
      // As most hosts do, it redirects whoever asks without encryption.
      const url = new URL(asked.host === served.host ? asked.href.replace(/^\w+:/u, served.protocol) : asked);
      const answer = await site.get(
        url.href.startsWith(served.href) ? new URL(url.href.slice(served.href.length), site.address) : url,
      );
      answer.headers.set("strict-transport-security", "max-age=31536000");
      answer.headers.set("x-content-type-options", "nosniff");
      answer.headers.set("content-encoding", "br");
      if (!answer.headers.has("cache-control")) answer.headers.set("cache-control", "max-age=0, must-revalidate");
      return { ...answer, url, ...change({ ...answer, url }) };
    },
  };
}
