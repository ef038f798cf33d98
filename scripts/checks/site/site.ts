import { resolve } from "node:path";
import { codeOf, messageOf } from "../../../server/errors/caught.ts";
import type { Context } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { type Finding, ok, wrong } from "../finding.ts";
import { checkAddresses } from "./addresses.ts";
import { checkForms, checkProject } from "./backend.ts";
import { checkEncryption } from "./encryption.ts";
import { folderSite, liveSite } from "./open.ts";
import { checkPolicy } from "./policy.ts";
import { checkSecrets } from "./secrets.ts";
import { type Site, type Visit, visitSite } from "./visit.ts";

/** Folder that an export is built to. */
export const exportFolder = "dist/client";

/** Every check by its name in the output, in the order of the output, with the message when it finds nothing wrong. */
const rules: { check: string; look: (visit: Visit) => Promise<Finding[]>; sound: string }[] = [
  { check: "project", look: checkProject, sound: "It is the page; published, its project accepts the key in it." },
  { check: "forms", look: checkForms, sound: "If the page is published, its form backend answers it." },
  { check: "addresses", look: checkAddresses, sound: "The page names its own address." },
  { check: "secrets", look: checkSecrets, sound: "No key, password or stray file is published." },
  {
    check: "encryption",
    look: checkEncryption,
    sound: "If the page is published, it is reached with encryption only.",
  },
  { check: "policy", look: checkPolicy, sound: "The headers of the build allow what the pages have, and no more." },
];

// Codes of OpenSSL's X509_verify_cert_error_string(3), and Node's own for a name that does not match.
const certificateError =
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|HOSTNAME_MISMATCH|ERR_TLS_CERT_ALTNAME_INVALID)/u;

/** How the site is checked. */
export interface SiteOptions {
  /** Longest wait for one answer, in ms. */
  timeout: number;
  /** Address for which the site has to be built, where that is known. */
  intended: string | undefined;
}

/**
 * Checks a site as a stranger would see it, in a folder or published at an address; without a `target` the export of the project.
 * @throws CliError `usage` when there is no export, `unreachable` when no host answers.
 */
export async function checkSite(
  { folder, project, signal }: Pick<Context, "folder" | "project" | "signal">,
  target: string | undefined,
  { timeout, intended }: SiteOptions,
): Promise<Finding[]> {
  const open = async (): Promise<Site> => {
    if (target === undefined)
      return folderSite(resolve(project, exportFolder), "Build the export first: npm run build");
    if (!/^https?:\/\//u.test(target))
      return folderSite(
        resolve(folder, target),
        "Give the folder client of a build of npm run build, or an address that begins with https://",
      );
    if (!URL.canParse(target)) throw new CliError("usage", `${target} is not an address.`);
    return liveSite(new URL(target), { timeout, signal });
  };
  const site = await open().catch((error: unknown) => {
    if (error instanceof CliError && certificateError.test(String(codeOf(error.cause)))) return distrusted(error);
    throw error;
  });
  if ("level" in site) return [site];
  const visit = await visitSite(site, intended);
  const findings: Finding[] = [];
  for (const { check, look, sound } of rules) {
    const found = await look(visit);
    findings.push(...(found.length > 0 ? found : [ok(check, sound)]));
  }
  return findings;
}

const distrusted = ({ cause }: CliError): Finding =>
  wrong(
    "encryption",
    `The site was not checked, as its certificate is not trusted: ${messageOf(cause)}.`,
    "Renew it, or have the host use one for this name. If your own authority issued it: NODE_EXTRA_CA_CERTS=ca.pem npx prelaunch check site …",
  );
