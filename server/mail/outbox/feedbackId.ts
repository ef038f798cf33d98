import { domainOf } from "../mail.ts";

/** Fewest and most characters of a sender in a Feedback-ID. */
const [fewest, most] = [5, 15];

const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z\d]/gu, "");

/**
 * The field by which Gmail counts complaints: the kind of mail, and last the sender (https://support.google.com/mail/answer/6254652).
 * The sender is the brand's plain letters, since any others would have the whole field encoded; a brand that has too few is followed
 * by the sender's domain.
 */
export function feedbackId(kind: string, brand: string, from: string): string {
  const name = plain(brand);
  const sender = name.length < fewest ? `${name}${plain(domainOf(from))}` : name;
  return `${kind}:${sender.slice(0, most)}`;
}
