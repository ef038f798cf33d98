import { Resolver } from "node:dns/promises";
import { domainOf } from "../../../server/mail/mail.ts";
import { type MailRouteKind, mailRoutes } from "../../../server/settings/mailRoutes.ts";
import { isSystemError } from "../../cli/fileError.ts";
import { type Finding, ok, unknown, wrong } from "../finding.ts";

/** Looks up TXT records, as node:dns/promises does. */
export interface TxtResolver {
  resolveTxt(name: string): Promise<string[][]>;
}

/** Longest wait for one answer of the resolver, in ms. */
const timeout = 2000;

/** The usual selectors of providers and mail servers; the DNS does not tell which one signs. */
const usualSelectors = [
  "resend",
  "default",
  "dkim",
  "mail",
  "google",
  "selector1",
  "selector2",
  "s1",
  "s2",
  "k1",
  "k2",
  "k3",
  "pm",
  "mandrill",
  "mxvault",
  "smtp",
  "key1",
  "fm1",
  "protonmail",
  "zoho",
  "sig1",
  "20230601",
];

/** What a provider has set up in the sender's domain; an SMTP server may be any provider's. */
interface ProviderRecords {
  /** Subdomain to which its mails bounce, and for which SPF is therefore checked. */
  bounces: string;
  /** Name of its DKIM key. */
  selector: string;
}
const providerRecords: Record<MailRouteKind, ProviderRecords | undefined> = {
  smtp: undefined,
  resend: { bounces: "send", selector: "resend" },
};

/** TXT records of a name: an empty list where it has none, undefined where no resolver answers. */
async function textsOf(name: string, resolver: TxtResolver): Promise<string[] | undefined> {
  try {
    // A text of more than 255 bytes is split into parts (RFC 7208 3.3, RFC 6376 3.6.2.2).
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    if (isSystemError(error) && (error.code === "ENOTFOUND" || error.code === "ENODATA")) return [];
    return undefined;
  }
}

/**
 * Does the DNS of this address's domain allow mails from it (SPF: RFC 7208; DKIM: RFC 6376; DMARC: RFC 7489)?
 * Unknown where the DNS cannot be reached.
 */
export async function checkMailDomain(
  address: string,
  route: MailRouteKind,
  resolver: TxtResolver = new Resolver({ timeout, tries: 1 }),
): Promise<Finding[]> {
  const domain = domainOf(address).toLowerCase();
  const texts = (name: string) => textsOf(name, resolver);
  return Promise.all([spf(domain, route, texts), dkim(domain, route, texts), dmarc(domain, texts)]);
}

type Texts = (name: string) => Promise<string[] | undefined>;

const away = (what: string, domain: string): Finding =>
  unknown("sender", `${what} of ${domain} could not be looked up.`, "Check again where the DNS can be reached.");

async function spf(domain: string, route: MailRouteKind, texts: Texts): Promise<Finding> {
  const bounces = providerRecords[route]?.bounces;
  const names = bounces === undefined ? [domain] : [`${bounces}.${domain}`, domain];
  const answers = await Promise.all(names.map(texts));
  for (const [index, answer = []] of answers.entries()) {
    const records = answer.filter((text) => /^v=spf1(?: |$)/iu.test(text));
    const name = names[index] ?? domain;
    if (records.length > 1)
      return wrong(
        "sender",
        `${name} has ${records.length} SPF records, which counts as none.`,
        "Merge them into one.",
      );
    const [record] = records;
    if (record === undefined) continue;
    if (/ \+?all\b/iu.test(record))
      return wrong("sender", `SPF of ${name} lets everybody send.`, "End it with ~all or -all.");
    return ok("sender", `${name} says who may send for it (SPF).`);
  }
  if (answers.includes(undefined)) return away("SPF", domain);
  return wrong(
    "sender",
    `${domain} has no SPF record.`,
    "Add the TXT record that your mail provider names, such as v=spf1 include:… ~all.",
  );
}

async function dkim(domain: string, route: MailRouteKind, texts: Texts): Promise<Finding> {
  const selector = providerRecords[route]?.selector;
  const selectors = selector === undefined ? usualSelectors : [selector];
  const answers = await Promise.all(selectors.map((name) => texts(`${name}._domainkey.${domain}`)));
  if (answers.every((answer) => answer === undefined)) return away("DKIM", domain);
  // An empty key is one that was revoked.
  const found = answers.findIndex((answer) => answer?.some((text) => /(?:^|;)\s*p=\s*[\w+/]/u.test(text)));
  if (found >= 0) return ok("sender", `${domain} has a key for signatures (DKIM, ${selectors[found]}).`);
  if (selector !== undefined)
    return wrong(
      "sender",
      `${domain} has no DKIM key at ${selector}._domainkey.`,
      `Add the TXT record that ${mailRoutes[route].name} names.`,
    );
  return unknown(
    "sender",
    `${domain} has no DKIM key under a usual name.`,
    "Send yourself a mail (npx prelaunch mail test ADDRESS): it must have a DKIM-Signature of this domain.",
  );
}

async function dmarc(domain: string, texts: Texts): Promise<Finding> {
  const labels = domain.split(".");
  // A domain without a record of its own uses that of a domain above it.
  const domains = labels.slice(0, Math.max(labels.length - 1, 1)).map((_label, index) => labels.slice(index).join("."));
  const answers = await Promise.all(domains.map((name) => texts(`_dmarc.${name}`)));
  const found = answers.findIndex((answer) => answer?.some((text) => /^v=DMARC1\s*(?:;|$)/u.test(text)));
  if (found >= 0) return ok("sender", `${domains[found]} says what to do with forged mails (DMARC).`);
  if (answers.includes(undefined)) return away("DMARC", domain);
  return wrong(
    "sender",
    `${domain} has no DMARC record.`,
    `Add a TXT record for _dmarc.${domain}, such as v=DMARC1; p=none.`,
  );
}
