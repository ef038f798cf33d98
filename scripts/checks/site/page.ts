import { isLoopback } from "../../../server/lib/loopback.ts";
import { type Finding, unknown, warning, wrong } from "../../../server/launch/finding.ts";
import type { Published } from "./published.ts";

/** Checks that it is the page that was built here, and that visitors reach it. */
export async function checkProject({ landing, build }: Published): Promise<Finding[]> {
  const publish = "Publish dist/client there, for everybody: some hosts ask visitors to log in, such as for previews.";
  if (landing.status !== 200) return [wrong("project", `The page is answered with HTTP ${landing.status}.`, publish)];
  if (!landing.text.includes("data-island"))
    return [wrong("project", "It is not the page of this project: it has no forms.", publish)];
  if (build) return [];
  const message = "Another page is published than the one that was built here, if one was.";
  const same =
    "Publish dist/client, or build with the settings of what is published; the host must leave pages as they are.";
  return [unknown("project", message, same)];
}

/** Checks that the page names who runs it, because people leave their address only with a known sender. */
export async function checkImprint({ landing }: Published): Promise<Finding[]> {
  if (/\bid=["']?imprint\b/u.test(landing.text)) return [];
  const message = "The page does not say who runs it.";
  return [warning("imprint", message, "Set PUBLIC_IMPRINT to a name and a town; then build and publish it again.")];
}

/** Checks that visitors can write to the address in the page: addresses in example domains (RFC 2606) reach nobody. */
export async function checkContact({ address, landing }: Published): Promise<Finding[]> {
  const [, contact] = /\bhref=["']?mailto:([^"'\s>]+\.example)\b/iu.exec(landing.text) ?? [];
  if (contact === undefined || isLoopback(address.hostname)) return [];
  const message = `The page tells visitors to write to ${contact}, an address that cannot exist.`;
  return [wrong("contact", message, "Set PUBLIC_CONTACT to your address; then build and publish it again.")];
}

/**
 * Checks that the page's canonical address is the one at which it is published, and that search engines may list
 * it.
 */
export async function checkAddresses({ address, landing }: Published): Promise<Finding[]> {
  const findings: Finding[] = [];
  const [, canonical] = /<link rel=["']?canonical["']? href=["']?([^"'\s>]+)/u.exec(landing.text) ?? [];
  const { href, hostname } = address;
  // Visitors do not use a copy on this machine.
  if (canonical !== undefined && canonical !== href && isLoopback(hostname))
    findings.push(
      unknown(
        "addresses",
        `The page says that it is at ${canonical}, which was not checked.`,
        `Once it is published: npx prelaunch check site ${canonical}`,
      ),
    );
  else if (canonical !== href)
    findings.push(
      wrong(
        "addresses",
        `The page is at ${href}, but says that it is at ${canonical ?? "no address"}: search engines and link previews would name the wrong one.`,
        "Set SITE_URL to the address where visitors reach the site; then build and publish it again.",
      ),
    );
  const robots = landing.headers.get("x-robots-tag");
  // Hosts keep search engines away from previews, and a person who publishes a preview by mistake sees no
  // difference.
  if (/\b(?:noindex|none)\b/iu.test(robots ?? ""))
    findings.push(
      wrong(
        "addresses",
        `The page's host tells search engines not to list it (x-robots-tag: ${robots}).`,
        "Publish it as the host's production site, not as a preview, or have the host leave the header out.",
      ),
    );
  return findings;
}
