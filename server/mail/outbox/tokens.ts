import { keyedHash, plainHash } from "../../lib/keyedHash.ts";
import { isOutboxMail, messageParameters } from "../messages/parameters.ts";
import type { ClaimedEmail, TokenEntry } from "./outbox.ts";

/** The tokens of a mail, unhashed. */
export interface MailTokens {
  confirm?: string;
  unsubscribe?: string;
}

const hasParameter = (kind: string, name: "token" | "unsubscribeToken"): boolean =>
  isOutboxMail(kind) && name in messageParameters[kind].entries;

/** Whether a mail goes to somebody because they are on the waitlist; if so, it has an unsubscribe link. */
export const isToList = (kind: string): boolean => hasParameter(kind, "unsubscribeToken");

/** SHA-256 of a token, in hex, which is all that the database stores of it. */
export const tokenHash = (token: string): Promise<string> => plainHash(token);

/**
 * Derives a mail's tokens (256 bits, hex) from the sender's secret, so that a repeated send has the same ones and the database
 * never stores them (docs/decisions/0119). The unsubscribe token is the same in every mail to an address.
 */
export async function deriveTokens(
  secret: string,
  { id, kind, email }: Pick<ClaimedEmail, "id" | "kind" | "email">,
): Promise<MailTokens> {
  if (!isToList(kind)) return {};
  const unsubscribe = await keyedHash(secret, `keelbook mail token 1, unsubscribe, ${email}`);
  if (!hasParameter(kind, "token")) return { unsubscribe };
  return { unsubscribe, confirm: await keyedHash(secret, `keelbook mail token 1, confirm, ${id}`) };
}

/** The rows that the database stores for a mail's tokens. */
export async function tokenEntries(email: string, { confirm, unsubscribe }: MailTokens): Promise<TokenEntry[]> {
  const entries: TokenEntry[] = [];
  if (confirm !== undefined) entries.push({ hash: await tokenHash(confirm), purpose: "confirm", email });
  if (unsubscribe !== undefined) entries.push({ hash: await tokenHash(unsubscribe), purpose: "unsubscribe", email });
  return entries;
}
