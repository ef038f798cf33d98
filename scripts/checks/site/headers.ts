import { type Finding, unknown, wrong } from "../../../server/launch/finding.ts";
import type { Answer, Published } from "./published.ts";

const send =
  "Have the host send the headers of the same build, which are in its host files and dist/headers.json (docs/deploy.md).";

/** Hosts differ in the spaces of lists. */
const withoutSpaces = (value: string): string => value.replaceAll(/\s/gu, "").toLowerCase();

const differences = (page: string, { headers }: Answer, expected: Record<string, string>): Finding[] =>
  Object.entries(expected).flatMap(([name, value]) => {
    const sent = headers.get(name);
    if (sent === null) return [wrong("headers", `${page} comes without ${name}.`, send)];
    if (withoutSpaces(sent) === withoutSpaces(value)) return [];
    return [wrong("headers", `${page} comes with another ${name} than that of its build: ${sent}`, send)];
  });

/**
 * Checks that the host sends the build's headers, whose policy allows only what the pages contain, and that it
 * answers missing pages with 404.
 */
export async function checkHeaders({ landing, notFound, build }: Published): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (notFound.status !== 404) {
    const message = `A page that does not exist is answered with HTTP ${notFound.status}.`;
    findings.push(wrong("headers", message, "Have the host send 404.html with status 404 (docs/deploy.md)."));
  }
  if (landing.headers.get("server") === "GitHub.com") {
    const proxy = "Put a proxy in front of it if you want one.";
    return [...findings, unknown("headers", "GitHub Pages sends no Content-Security-Policy.", proxy)];
  }
  if (!build) {
    const message = "Not checked, as they are compared with those of the build.";
    return [...findings, unknown("headers", message, "See above what is said of the project.")];
  }
  const { everywhere, documents, pages } = build.headers;
  return [
    ...findings,
    ...differences("The page", landing, { ...everywhere, ...documents, ...pages }),
    // Hosts decide themselves how long a missing page is cached.
    ...differences("The not-found page", notFound, { ...everywhere, ...documents }),
  ];
}
