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
  "{{invite_link}}": "https://invite-link.invalid/",
} as const;

export const placeholders = Object.keys(substitutes);

/** The text of an update with links in the place of their placeholders, so that it can be read as Markdown. */
export const withPersonal = (text: string): string =>
  Object.entries(substitutes).reduce((all, [placeholder, substitute]) => all.replaceAll(placeholder, substitute), text);

/** The first word in two braces that is no placeholder, so that people would receive it unchanged. */
export const unknownWord = (text: string): string | undefined =>
  text.match(/\{\{[^{}]*\}\}/gu)?.find((word) => !placeholders.includes(word));

/** The link of the launch mail: the product's address, whose query stays, with the person's invite code. */
export function inviteLink(product: string, code: string): string {
  const link = new URL(product);
  link.searchParams.set("invite", code);
  return link.href;
}

/** Whether an update contains each person's way into the product, so that it is only for people who were invited. */
export const saysInviteLink = (update: Update): boolean =>
  [update.subject, update.bodyHtml].some((text) => text.includes(substitutes["{{invite_link}}"]));

/** The text of an update for one person. */
export function forPerson(update: Update, { shareLink, friends, inviteLink: link = "" }: Recipient): Update {
  const fill = (text: string, written = (address: string) => address): string =>
    text
      .replaceAll(substitutes["{{share_link}}"], () => written(shareLink))
      .replaceAll(substitutes["{{invite_link}}"], () => written(link))
      .replaceAll(substitutes["{{friends}}"], String(friends));
  const { subject, preheader, bodyHtml, bodyText } = update;
  return {
    subject: fill(subject),
    preheader: fill(preheader),
    // The product's address may have a query already.
    bodyHtml: fill(bodyHtml, (address) => address.replaceAll("&", "&amp;")),
    bodyText: fill(bodyText),
  };
}
