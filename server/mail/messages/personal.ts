/** The parameters of an update, besides those of every mail to the list. */
export interface Update {
  subject: string;
  preheader: string;
  bodyHtml: string;
  bodyText: string;
}

/** Placeholder for a person's link while an update is rendered, as the target of a link in Markdown: a domain that nobody can have (RFC 2606). */
const shareLink = "https://share-link.invalid/";

/** Where an update says how many friends of a person came. */
const friends = "{{friends}}";

/** The text of an update with a link in the place of `{{share_link}}`, so that it can be read as Markdown. */
export const withPersonal = (text: string): string => text.replaceAll("{{share_link}}", shareLink);

/** The first word in two braces that is no placeholder, so that people would receive it unchanged. */
export const unknownWord = (text: string): string | undefined =>
  text.match(/\{\{[^{}]*\}\}/gu)?.find((word) => word !== friends && word !== "{{share_link}}");

/** Where the launch mail leads a person: to the product's address, whose own query stays, with their invite code. */
export function inviteLink(product: string, code: string): string {
  const link = new URL(product);
  link.searchParams.set("invite", code);
  return link.href;
}

/** A person as an update speaks of them. */
interface Recipient {
  /** Their link to friends. */
  shareLink: string;
  /** How many friends came by it. */
  friends: number;
}

/** An update as one person gets it. */
export function forPerson(update: Update, person: Recipient): Update {
  const fill = (text: string): string =>
    text.replaceAll(shareLink, person.shareLink).replaceAll(friends, String(person.friends));
  const { subject, preheader, bodyHtml, bodyText } = update;
  return { subject: fill(subject), preheader: fill(preheader), bodyHtml: fill(bodyHtml), bodyText: fill(bodyText) };
}
