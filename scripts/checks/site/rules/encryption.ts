import { isLoopback } from "../../../../server/http/loopback.ts";
import { CliError } from "../../../cli/errors.ts";
import { type Finding, findingsOn } from "../../finding.ts";
import { type Answer, isFromGitHubPages, type Site } from "../answers/site.ts";
import type { Visit } from "../visit/visit.ts";

const { warning, wrong } = findingsOn("encryption");

/** Whoever types a published site's name comes to its encrypted address, and browsers are told to ask for no other from then on. */
export async function checkEncryption({ site, landing }: Visit): Promise<Finding[]> {
  const { protocol, port, hostname } = site.address;
  // On a port of its own it is a trial, of which nobody knows the port without encryption.
  if (!site.live || protocol !== "https:" || port !== "" || isLoopback(hostname)) return [];
  return [...(await plainFindings(site)), ...memoryFindings(landing.answer)];
}

/** A host may also answer nothing there, or refuse it, as browsers try the encrypted address first. */
async function plainFindings({ address, get }: Site): Promise<Finding[]> {
  const plain = new URL(address);
  plain.protocol = "http:";
  const answer = await get(plain).catch((error: unknown) => {
    if (error instanceof CliError && error.code === "unreachable") return undefined;
    throw error;
  });
  if (!answer || answer.status >= 400 || answer.url.href === address.href) return [];
  const message =
    answer.url.href === plain.href && answer.status < 300
      ? "It is shown without encryption, so that others on the way can read and change what is sent."
      : `It leads to ${answer.url.href}, not to ${address.href}.`;
  return [wrong(plain.href, message, `Have the host redirect it to ${address.href}`)];
}

/** RFC 6797: a max-age of 0 makes browsers forget. */
function memoryFindings(answer: Answer): Finding[] {
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
