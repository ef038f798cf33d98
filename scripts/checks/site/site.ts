import { codeOf, messageOf } from "../../../server/lib/caught.ts";
import { CliError } from "../../data/errors.ts";
import { type Finding, ok, wrong } from "../../../server/launch/finding.ts";
import { checkEncryption } from "./encryption.ts";
import { checkForms, checkVersion } from "./forms.ts";
import { checkHeaders } from "./headers.ts";
import { checkAddresses, checkContact, checkImprint, checkProject } from "./page.ts";
import { certificateEnd, getter, openPublished, type Published, readBuild } from "./published.ts";
import { checkSecrets } from "./secrets.ts";

/** The checks by name, in the order of the output, each with the message for a check that finds nothing wrong. */
const rules: { check: string; look: (published: Published) => Promise<Finding[]>; sound: string }[] = [
  {
    check: "project",
    look: checkProject,
    sound: "It is the page that was built here.",
  },
  {
    check: "forms",
    look: checkForms,
    sound: "The page's form backend answers, and its project accepts the page's key.",
  },
  // It always names the versions.
  { check: "version", look: checkVersion, sound: "" },
  { check: "imprint", look: checkImprint, sound: "It says who runs it." },
  { check: "contact", look: checkContact, sound: "It names no address that cannot exist." },
  { check: "addresses", look: checkAddresses, sound: "The page names its own address." },
  { check: "secrets", look: checkSecrets, sound: "No key, password or stray file is published." },
  { check: "encryption", look: checkEncryption, sound: "The page is reached with encryption only." },
  { check: "headers", look: checkHeaders, sound: "The host sends the headers of the build." },
];

// These are codes of OpenSSL's X509_verify_cert_error_string(3), and Node's code for a name that does not match.
const certificateError =
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|HOSTNAME_MISMATCH|ERR_TLS_CERT_ALTNAME_INVALID)/u;

/**
 * Says what to do when nothing answers at a site's address: its name leads nowhere, or there is no web server.
 * @param isOwn whether the site is on the operator's server, rather than on a static host
 */
export function unreachableRemedy({ hostname, origin }: URL, cause: unknown, isOwn: boolean): string {
  if (/^(?:ENOTFOUND|EAI_NODATA|ENODATA)$/u.test(String(codeOf(cause))))
    return `The name ${hostname} leads nowhere: ${isOwn ? "give it an A or AAAA record with the address of your server" : "give it the record that your static host names"}, and wait until the DNS has it.`;
  return isOwn
    ? `See that the web server in front of the stack runs, and that ports 80 and 443 lead to it (docs/self-hosting.md).`
    : `Publish dist/client at ${origin}`;
}

/**
 * Checks a published site as a stranger would see it, and whether it is what was built here.
 * @param out folder of the build
 * @param timeout longest wait for one answer, in ms
 * @throws CliError `unreachable` when no host answers, `interrupted`.
 */
export async function checkSite(address: URL, out: string, timeout: number, signal: AbortSignal): Promise<Finding[]> {
  try {
    const published = await openPublished(
      address,
      getter(timeout, signal),
      certificateEnd(timeout, signal),
      await readBuild(out),
    );
    const findings: Finding[] = [];
    for (const { check, look, sound } of rules) {
      const found = await look(published);
      findings.push(...(found.length > 0 ? found : [ok(check, sound)]));
    }
    return findings;
  } catch (error) {
    if (!(error instanceof CliError) || !certificateError.test(String(codeOf(error.cause)))) throw error;
    return [
      wrong(
        "encryption",
        `The site was not checked, as its certificate is not trusted: ${messageOf(error.cause)}.`,
        "Renew it, or have the host use one for this name. If your own authority issued it: NODE_EXTRA_CA_CERTS=ca.pem npx prelaunch check site …",
      ),
    ];
  }
}
