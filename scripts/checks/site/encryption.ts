import { counted } from "../../../server/lib/amounts.ts";
import { isLoopback } from "../../../server/lib/loopback.ts";
import { CliError } from "../../data/errors.ts";
import { type Finding, unknown, warning, wrong } from "../../../server/launch/finding.ts";
import type { Published } from "./published.ts";

const readable = "is shown without encryption, so that others on the way can read and change what is sent.";

/** A certificate should have been renewed so many days before its end. certbot and Caddy do it a month ahead. */
const renewed = 14;

/** Checks that the certificate does not end soon. */
function checkCertificate({ address, certificateEnds: end }: Published): Finding[] {
  if (end === undefined) return [];
  const left = Math.floor((end.getTime() - Date.now()) / 86_400_000);
  if (left >= renewed) return [];
  return [
    warning(
      "encryption",
      `The certificate of ${address.hostname} ends in ${counted(left, "day")}, on ${end.toISOString().slice(0, 10)}: then no browser opens the page.`,
      "Renew it, and see why that does not happen by itself, as with the log of Caddy or certbot (docs/self-hosting.md).",
    ),
  ];
}

/** Checks that the certificate does not end soon, and that browsers are led to HTTPS. */
export const checkEncryption = async (published: Published): Promise<Finding[]> => [
  ...checkCertificate(published),
  ...(await checkPlain(published)),
];

/** Checks that plain HTTP redirects to HTTPS, and that browsers get HSTS. */
async function checkPlain({ get, address, landing }: Published): Promise<Finding[]> {
  const { protocol, port, hostname, href } = address;
  const published = "Check the address where it is published: npx prelaunch check site https://…";
  if (isLoopback(hostname)) return [unknown("encryption", `Not checked, as ${href} is on this machine.`, published)];
  const serve = "Have the host serve it at an address that begins with https:// (docs/deploy.md).";
  if (protocol !== "https:") return [wrong("encryption", `${href} ${readable}`, serve)];
  // A site with a port in its address is a trial, and its port without encryption is unknown.
  if (port !== "")
    return [
      unknown("encryption", `${href} is encrypted; plain HTTP was not checked, as the address has a port.`, published),
    ];
  const findings: Finding[] = [];
  const plain = new URL(address);
  plain.protocol = "http:";
  // A host may also not answer there, because browsers try the encrypted address first.
  const answer = await get(plain).catch((error: unknown) => {
    if (error instanceof CliError && error.code === "unreachable") return undefined;
    throw error;
  });
  if (answer && answer.status < 400 && answer.url.href !== href) {
    const leads = answer.redirected ? `leads to ${answer.url.href}, not to ${href}.` : readable;
    findings.push(wrong("encryption", `${plain.href} ${leads}`, `Have the host redirect it to ${href}`));
  }
  // RFC 6797: a max-age of 0 makes browsers forget.
  const sent = landing.headers.get("strict-transport-security");
  if (!/max-age\s*=\s*"?[1-9]/iu.test(sent ?? ""))
    findings.push(
      warning(
        "encryption",
        `Browsers do not remember to ask for ${href} with encryption only: strict-transport-security is ${sent ?? "missing"}.`,
        "Have the host send it, if everything of this domain can be reached by HTTPS: docs/deploy.md.",
      ),
    );
  return findings;
}
