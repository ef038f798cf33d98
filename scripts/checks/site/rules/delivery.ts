import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type Finding, findingsOn } from "../../finding.ts";
import { type Answer, isFromGitHubPages, pathOf, type Site } from "../answers/site.ts";
import type { Visit } from "../visit/visit.ts";

const { unknown, wrong } = findingsOn("delivery");

const year = 31_536_000;

/** Longest time that a page may be cached without revalidation, in s: what GitHub Pages sets, where nobody can change it. */
const longestStale = 600;

const hosting = "Have the host send the headers of the export: docs/deploy.md.";
/** Chunks are named by six characters of their hash alone (scripts/build/plugins/clientChunks.ts). */
const hashed = /(?:[.-][\w-]{8}|\/chunks\/[\w-]{6})\.\w+$/u;
const compressible = /^(?:text\/|application\/(?:javascript|json|xml)|image\/svg)/u;

const typesByName: Record<string, RegExp> = {
  // The header's encoding has precedence over the one that the page says.
  html: /^text\/html\s*(?:;\s*charset="?utf-?8"?\s*)?$/iu,
  js: /^(?:text|application)\/javascript/u,
  css: /^text\/css/u,
  svg: /^image\/svg\+xml/u,
  png: /^image\/png/u,
};

/** Hashed files are cached for good and pages are revalidated; texts are sent compressed, with the right type. */
export async function checkDelivery({ site, answers, notFound }: Visit): Promise<Finding[]> {
  const found = [...answers.values()].filter(({ status }) => status === 200);
  return [
    ...(found.some(isFromGitHubPages) ? [fixedHeaders(site)] : []),
    ...found.flatMap((answer) => cachingFindings(site, answer)),
    ...(await lossFindings(site, found)),
    ...(notFound.answer.status === 404
      ? []
      : [
          wrong(
            notFound.name,
            `A wrong address is answered with ${notFound.answer.status}, not 404.`,
            "Have the host serve 404.html for missing files: docs/deploy.md.",
          ),
        ]),
    ...(site.live
      ? [...found.flatMap((answer) => liveFindings(site, answer)), ...cachingFindings(site, notFound.answer)]
      : compressedFindings(site.files)),
  ];
}

const fixedHeaders = ({ address }: Site): Finding =>
  unknown(
    address.host,
    "GitHub Pages has everything cached for ten minutes, and lets browsers guess types.",
    "Use another host if that matters to you (docs/deploy.md).",
  );

/**
 * A page of the previous build, or one that was published before its files, requests files that are not there: the 404 must
 * not be cached for long, so that it can request them again.
 */
async function lossFindings(site: Site, found: readonly Answer[]): Promise<Finding[]> {
  const asset = found.find(({ url }) => hashed.test(url.pathname));
  if (!asset) return [];
  const lost = await site.get(new URL("no-such-file.js", asset.url));
  const { control, age } = caching(lost);
  if (lost.status === 200 || !(age > longestStale)) return [];
  return [
    wrong(
      pathOf(site, lost.url),
      `It does not exist, and that answer is cached for ${age} seconds (cache-control is ${control}): a browser that asks for a file too early does not get it later.`,
      hosting,
    ),
  ];
}

/** The cache-control header, and for how many seconds it lets an answer be cached. */
function caching({ headers }: Answer): { control: string | null; age: number } {
  const control = headers.get("cache-control");
  return { control, age: Number(/max-age=(\d+)/iu.exec(control ?? "")?.[1] ?? Number.NaN) };
}

function cachingFindings(site: Site, answer: Answer): Finding[] {
  const { url, headers } = answer;
  const { control, age } = caching(answer);
  if (hashed.test(url.pathname))
    return age >= year || isFromGitHubPages(answer)
      ? []
      : [
          wrong(
            pathOf(site, url),
            `Its name has a hash, yet it is not cached for a year: cache-control is ${control ?? "missing"}.`,
            hosting,
          ),
        ];
  const isPage = headers.get("content-type")?.startsWith("text/html");
  if (!isPage || !site.live || /no-cache|no-store/iu.test(control ?? "") || age <= longestStale) return [];
  return [wrong(pathOf(site, url), `Visitors may see an old page: cache-control is ${control ?? "missing"}.`, hosting)];
}

function liveFindings(site: Site, answer: Answer): Finding[] {
  const { url, headers, body } = answer;
  const path = pathOf(site, url);
  const type = headers.get("content-type") ?? "";
  const findings: Finding[] = [];
  const expected = typesByName[url.pathname.endsWith("/") ? "html" : (url.pathname.split(".").at(-1) ?? "")];
  if (expected && !expected.test(type))
    findings.push(wrong(path, `It is sent as ${type || "an unknown type"}.`, "Correct the content type at the host."));
  if (compressible.test(type) && body.length > 1000 && !headers.has("content-encoding"))
    findings.push(wrong(path, "It is sent uncompressed.", "Switch brotli on at the host: docs/deploy.md."));
  // The first of several counts (WHATWG Fetch, section 3.6).
  if (!/^nosniff\s*(?:,|$)/iu.test(headers.get("x-content-type-options") ?? "") && !isFromGitHubPages(answer))
    findings.push(wrong(path, "Browsers may guess its type: x-content-type-options is missing.", hosting));
  return findings;
}

/** Beside every text file are its compressed forms, brotli and gzip. */
function compressedFindings(files: Site["files"]): Finding[] {
  const texts = [...files].filter(([path]) => /\.(?:html|js|css|svg|txt|xml)$/u.test(path));
  return texts.flatMap(([path, content]) =>
    Object.entries({ br: brotliDecompressSync, gz: gunzipSync }).flatMap(([ending, unpack]) => {
      const packed = files.get(`${path}.${ending}`);
      if (packed && isSame(unpack, packed, content)) return [];
      return [
        wrong(
          `/${path}.${ending}`,
          packed ? `It is not a compressed copy of ${path}.` : "It is not there.",
          "Build again: npm run build",
        ),
      ];
    }),
  );
}

function isSame(unpack: (packed: Uint8Array) => Buffer, packed: Uint8Array, content: Uint8Array): boolean {
  try {
    return unpack(packed).equals(content);
  } catch {
    return false;
  }
}
