import * as v from "valibot";
import { isLoopback } from "../lib/loopback.ts";
import { type CaptchaSettings, type MailSettings, mostInBatch } from "./hosts.ts";
import type { WebhookSettings } from "./webhook.ts";

const mailFacts = v.object({
  route: v.picklist(["smtp", "resend", "none"]),
  /** Whether mails go to an SMTP server on this machine, such as one in which a developer reads them. */
  staysHere: v.boolean(),
  from: v.string(),
  /** The name that signs the mails; if empty, the brand. */
  sender: v.string(),
  imprint: v.string(),
  /** Most mails a second to the list. */
  perSecond: v.number(),
  /** Whether they go in batches, of which a large wave waits for bounces. */
  inBatches: v.optional(v.boolean(), false),
  /** Whether the provider's reports are taken. */
  hearsReports: v.boolean(),
  /** The operator's address; absent if nobody is told how the launch stands. */
  operator: v.optional(v.string()),
  unconfirmedDays: v.number(),
  /** How many people may be mailed at least for places to be shown; absent if they never are. */
  placeFrom: v.optional(v.number()),
  /** Where the launch mail leads. */
  productUrl: v.optional(v.string()),
  /** The public address that mails link to. */
  siteUrl: v.optional(v.string()),
});

/** What a stack runs with, as far as commands need it; no secrets, as it is written to a file. */
export const stackFacts = v.object({
  /** The mail settings; absent if the stack sends no mails. */
  mail: v.optional(mailFacts),
  captcha: v.optional(v.picklist(["altcha", "recaptcha"])),
  /** Number of the operator's reverse proxies in front. */
  proxies: v.optional(v.number()),
  /** Host that receives events. */
  webhook: v.optional(v.string()),
});

/** How a stack sends mails, without secrets. */
export type MailFacts = v.InferOutput<typeof mailFacts>;
/** The same together with the webhook. */
export type StackFacts = v.InferOutput<typeof stackFacts>;

/** The mail settings without their secrets. */
export const mailFactsOf = (
  {
    route,
    from,
    imprint,
    perSecond,
    inBatches,
    webhookSecret,
    operator,
    unconfirmedDays,
    placeFrom,
    productUrl,
  }: MailSettings,
  siteUrl: string | undefined,
): MailFacts => ({
  route: route.kind,
  staysHere: route.kind === "smtp" && isLoopback(route.url.hostname),
  from: from.address,
  sender: from.name,
  imprint,
  perSecond: perSecond * (inBatches ? mostInBatch : 1),
  inBatches,
  hearsReports: webhookSecret !== undefined,
  ...(operator === undefined ? {} : { operator }),
  unconfirmedDays,
  ...(placeFrom === undefined ? {} : { placeFrom }),
  ...(productUrl === undefined ? {} : { productUrl }),
  ...(siteUrl === undefined ? {} : { siteUrl }),
});

/** The settings of a stack without their secrets. It sends events only where it sends mails. */
export const stackFactsOf = (settings: {
  mail?: MailSettings;
  siteUrl?: string;
  webhook?: WebhookSettings | undefined;
  captcha?: CaptchaSettings;
  proxies?: number;
}): StackFacts => {
  const { mail, siteUrl, webhook, captcha, proxies = 0 } = settings;
  return {
    proxies,
    captcha: captcha?.kind ?? "altcha",
    ...(mail && { mail: mailFactsOf(mail, siteUrl) }),
    ...(mail && webhook && { webhook: webhook.url.host }),
  };
};
