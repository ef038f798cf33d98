import { createHash } from "node:crypto";
import { type Finding, findingsOn } from "../finding.ts";
import { inlineTexts } from "./html.ts";
import type { Page, Visit } from "./visit.ts";

const { unknown, wrong } = findingsOn("policy");

const rebuild = "Run npm run build, and publish pages and host files of the same build alone (docs/deploy.md).";
const send = "Have the host send the headers of the export: docs/deploy.md.";

/** A Content-Security-Policy (CSP level 3) as its directives' source lists. */
type Policy = ReadonlyMap<string, string[]>;

/** The policies of a page, all of which a browser obeys: each header is one, and so is each part of a header between commas. */
const policiesOf = ({ answer }: Page): Policy[] =>
  (answer.headers.get("content-security-policy") ?? "")
    .split(",")
    .filter((policy) => policy.trim() !== "")
    .map(
      (policy) =>
        new Map(
          policy.split(";").map((directive) => {
            const [name = "", ...sources] = directive.trim().split(/\s+/u);
            return [name.toLowerCase(), sources];
          }),
        ),
    );

/** What a policy allows by the first of these directives that it has; undefined if it forbids nothing of that kind. */
const sourcesOf = (policy: Policy, ...names: string[]): string[] | undefined =>
  names.map((name) => policy.get(name)).find((sources) => sources) ?? policy.get("default-src");

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Whether source expressions allow calls to an origin from a page of `own`; of the kinds that a policy of ours or of a host has. */
const allowsOrigin = (sources: readonly string[], origin: string, own: string): boolean =>
  sources.some(
    (source) =>
      source === "*" ||
      source === origin ||
      source === new URL(origin).protocol ||
      (source === "'self'" && origin === own) ||
      (source.startsWith("https://*.") && origin.endsWith(source.slice("https://*".length))),
  );

/** The headers of the build are delivered: they allow each page's own inline scripts and styles and its form backend, and no others. */
export async function checkPolicy({ site, landing, notFound, backends }: Visit): Promise<Finding[]> {
  if (landing.answer.headers.get("server") === "GitHub.com")
    return [
      unknown(
        landing.name,
        "GitHub Pages sends no Content-Security-Policy.",
        "Put a proxy in front of it if you want one.",
      ),
    ];
  const { origin } = site.address;
  const refused = policiesOf(landing).flatMap((policy) => {
    const sources = sourcesOf(policy, "connect-src");
    return backends.filter((backend) => sources && !allowsOrigin(sources, backend, origin));
  });
  return [
    ...[landing, notFound].flatMap(pageFindings),
    ...refused.map((backend) => wrong(landing.name, `Its policy keeps the forms from ${backend}.`, rebuild)),
  ];
}

function pageFindings(page: Page): Finding[] {
  const policies = policiesOf(page);
  if (policies.length === 0) return [wrong(page.name, "It comes without a Content-Security-Policy.", send)];
  const findings: Finding[] = [];
  for (const tag of ["script", "style"] as const) {
    const all = policies.map((policy) => sourcesOf(policy, `${tag}-src-elem`, `${tag}-src`) ?? ["*"]);
    if (all.every((sources) => isOpen(sources)))
      findings.push(wrong(page.name, `Its policy allows every ${tag}.`, rebuild));
    const refused = inlineTexts(page.elements, tag).filter((text) =>
      all.some((sources) => !isOpen(sources) && !sources.includes(hashOf(text))),
    );
    for (const text of refused)
      findings.push(
        wrong(
          page.name,
          `Its policy refuses its inline ${tag} "${text.trim().slice(0, 40)}…", ${hashOf(text)}.`,
          rebuild,
        ),
      );
  }
  // The first of several counts (WHATWG Fetch, section 3.6).
  if (!/^nosniff\s*(?:,|$)/iu.test(page.answer.headers.get("x-content-type-options") ?? ""))
    findings.push(wrong(page.name, "Browsers may guess its type: x-content-type-options is missing.", send));
  return findings;
}

/** Whether sources allow every inline script; a hash or nonce makes browsers ignore `'unsafe-inline'` (CSP level 3, section 6.7.3.2). */
const isOpen = (sources: readonly string[]): boolean =>
  sources.includes("*") ||
  (sources.includes("'unsafe-inline'") &&
    !sources.some((source) => /^'(?:sha\d+-|nonce-|strict-dynamic)/u.test(source)));
