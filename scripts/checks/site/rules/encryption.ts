import { isIP } from "node:net";
import { isLoopback } from "../../../../server/http/loopback.ts";
import { type Finding, findingsOn } from "../../finding.ts";
import { type Answer, isFromGitHubPages, NoAnswerError, type Site } from "../answers/site.ts";
import type { Visit } from "../visit/visit.ts";

const { warning, wrong } = findingsOn("encryption");

/** Certbot and Caddy renew a certificate when a third of its time is left. By hand it is done later, but not in the last days, in ms. */
const latestRenewal = 14 * 24 * 60 * 60_000;

/**
 * Whoever types a published site's name comes to its encrypted address, and browsers are told to ask for no other from then on. Its
 * certificate is trusted, and is renewed in time.
 */
export async function checkEncryption({ site, landing }: Visit): Promise<Finding[]> {
  const { protocol, port, hostname } = site.address;
  if (!site.live || protocol !== "https:") return [];
  // On a port of its own it is a trial, of which nobody knows the port without encryption.
  const isTrial = port !== "" || isLoopback(hostname);
  return [
    ...certificateFindings(site),
    ...(isTrial ? [] : [...(await plainFindings(site)), ...memoryFindings(landing.answer)]),
  ];
}

const renew =
  "Renew it, and see why that did not happen by itself: systemctl status certbot.timer, or the log of Caddy.";

function certificateFindings({ address, distrust, validity }: Site): Finding[] {
  const { from, until } = validity ?? { from: 0, until: Number.POSITIVE_INFINITY };
  const left = until - Date.now();
  if (distrust !== undefined) {
    const remedy =
      left < 0
        ? renew
        : /altnames/u.test(distrust)
          ? `Have the host use a certificate for ${address.hostname}.`
          : `If your own authority issued it: NODE_EXTRA_CA_CERTS=ca.pem npx prelaunch check site ${address.href}`;
    return [wrong(address.host, `Its certificate is not trusted: ${distrust}.`, remedy)];
  }
  if (left > Math.min(latestRenewal, (until - from) / 5)) return [];
  return [
    warning(address.host, `Its certificate ends at ${new Date(until).toISOString()}, and has not been renewed.`, renew),
  ];
}

/** A host may also answer nothing there, or refuse it, as browsers try the encrypted address first. */
async function plainFindings({ address, get }: Site): Promise<Finding[]> {
  const plain = new URL(address);
  plain.protocol = "http:";
  const refuse = (message: string) => [wrong(plain.href, message, `Have the host redirect it to ${address.href}`)];
  let answer: Answer;
  try {
    answer = await get(plain);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    // The site itself has just answered; where its redirect leads to may have another certificate, or none.
    const isOther = ![plain, address].some(({ href }) => href === error.url.href);
    return isOther ? refuse(`It does not lead to ${address.href}: ${error.message}.`) : [];
  }
  const { url, status } = answer;
  if (status >= 400 || url.href === address.href) return [];
  return refuse(
    url.href === plain.href && status < 300
      ? "It is shown without encryption, so that others on the way can read and change what is sent."
      : `It leads to ${url.href}, not to ${address.href}.`,
  );
}

/** RFC 6797: a max-age of 0 makes browsers forget, and of an address without a name they remember nothing. */
function memoryFindings(answer: Answer): Finding[] {
  if (isIP(answer.url.hostname.replace(/^\[(.*)\]$/u, "$1")) > 0) return [];
  const sent = answer.headers.get("strict-transport-security");
  if (Number(/max-age\s*=\s*"?(\d+)/iu.exec(sent ?? "")?.[1] ?? 0) > 0 || isFromGitHubPages(answer)) return [];
  return [
    warning(
      "the page",
      `Browsers do not remember to ask for it with encryption only: strict-transport-security is ${sent ?? "missing"}.`,
      "Have the host send it, if everything of this domain can be reached by HTTPS: docs/deploy.md.",
    ),
  ];
}
