import { isIP } from "node:net";
import { isLoopback } from "../../../server/http/loopback.ts";
import { CliError } from "../../cli/errors.ts";
import { type Finding, findingsOn } from "../finding.ts";
import type { Visit } from "./visit.ts";

const { warning, wrong } = findingsOn("encryption");

/**
 * Whoever types a published site's name comes to its encrypted address, and browsers are told to ask for no other from then on.
 */
export async function checkEncryption({ site, landing }: Visit): Promise<Finding[]> {
  const { protocol, port, hostname, host, href } = site.address;
  if (!site.live || isLoopback(hostname)) return [];
  if (protocol !== "https:")
    return [
      wrong(
        host,
        "It is shown without encryption, so that others on the way can read and change what is sent.",
        "Have the host serve it at an address that begins with https:// (docs/deploy.md).",
      ),
    ];
  // On a port of its own it is a trial, of which nobody knows the port without encryption.
  if (port !== "") return [];
  const findings = await plainFindings(site);
  // RFC 6797: a max-age of 0 makes browsers forget, and of an address without a name they remember nothing.
  const sent = landing.answer.headers.get("strict-transport-security");
  if (!/max-age\s*=\s*"?[1-9]/iu.test(sent ?? "") && isIP(hostname) === 0 && !hostname.endsWith(".github.io"))
    findings.push(
      warning(
        href,
        `Browsers do not remember to ask for it with encryption only: strict-transport-security is ${sent ?? "missing"}.`,
        "Have the host send it, if everything of this domain can be reached by HTTPS: docs/deploy.md.",
      ),
    );
  return findings;
}

/** A host may also answer nothing there, or refuse it, as browsers try the encrypted address first. */
async function plainFindings({ address, get }: Visit["site"]): Promise<Finding[]> {
  const plain = new URL(address);
  plain.protocol = "http:";
  const answer = await get(plain).catch((error: unknown) => {
    if (error instanceof CliError && error.code === "unreachable") return undefined;
    throw error;
  });
  if (!answer || answer.status >= 400 || answer.url.href === address.href) return [];
  return [
    wrong(
      plain.href,
      answer.redirected
        ? `It leads to ${answer.url.href}, not to ${address.href}.`
        : "It is shown without encryption, so that others on the way can read and change what is sent.",
      `Have the host redirect it to ${address.href}`,
    ),
  ];
}
