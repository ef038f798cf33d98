import * as v from "valibot";
import { brand, locale } from "../../contract/brand.ts";
import { replyWithin } from "../../contract/limits.ts";
import { isUrl } from "../../lib/isUrl.ts";

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const control = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const isControlled = (text: string): boolean => control.test(text);

/**
 * Whether a text of several lines has a character that no mail carries: a control character besides line feeds and tabs, half of a
 * surrogate pair, or one that changes the direction of writing.
 */
export const hasControls = (text: string): boolean => isControlled(text.replaceAll(/[\n\t]/gu, " "));

function isSite(text: string): boolean {
  if (!isUrl(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/u.test(protocol) && `${username}${password}${search}${hash}` === "" && !/[\s?#]/u.test(text);
}

/** Most characters of an operator's text, as HTML or as plain text: Gmail cuts off mails beyond 102 KB. */
export const maxProseLength = 60_000;

/** Text of one or more paragraphs: lines end in a line feed, and there are no other control characters. */
const prose = v.pipe(
  v.string(),
  v.maxLength(maxProseLength),
  v.check((text) => !hasControls(text), "holds a control character"),
);

/** Most characters of one of the operator's lines, such as the imprint. */
export const maxLineLength = 200;

/** One line of at most `max` characters, none of which is a control character. */
export const line = (max: number) =>
  v.pipe(
    v.string(),
    v.maxLength(max),
    v.check((text) => !isControlled(text), "holds a control character"),
  );

/** Address of the site with its base path; each link of a mail begins with it. */
const site = v.pipe(
  line(500),
  v.check(isSite, "is no address of a site"),
  v.transform((url) => new URL(url).href.replace(/\/+$/u, "")),
);
/** The token of a link, made by us or by the auth service. */
const token = v.pipe(v.string(), v.regex(/^[\w-]{16,256}$/u, "is no token"));
/** A person's link to the product. */
const inviteLink = v.pipe(
  line(2000),
  v.check((text) => /^https?:\/\//u.test(text) && isUrl(text), "is no address"),
);

/** Name and postal address of the sender; shown only if set. */
const imprint = v.optional(line(maxLineLength), "");
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
    const parts = new Intl.DateTimeFormat(locale, {
      timeZone: "UTC",
      weekday: "long",
      day: "numeric",
      month: "long",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }).formatToParts(received.getTime() + replyWithin);
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
    return `${part("weekday")} ${part("day")} ${part("month")}, ${part("hour")}:${part("minute")} UTC`;
  }),
);

/** The mails with a sign-in link, by the type under which the auth service verifies it. */
export const signInMailKinds = ["signup", "magiclink", "recovery"] as const;

/** The sender's name, by which letters are signed, or else the brand. */
const sender = v.pipe(
  v.optional(line(maxLineLength), ""),
  v.transform((name) => name || brand),
);

const everywhere = { site, imprint, sender };
const signIn = v.strictObject({ ...everywhere, token });

/** The parts that are inserted as a whole. */
const inserted = {
  subject: line(maxLineLength),
  preheader: line(maxLineLength),
  /** HTML from `renderUpdate` and `operatorMail` only, as it is inserted unescaped. */
  bodyHtml: prose,
  bodyText: prose,
};
const confirmation = { ...everywhere, token, unsubscribeToken: token, placeToken: token, days };
const toOperator = v.strictObject({ ...everywhere, ...inserted });

/**
 * The parameters of each mail: links are made of `site` and a token, the rest are dates, counts and the operator's own words.
 * None of them takes text from a form.
 */
export const messageParameters = {
  signup: signIn,
  magiclink: signIn,
  recovery: signIn,
  "waitlist-confirmation": v.strictObject(confirmation),
  /** For people of an import. */
  "waitlist-confirmation-imported": v.strictObject(confirmation),
  /** The same, below the operator's words. */
  "waitlist-confirmation-written": v.strictObject({ ...confirmation, ...inserted }),
  "application-received": v.strictObject({ ...everywhere, receivedAt: replyBy }),
  "application-received-late": v.strictObject(everywhere),
  /** `tokenType` is the type under which the auth service verifies the token. */
  "application-accepted": v.strictObject({
    ...everywhere,
    token,
    tokenType: v.picklist(signInMailKinds),
  }),
  "application-declined": v.strictObject(everywhere),
  "launch-announcement": v.strictObject({ ...everywhere, unsubscribeToken: token, placeToken: token, inviteLink }),
  /** The text is in the operator's words. */
  "launch-announcement-written": v.strictObject({
    ...everywhere,
    unsubscribeToken: token,
    placeToken: token,
    inviteLink,
    ...inserted,
  }),
  update: v.strictObject({ ...everywhere, unsubscribeToken: token, placeToken: token, ...inserted }),
  "operator-digest": toOperator,
  "operator-alert": toOperator,
} as const;

export type MessageKind = keyof typeof messageParameters;

/** Whether this version knows such a mail. */
export const isMessageKind = (kind: string): kind is MessageKind => Object.hasOwn(messageParameters, kind);

/**
 * Mails that are not a kind of the outbox: those of the auth service, the text of a late receipt, the request to
 * confirm for people of an import, and the launch and that request in the operator's words.
 */
const otherMails = [
  ...signInMailKinds,
  "waitlist-confirmation-imported",
  "waitlist-confirmation-written",
  "application-received-late",
  "launch-announcement-written",
] as const;

export type OutboxMailKind = Exclude<MessageKind, (typeof otherMails)[number]>;

/** Whether this version knows such a mail as one that the outbox sends. */
export const isOutboxMail = (kind: string): kind is OutboxMailKind =>
  isMessageKind(kind) && !otherMails.some((other) => other === kind);

export type MessageParameters<Kind extends MessageKind> = v.InferInput<(typeof messageParameters)[Kind]>;
