import { createHash } from "node:crypto";
import { formsBasePath } from "../../../../server/contract/routes.ts";
import { type Finding, findingsOn } from "../../finding.ts";
import { inlineScripts } from "../answers/html.ts";
import { allows, allowsInline, policiesOf, type Policy, sourcesOf } from "../answers/policies.ts";
import { isFromGitHubPages } from "../answers/site.ts";
import { backendsOf } from "../visit/backend.ts";
import type { Page, Visit } from "../visit/visit.ts";

const { unknown, wrong } = findingsOn("policy");

const rebuild = "Run npm run build and publish pages and host files of the same build.";
const several =
  "Browsers obey each of several policies: have the host, and what is in front of it, send that of the same build alone (docs/deploy.md).";

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const inline = ({ elements }: Page, tag: "script" | "style"): string[] =>
  (tag === "style" ? elements.filter(({ name }) => name === tag) : inlineScripts(elements)).map(({ text }) => text);

const elementSources = (policy: Policy, tag: "script" | "style"): string[] | undefined =>
  sourcesOf(policy, `${tag}-src-elem`, `${tag}-src`);

/** The policies that are sent allow each page's own inline scripts and styles and its form backend, and no other scripts. */
export async function checkPolicy(visit: Visit): Promise<Finding[]> {
  const { site, pages, landing } = visit;
  if (isFromGitHubPages(landing.answer))
    return [
      unknown(
        landing.name,
        "GitHub Pages sends no Content-Security-Policy.",
        "Put a proxy in front of it if you want one.",
      ),
    ];
  const policies = policiesOf(landing.answer);
  const findings = [
    ...pages.flatMap((page) => pageFindings(page, site.live)),
    ...policies.flatMap((policy) => callFindings(policy, visit)),
  ];
  const used = new Set(pages.flatMap((page) => inline(page, "script").concat(inline(page, "style"))).map(hashOf));
  const allowed = new Set(policies.flatMap((policy) => Array.from(policy.values()).flat()));
  const stale = [...allowed].filter((source) => source.startsWith("'sha256-") && !used.has(source));
  if (stale.length > 0)
    findings.push(wrong("the policy", `It allows ${stale.join(", ")}, which no page has.`, rebuild));
  return policies.length > 1 ? findings.map((finding) => ({ ...finding, remedy: several })) : findings;
}

/** The page's forms call only what every policy lets them call. */
function callFindings(policy: Policy, visit: Visit): Finding[] {
  const sources = sourcesOf(policy, "connect-src");
  const { origin } = visit.site.address;
  const refused = backendsOf(visit).filter(
    (backend) => sources && !allows(sources, new URL(`${formsBasePath}/waitlist`, backend), origin),
  );
  return refused.map((backend) => wrong("the policy", `It keeps the forms from ${backend}.`, rebuild));
}

function pageFindings(page: Page, live: boolean): Finding[] {
  const policies = policiesOf(page.answer);
  if (policies.length === 0)
    return [
      wrong(
        page.name,
        "It comes without a Content-Security-Policy.",
        live
          ? "Have the host send the headers of the export: docs/deploy.md."
          : "Run npm run build: it writes _headers.",
      ),
    ];
  const open = (["script", "style"] as const).filter((tag) =>
    policies.every((policy) => {
      const sources = elementSources(policy, tag) ?? ["*"];
      return sources.includes("'unsafe-inline'") || sources.includes("*");
    }),
  );
  return [
    ...open.map((tag) => wrong("the policy", `It allows every ${tag}.`, rebuild)),
    ...policies.flatMap((policy) => refusals(page, policy)),
  ];
}

/** What one policy refuses of a page. */
function refusals(page: Page, policy: Policy): Finding[] {
  const findings: Finding[] = [];
  for (const tag of ["script", "style"] as const) {
    const sources = elementSources(policy, tag);
    const refused = sources ? inline(page, tag).filter((text) => !allowsInline(sources, hashOf(text))) : [];
    for (const text of refused) {
      const start = text.trim().slice(0, 40);
      findings.push(wrong(page.name, `The policy refuses its inline ${tag} "${start}…", ${hashOf(text)}.`, rebuild));
    }
  }
  const scripts = elementSources(policy, "script");
  const styles = sourcesOf(policy, "style-src-attr", "style-src");
  for (const { name, attributes } of page.elements) {
    const src = name === "script" ? attributes["src"] : undefined;
    // What is no address is found among the links.
    const url = src !== undefined && URL.canParse(src, page.url.href) ? new URL(src, page.url) : undefined;
    if (url && scripts && !allows(scripts, url, page.url.origin))
      findings.push(wrong(page.name, `The policy refuses its script ${url.href}.`, rebuild));
    const handler = Object.keys(attributes).find((attribute) => /^on[a-z]+$/u.test(attribute));
    if (handler && scripts)
      findings.push(wrong(page.name, `The policy refuses ${handler} on <${name}>.`, "Listen in a script instead."));
    if (attributes["style"] !== undefined && styles && !styles.includes("'unsafe-inline'"))
      findings.push(wrong(page.name, `The policy refuses the style attribute of <${name}>.`, "Use a class instead."));
  }
  return findings;
}
