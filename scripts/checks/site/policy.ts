import { createHash } from "node:crypto";
import { type Finding, unknown, wrong } from "../finding.ts";
import type { Page, Visit } from "./visit.ts";

const rebuild = "Run npm run build, and publish pages and host files of the same build alone (docs/deploy.md).";
const send = "Have the host send the headers of the export: docs/deploy.md.";

/** The source lists of a page's Content-Security-Policy (CSP level 3) by directive; undefined where it has none. */
function policyOf({ headers }: Page): ReadonlyMap<string, string[]> | undefined {
  const policy = headers.get("content-security-policy");
  if (policy === null) return undefined;
  return new Map(
    policy.split(";").map((directive) => {
      const [name = "", ...sources] = directive.trim().split(/\s+/u);
      return [name.toLowerCase(), sources];
    }),
  );
}

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The inline scripts or styles of a page. JSON-LD and other data blocks are not scripts. */
const inlineTexts = ({ elements }: Page, tag: "script" | "style"): string[] =>
  elements
    .filter(
      ({ name, attributes: { src, type = "" } }) =>
        name === tag && (tag === "style" || (src === undefined && ["", "module", "text/javascript"].includes(type))),
    )
    .map(({ text }) => text);

/** The headers of the build are delivered: they allow each page's own inline scripts and styles and its form backend, and no others. */
export async function checkPolicy({ site, landing, notFound, backends }: Visit): Promise<Finding[]> {
  if (landing.headers.get("server") === "GitHub.com") {
    const proxy = "Put a proxy in front of it if you want one.";
    return [unknown("policy", "GitHub Pages sends no Content-Security-Policy.", proxy)];
  }
  const policy = policyOf(landing);
  const calls = policy?.get("connect-src") ?? policy?.get("default-src") ?? ["*"];
  const refused = backends.filter(
    (backend) =>
      !calls.some((source) => source === (backend === site.address.origin ? "'self'" : backend) || source === "*"),
  );
  return [
    ...[landing, notFound].flatMap(pageFindings),
    ...refused.map((backend) => wrong("policy", `The page's policy keeps the forms from ${backend}.`, rebuild)),
  ];
}

function pageFindings(page: Page): Finding[] {
  const policy = policyOf(page);
  if (!policy) return [wrong("policy", `${page.name} comes without a Content-Security-Policy.`, send)];
  const findings: Finding[] = [];
  for (const tag of ["script", "style"] as const) {
    const sources = policy.get(`${tag}-src`) ?? policy.get("default-src") ?? ["*"];
    const hashes = sources.filter((source) => source.startsWith("'sha256-"));
    // A hash makes browsers ignore 'unsafe-inline' (CSP level 3, section 6.7.3.2).
    if (sources.includes("*") || (sources.includes("'unsafe-inline'") && hashes.length === 0))
      findings.push(wrong("policy", `The policy of ${page.name} allows every ${tag}.`, rebuild));
    else
      for (const text of inlineTexts(page, tag).filter((inline) => !hashes.includes(hashOf(inline))))
        findings.push(
          wrong(
            "policy",
            `The policy of ${page.name} refuses its inline ${tag} "${text.trim().slice(0, 40)}…", ${hashOf(text)}.`,
            rebuild,
          ),
        );
  }
  if (page.headers.get("x-content-type-options") !== "nosniff")
    findings.push(
      wrong("policy", `Browsers may guess the type of ${page.name}: x-content-type-options is missing.`, send),
    );
  return findings;
}
