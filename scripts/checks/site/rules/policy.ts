import { createHash } from "node:crypto";
import { type Finding, findingsOn } from "../../finding.ts";
import { inlineScripts } from "../answers/html.ts";
import { isFromGitHubPages } from "../answers/site.ts";
import type { Page, Visit } from "../visit/visit.ts";

const { unknown, wrong } = findingsOn("policy");

const rebuild = "Run npm run build and publish pages and host files of the same build.";

/** A Content-Security-Policy (CSP level 3) as its directives' source lists. */
type Policy = Map<string, string[]>;

function parsePolicy(header: string): Policy {
  const directives = header.split(";").map((directive) => directive.trim().split(/\s+/u));
  return new Map(
    directives.flatMap(([name = "", ...sources]) => (name === "" ? [] : [[name.toLowerCase(), sources] as const])),
  );
}

const sourcesOf = (policy: Policy, ...names: string[]): string[] =>
  names.map((name) => policy.get(name)).find((sources) => sources) ?? policy.get("default-src") ?? ["*"];
const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const inline = ({ elements }: Page, tag: "script" | "style"): string[] =>
  (tag === "style" ? elements.filter(({ name }) => name === tag) : inlineScripts(elements)).map(({ text }) => text);

/** The policy that is sent allows each page's own inline scripts and styles, and no others. */
export async function checkPolicy({ site, pages, landing }: Visit): Promise<Finding[]> {
  if (isFromGitHubPages(landing.answer))
    return [
      unknown(
        landing.name,
        "GitHub Pages sends no Content-Security-Policy.",
        "Put a proxy in front of it if you want one.",
      ),
    ];
  const findings = pages.flatMap((page) => pageFindings(page, site.live));
  const header = landing.answer.headers.get("content-security-policy");
  if (header === null) return findings;
  const policy = parsePolicy(header);
  const used = new Set(pages.flatMap((page) => [...inline(page, "script"), ...inline(page, "style")]).map(hashOf));
  const stale = [...new Set(policy.values())]
    .flat()
    .filter((source) => source.startsWith("'sha256-") && !used.has(source));
  return stale.length > 0
    ? [...findings, wrong("the policy", `It allows ${stale.join(", ")}, which no page has.`, rebuild)]
    : findings;
}

function pageFindings(page: Page, live: boolean): Finding[] {
  const header = page.answer.headers.get("content-security-policy");
  if (header === null)
    return [
      wrong(
        page.name,
        "It comes without a Content-Security-Policy.",
        live
          ? "Have the host send the headers of the export: docs/deploy.md."
          : "Run npm run build: it writes _headers.",
      ),
    ];
  const policy = parsePolicy(header);
  const findings: Finding[] = [];
  const [scripts, styles] = [
    sourcesOf(policy, "script-src-elem", "script-src"),
    sourcesOf(policy, "style-src-elem", "style-src"),
  ];
  for (const [sources, name] of [
    [scripts, "script"],
    [styles, "style"],
  ] as const) {
    if (sources.includes("'unsafe-inline'") || sources.includes("*"))
      findings.push(wrong("the policy", `It allows every ${name}.`, rebuild));
    for (const text of inline(page, name)) {
      if (!sources.includes(hashOf(text)))
        findings.push(
          wrong(
            page.name,
            `The policy refuses its inline ${name} "${text.trim().slice(0, 40)}…", ${hashOf(text)}.`,
            rebuild,
          ),
        );
    }
  }
  for (const { name, attributes } of page.elements) {
    const src = name === "script" ? attributes["src"] : undefined;
    const url = src === undefined ? undefined : new URL(src, page.url);
    if (
      url &&
      !scripts.some((source) => (source === "'self'" ? url.origin === page.url.origin : url.href.startsWith(source)))
    )
      findings.push(wrong(page.name, `The policy refuses its script ${url.href}.`, rebuild));
    const handler = Object.keys(attributes).find((attribute) => /^on[a-z]+$/u.test(attribute));
    if (handler)
      findings.push(wrong(page.name, `The policy refuses ${handler} on <${name}>.`, "Listen in a script instead."));
    if (
      attributes["style"] !== undefined &&
      !sourcesOf(policy, "style-src-attr", "style-src").includes("'unsafe-inline'")
    )
      findings.push(wrong(page.name, `The policy refuses the style attribute of <${name}>.`, "Use a class instead."));
  }
  return findings;
}
