import { locale } from "../../contract/brand.ts";

/** The parameters of an update, besides those of every mail to the list. */
export interface Update {
  subject: string;
  preheader: string;
  bodyHtml: string;
  bodyText: string;
}

/** What an update may say about its recipient. */
interface Recipient {
  /** Their link to friends. */
  shareLink: string;
  /** How many friends came by that link. */
  friends: number;
  /** Their name, as an import brought it; undefined for people without one. */
  name?: string | undefined;
  /** Their place on the list, for a text that contains it. */
  place: number;
  /** Their way into the product; undefined for people who were not invited, and who get no text that contains it. */
  inviteLink: string | undefined;
}

/**
 * What takes the place of the placeholders while an update is rendered. The substitute for a link has a domain that
 * nobody can have (RFC 2606), so that it can be the target of a link in Markdown.
 */
const substitutes = {
  "{{share_link}}": "https://share-link.invalid/",
  "{{friends}}": "{{friends}}",
  "{{place}}": "{{place}}",
  "{{invite_link}}": "https://invite-link.invalid/",
} as const;

/** The recipient's name, with what is said where there is none: `{{name|there}}`. */
const nameWord = /\{\{name\|([^{}|]{1,40})\}\}/gu;

export const placeholders = [...Object.keys(substitutes), "{{name|there}}"];

/** The text of an update with links in the place of their placeholders, so that it can be read as Markdown. */
export const withPersonal = (text: string): string =>
  Object.entries(substitutes).reduce((all, [placeholder, substitute]) => all.replaceAll(placeholder, substitute), text);

/** The first word in two braces that is no placeholder, so that people would receive it unchanged. */
export const unknownWord = (text: string): string | undefined =>
  text.match(/\{\{[^{}]*\}\}/gu)?.find((word) => !(word in substitutes) && word.replace(nameWord, "") !== "");

/** The link of the launch mail: the product's address, whose query stays, with the person's invite code. */
export function inviteLink(product: string, code: string): string {
  const link = new URL(product);
  link.searchParams.set("invite", code);
  return link.href;
}

/** Whether an update contains each person's way into the product, so that it is only for people who were invited. */
export const saysInviteLink = (update: Update): boolean =>
  [update.subject, update.bodyHtml].some((text) => text.includes(substitutes["{{invite_link}}"]));

/** Whether an update contains each person's place on the list. */
export const saysPlace = (update: Update): boolean =>
  [update.subject, update.bodyHtml].some((text) => text.includes(substitutes["{{place}}"]));

/**
 * A name as a mail may say it; undefined for one that is none. Somebody else may have brought it, to send their own
 * words through this site: it has no line break, no placeholder, and nothing that a mail program makes a link of.
 */
const saidName = (name = ""): string | undefined =>
  /^[^\p{C}\u2028\u2029@:/\\<>{}]{1,100}$/u.test(name) && !/[.\u3002\uff0e\uff61\u2024][\p{L}\p{N}]{2}/u.test(name)
    ? name
    : undefined;

/** The text of an update for one person. */
export function forPerson(
  update: Update,
  { shareLink, friends, place, name, inviteLink: link = "" }: Recipient,
): Update {
  const fill = (text: string, written = (given: string) => given): string =>
    text
      .replaceAll(nameWord, (_word, otherwise: string) => {
        const said = saidName(name);
        return said === undefined ? otherwise : written(said);
      })
      .replaceAll(substitutes["{{share_link}}"], () => written(shareLink))
      .replaceAll(substitutes["{{invite_link}}"], () => written(link))
      .replaceAll(substitutes["{{place}}"], place.toLocaleString(locale))
      .replaceAll(substitutes["{{friends}}"], String(friends));
  const { subject, preheader, bodyHtml, bodyText } = update;
  return {
    subject: fill(subject),
    preheader: fill(preheader),
    // The product's address may have a query already. A name has neither < nor >.
    bodyHtml: fill(bodyHtml, (given) => given.replaceAll("&", "&amp;").replaceAll('"', "&quot;")),
    bodyText: fill(bodyText),
  };
}
