import * as v from "valibot";
import { replyWithinHours } from "../../contract/reply.ts";

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const control = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const isControlled = (text: string): boolean => control.test(text);

function isSite(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/u.test(protocol) && `${username}${password}${search}${hash}` === "" && !/[\s?#]/u.test(text);
}

/** What is a paragraph or more: lines end in a line feed, and nothing else in it is invisible. */
const prose = v.pipe(
  v.string(),
  v.maxLength(60_000),
  v.check((text) => !isControlled(text.replaceAll(/[\n\t]/gu, "")), "holds a control character"),
);

const line = (max: number) =>
  v.pipe(
    v.string(),
    v.maxLength(max),
    v.check((text) => !isControlled(text), "holds a control character"),
  );

/** Where the site is served from, base path included; each link of a mail begins with it. */
const site = v.pipe(
  line(500),
  v.check(isSite, "is no address of a site"),
  v.transform((url) => new URL(url).href.replace(/\/+$/u, "")),
);
/** What a link carries: made by us or by the auth service. */
const token = v.pipe(v.string(), v.regex(/^[\w-]{16,256}$/u, "is no token"));
/** Name and postal address of whoever sends the mail; nothing is shown while it is unset. */
const imprint = v.optional(line(200), "");
const days = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(3650),
  v.transform((count) => (count === 1 ? "1 day" : `${count} days`)),
);

const replyBy = v.pipe(
  v.date(),
  v.transform((received) => {
    const parts = new Intl.DateTimeFormat("en-GB", {
      timeZone: "UTC",
      weekday: "long",
      day: "numeric",
      month: "long",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }).formatToParts(received.getTime() + replyWithinHours * 3_600_000);
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
    return `${part("weekday")} ${part("day")} ${part("month")}, ${part("hour")}:${part("minute")} UTC`;
  }),
);

const everywhere = { site, imprint };
const signIn = v.strictObject({ ...everywhere, token });

/**
 * What each mail is filled with: links are made of `site` and a token, the rest are dates, counts and the operator's own
 * words. Nothing that a stranger typed has a place here.
 */
export const messageParameters = {
  signup: signIn,
  magiclink: signIn,
  recovery: signIn,
  "waitlist-confirmation": v.strictObject({ ...everywhere, token, unsubscribeToken: token, days }),
  "application-received": v.strictObject({ ...everywhere, receivedAt: replyBy }),
  /** `tokenType` is what the auth service says that the token has to be verified as. */
  "application-accepted": v.strictObject({
    ...everywhere,
    token,
    tokenType: v.picklist(["signup", "magiclink", "recovery"]),
  }),
  "application-declined": v.strictObject(everywhere),
  "launch-announcement": v.strictObject({ ...everywhere, unsubscribeToken: token }),
  update: v.strictObject({
    ...everywhere,
    unsubscribeToken: token,
    subject: line(200),
    preheader: line(200),
    /** Made by `renderUpdate`, which alone may: it goes into the mail as it is. */
    bodyHtml: prose,
    bodyText: prose,
  }),
} as const;

/** What a mail is about. */
export type MessageKind = keyof typeof messageParameters;

/** What a mail of a kind has to be told. */
export type MessageParameters<Kind extends MessageKind> = v.InferInput<(typeof messageParameters)[Kind]>;
