import { Resolver } from "node:dns/promises";
import { domainOf } from "../../../server/mail/mail.ts";
import type { MailRouteKind } from "../../../server/settings/hosts.ts";
import { isSystemError } from "../../data/errors.ts";
import { type Finding, ok, unknown, wrong } from "../../../server/launch/finding.ts";

/** Looks up TXT records, as node:dns/promises does. */
export interface TxtResolver {
  resolveTxt(name: string): Promise<string[][]>;
}

/** Returns the texts of a name: none if it has none, undefined if no resolver answers. */
type Texts = (name: string) => Promise<string[] | undefined>;

/** The usual selectors of providers and mail servers; the DNS does not tell which one signs. */
const usualSelectors =
  `resend default dkim mail google selector1 selector2 s1 s2 k1 k2 k3 pm mandrill mxvault smtp key1 fm1
  protonmail zoho sig1 20230601`.split(/\s+/u);

/**
 * The records that a provider asks for in the sender's domain: the subdomain to which mails bounce, and for which
 * SPF is therefore checked, and the name of the DKIM key. An SMTP server may belong to any provider.
 */
const providerRecords: Partial<Record<MailRouteKind, { bounces: string; selector: string }>> = {
  resend: { bounces: "send", selector: "resend" },
};

/**
 * Checks that the DNS of this address's domain allows mails from it (SPF: RFC 7208; DKIM: RFC 6376; DMARC: RFC
 * 7489). The result is unknown when the DNS cannot be reached.
 */
export async function checkMailDomain(
  address: string,
  route: MailRouteKind,
  resolver: TxtResolver = new Resolver({ timeout: 2000, tries: 1 }),
): Promise<Finding[]> {
  const domain = domainOf(address).toLowerCase();
  const texts: Texts = (name) =>
    resolver.resolveTxt(name).then(
      // A text of more than 255 bytes is split into parts (RFC 7208 3.3, RFC 6376 3.6.2.2).
      (records) => records.map((parts) => parts.join("")),
      (error: unknown) => (isSystemError(error) && /^ENO(?:TFOUND|DATA)$/u.test(error.code ?? "") ? [] : undefined),
    );
  return Promise.all([spf(domain, route, texts), dkim(domain, route, texts), dmarc(domain, texts)]);
}

const away = (what: string, domain: string): Finding =>
  unknown("sender", `${what} of ${domain} could not be looked up.`, "Check again where the DNS can be reached.");

async function spf(domain: string, route: MailRouteKind, texts: Texts): Promise<Finding> {
  const bounces = providerRecords[route]?.bounces;
  for (const name of bounces === undefined ? [domain] : [`${bounces}.${domain}`, domain]) {
    const answer = await texts(name);
    if (!answer) return away("SPF", domain);
    const [record, ...more] = answer.filter((text) => /^v=spf1(?: |$)/iu.test(text));
    if (more.length > 0)
      return wrong(
        "sender",
        `${name} has ${more.length + 1} SPF records, which counts as none.`,
        "Merge them into one.",
      );
    if (record !== undefined)
      return / \+?all\b/iu.test(record)
        ? wrong("sender", `SPF of ${name} lets everybody send.`, "End it with ~all or -all.")
        : ok("sender", `${name} says who may send for it (SPF).`);
  }
  const add = "Add the TXT record that your mail provider names, such as v=spf1 include:… ~all.";
  return wrong("sender", `${domain} has no SPF record.`, add);
}

async function dkim(domain: string, route: MailRouteKind, texts: Texts): Promise<Finding> {
  const selector = providerRecords[route]?.selector;
  const selectors = selector === undefined ? usualSelectors : [selector];
  const answers = await Promise.all(selectors.map((name) => texts(`${name}._domainkey.${domain}`)));
  if (answers.every((answer) => answer === undefined)) return away("DKIM", domain);
  // An empty key means that the key was revoked.
  const found = answers.findIndex((answer) => answer?.some((text) => /(?:^|;)\s*p=\s*[\w+/]/u.test(text)));
  if (found >= 0) return ok("sender", `${domain} has a key for signatures (DKIM, ${selectors[found]}).`);
  return selector === undefined
    ? unknown(
        "sender",
        `${domain} has no DKIM key under a usual name.`,
        "Send yourself a mail (npx prelaunch mail test ADDRESS): it must have a DKIM-Signature of this domain.",
      )
    : wrong(
        "sender",
        `${domain} has no DKIM key at ${selector}._domainkey.`,
        `Add the TXT record that ${route === "resend" ? "Resend" : "your mail server"} names.`,
      );
}

async function dmarc(domain: string, texts: Texts): Promise<Finding> {
  const labels = domain.split(".");
  // A domain without a record uses the record of a domain above it.
  for (const name of labels
    .slice(0, Math.max(labels.length - 1, 1))
    .map((_label, index) => labels.slice(index).join("."))) {
    const answer = await texts(`_dmarc.${name}`);
    if (!answer) return away("DMARC", domain);
    if (answer.some((text) => /^v=DMARC1\s*(?:;|$)/u.test(text)))
      return ok("sender", `${name} says what to do with forged mails (DMARC).`);
  }
  const add = `Add a TXT record for _dmarc.${domain}, such as v=DMARC1; p=none.`;
  return wrong("sender", `${domain} has no DMARC record.`, add);
}
