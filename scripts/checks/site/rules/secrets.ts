import { type Finding, findingsOn } from "../../finding.ts";
import { pathOf, textOf } from "../answers/site.ts";
import type { Visit } from "../visit/visit.ts";

const { wrong } = findingsOn("secrets");

const revoke = "Revoke it, since any visitor may have it; then build without it.";

const secrets: { name: string; pattern: RegExp }[] = [
  { name: "a secret key of Supabase", pattern: /\bsb_secret_[\w-]{16,}/u },
  { name: "an access token of Supabase", pattern: /\bsbp_[0-9a-f]{40}\b/u },
  { name: "a private key", pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/u },
  {
    name: "an address with a password in it",
    pattern: /\b(?:postgres(?:ql)?|smtps?|https?):\/\/[^\s:/@"'`$]+:[^\s/@"'`$]+@[\w.-]+/u,
  },
];

const jwt = /\beyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+/gu;

/** Whether a JSON Web Token belongs to a role that bypasses row level security. */
const isServiceRole = (payload: string): boolean =>
  /"role"\s*:\s*"(?:service_role|supabase_admin|postgres)"/u.test(Buffer.from(payload, "base64url").toString());

function secretsIn(text: string): string[] {
  const found = secrets.filter(({ pattern }) => pattern.test(text)).map(({ name }) => name);
  return [...text.matchAll(jwt)].some(([, payload = ""]) => isServiceRole(payload))
    ? [...found, "a key of the service role"]
    : found;
}

/** Paths that attackers try first on any site. */
const tried = [".env", ".git/HEAD", ".DS_Store", ".vite/manifest.json"];

/** No source map, no secret and no file of the development tools is published. Findings never repeat a secret. */
export async function checkSecrets(visit: Visit): Promise<Finding[]> {
  const { site, answers } = visit;
  const files = site.live
    ? Array.from(answers.values(), ({ url, body }) => ({ path: pathOf(site, url), body }))
    : Array.from(site.files, ([path, body]) => ({ path: `/${path}`, body })).filter(
        ({ path }) => !/\.(?:br|gz)$/u.test(path),
      );
  return [
    ...files.flatMap(({ path, body }) => contentFindings(path, textOf(body))),
    ...(site.live
      ? await published(visit)
      : files.filter(({ path }) => isWorkshop(path)).map(({ path }) => stray(path))),
  ];
}

function contentFindings(path: string, text: string): Finding[] {
  const found = secretsIn(text).map((name) => wrong(path, `It holds ${name}.`, revoke));
  return /^\/\/[#@] sourceMappingURL=/mu.test(text)
    ? [...found, wrong(path, "It names a source map.", "Build with build.sourcemap off.")]
    : found;
}

const isWorkshop = (path: string): boolean => /\.map$|\/\.(?!nojekyll$|well-known\/)|\.tsx?$/u.test(path);
const stray = (path: string): Finding =>
  wrong(
    path,
    "It is not part of the site, and anyone can read it.",
    "Remove it; publish the folder dist/client and nothing else.",
  );

/** A host that answers every address, with its page or with a redirect to it, publishes nothing by that. */
async function published({ site, answers, notFound }: Visit): Promise<Finding[]> {
  const maps = Array.from(answers.keys())
    .filter((href) => href.endsWith(".js"))
    .map((href) => new URL(`${href}.map`));
  const urls = [...tried.map((path) => new URL(path, site.address)), ...maps];
  const found = await Promise.all(urls.map(async (url) => ({ url, answer: await site.get(url) })));
  const anything = textOf(notFound.answer.body);
  return found
    .filter(({ answer: { status, redirects, body } }) => status === 200 && redirects === 0 && textOf(body) !== anything)
    .map(({ url }) => stray(pathOf(site, url)));
}
