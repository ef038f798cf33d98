import * as v from "valibot";
import { isAddress, tidyAddress } from "../../../../server/contract/emailAddress.ts";
import { type Finding, findingsOn } from "../../finding.ts";
import type { Visit } from "../visit/visit.ts";

const { wrong } = findingsOn("structured data");

const address = v.pipe(v.string(), v.url());
const text = v.pipe(v.string(), v.nonEmpty());
const reference = v.strictObject({ "@id": address });

// The types that this site uses, from https://schema.org, each with its meaningful properties.
const types = {
  Organization: v.strictObject({
    "@type": v.literal("Organization"),
    "@id": v.optional(address),
    name: text,
    url: address,
    logo: v.optional(address),
    email: v.optional(v.pipe(v.string(), v.transform(tidyAddress), v.check(isAddress, "Invalid email"))),
    sameAs: v.optional(v.array(address)),
  }),
  WebSite: v.strictObject({
    "@type": v.literal("WebSite"),
    "@id": v.optional(address),
    name: text,
    url: address,
    description: v.optional(text),
    inLanguage: v.optional(text),
    publisher: v.optional(reference),
  }),
};

const typed = v.looseObject({ "@type": v.picklist(["Organization", "WebSite"]) });
const document = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ "@context": v.literal("https://schema.org"), "@graph": v.array(v.unknown()) }),
);

const remedy = "Correct it in components/landing/Head.tsx.";

const explain = (issues: readonly v.BaseIssue<unknown>[]): string =>
  issues.map((issue) => `${v.getDotPath(issue) ?? "it"}: ${issue.message}`).join(" ");

/** The JSON-LD of the pages parses, is valid for its types, and refers only to nodes that it contains. */
export async function checkStructuredData({ pages, landing }: Visit): Promise<Finding[]> {
  const blocks = pages.flatMap((page) =>
    page.elements
      .filter(({ name, attributes }) => name === "script" && attributes["type"] === "application/ld+json")
      .map(({ text: json }) => ({ page, json })),
  );
  if (!blocks.some(({ page }) => page === landing)) return [wrong(landing.name, "It has no structured data.", remedy)];
  return blocks.flatMap(({ page, json }) => {
    const parsed = v.safeParse(document, json);
    if (!parsed.success)
      return [wrong(page.name, `Its structured data is not a schema.org graph. ${explain(parsed.issues)}`, remedy)];
    return graphFindings(page.name, parsed.output["@graph"]);
  });
}

function graphFindings(where: string, graph: readonly unknown[]): Finding[] {
  const findings: Finding[] = [];
  const ids = new Set(
    graph
      .map((node) =>
        v.safeParse(reference, v.is(v.looseObject({ "@id": v.string() }), node) ? { "@id": node["@id"] } : undefined),
      )
      .flatMap(({ success, output }) => (success ? output["@id"] : [])),
  );
  for (const node of graph) {
    const kind = v.safeParse(typed, node);
    const valid = kind.success ? v.safeParse(types[kind.output["@type"]], node) : kind;
    const type = kind.success ? kind.output["@type"] : "node";
    if (!valid.success)
      findings.push(wrong(where, `Its structured data has an invalid ${type}. ${explain(valid.issues)}`, remedy));
    else if (
      "publisher" in valid.output &&
      valid.output.publisher &&
      v.is(reference, valid.output.publisher) &&
      !ids.has(valid.output.publisher["@id"])
    )
      findings.push(wrong(where, `The publisher of its ${type} is not described.`, remedy));
  }
  return findings;
}
