import type { Answer } from "./site.ts";

/** A Content-Security-Policy (CSP level 3) as its directives' source lists. */
export type Policy = Map<string, string[]>;

function parsePolicy(policy: string): Policy {
  const directives = policy.split(";").map((directive) => directive.trim().split(/\s+/u));
  return new Map(
    directives.flatMap(([name = "", ...sources]) => (name === "" ? [] : [[name.toLowerCase(), sources] as const])),
  );
}

/** The policies of an answer, all of which a browser obeys: each header is one, and so is each part of a header between commas. */
export const policiesOf = ({ headers }: Answer): Policy[] =>
  [...new Set((headers.get("content-security-policy") ?? "").split(",").map((policy) => policy.trim()))]
    .map(parsePolicy)
    .filter(({ size }) => size > 0);

/** What a policy allows by the first of these directives that it has; undefined if it forbids nothing of that kind. */
export const sourcesOf = (policy: Policy, ...names: string[]): string[] | undefined =>
  names.map((name) => policy.get(name)).find((sources) => sources) ?? policy.get("default-src");

// CSP level 3, section 2.3.1: scheme-source and host-source.
const source = /^(?:([a-z][a-z\d+.-]*):(?:\/\/|$))?([^/:]*)(?::([^/]*))?(\/.*)?$/iu;

const portOf = ({ protocol, port }: URL): string => port || (protocol === "https:" ? "443" : "80");

/** Whether source expressions allow a page of the origin `own` to load or call an address. */
export const allows = (sources: readonly string[], url: URL, own: string): boolean =>
  sources.some((expression) => {
    if (expression === "*") return true;
    if (expression === "'self'") return url.origin === own;
    const [, scheme, host = "", port, path = ""] = source.exec(expression.toLowerCase()) ?? [];
    // What may be loaded without encryption may be loaded with it, too.
    const isScheme = scheme === undefined || `${scheme}:` === url.protocol || `${scheme}s:` === url.protocol;
    if (host === "") return scheme !== undefined && isScheme;
    const isHost = host.startsWith("*") ? url.hostname.endsWith(host.slice(1)) : host === url.hostname;
    const isPort = port === undefined ? url.port === "" : port === "*" || port === portOf(url);
    return isScheme && isHost && isPort && url.pathname.toLowerCase().startsWith(path);
  });

/** What makes browsers ignore `'unsafe-inline'` (CSP level 3, section 6.7.3.2). */
const stricter = /^'(?:sha(?:256|384|512)-|nonce-|strict-dynamic'$)/u;

/** Whether source expressions allow an inline script or style with this hash. */
export const allowsInline = (sources: readonly string[], hash: string): boolean =>
  sources.includes(hash) || (sources.includes("'unsafe-inline'") && !sources.some((one) => stricter.test(one)));
