import type { PlaceTokens } from "../../contract/shareCode.ts";
import { keyedHash, plainHash } from "../../lib/keyedHash.ts";
import type { LinkEntry } from "../../store/store.ts";
import { columnWords } from "../../supabase/schema.ts";
import { isOutboxMail, messageParameters } from "../messages/parameters.ts";
import type { ClaimedEmail, TokenEntry } from "./outbox.ts";

/** The tokens of a mail, unhashed. */
export type MailTokens = { [Purpose in LinkEntry["purpose"]]?: string };

const hasParameter = (kind: string, name: "token" | "unsubscribeToken"): boolean =>
  isOutboxMail(kind) && name in messageParameters[kind].entries;

/** Whether a mail goes to somebody because they are on the waitlist; if so, it has an unsubscribe link. */
export const isToList = (kind: string): boolean => hasParameter(kind, "unsubscribeToken");

/** SHA-256 of a token, in hex, which is all that the database stores of it. */
export const tokenHash = (token: string): Promise<string> => plainHash(token);

/**
 * Derives a mail's tokens (256 bits, hex) from the sender's secret, so that a repeated send has the same ones and the database
 * never stores them (docs/decisions/0119). Those to unsubscribe and of the place are the same in every mail to an address.
 */
export async function deriveTokens(
  secret: string,
  { id, kind, email }: Pick<ClaimedEmail, "id" | "kind" | "email">,
): Promise<MailTokens> {
  if (!isToList(kind)) return {};
  const unsubscribe = await keyedHash(secret, `keelbook mail token 1, unsubscribe, ${email}`);
  const place = await keyedHash(secret, `keelbook mail token 1, place, ${email}`);
  if (!hasParameter(kind, "token")) return { unsubscribe, place };
  return { unsubscribe, place, confirm: await keyedHash(secret, `keelbook mail token 1, confirm, ${id}`) };
}

/**
 * Derives the tokens of the link to a person's place that the browser keeps in which they confirmed, from the token
 * of their mail, so that confirming twice gives the same.
 */
export const placeTokensOf = async (secret: string, confirm: string): Promise<PlaceTokens> => ({
  place: await keyedHash(secret, `keelbook browser token 1, place, ${confirm}`),
  unsubscribe: await keyedHash(secret, `keelbook browser token 1, unsubscribe, ${confirm}`),
});

/** What the database stores of tokens. */
export async function linkEntries(tokens: MailTokens): Promise<LinkEntry[]> {
  const entries: LinkEntry[] = [];
  for (const purpose of columnWords.email_tokens.purpose) {
    const token = tokens[purpose];
    if (token !== undefined) entries.push({ hash: await tokenHash(token), purpose });
  }
  return entries;
}

/** The rows that the database stores for a mail's tokens. */
export const tokenEntries = async (email: string, tokens: MailTokens): Promise<TokenEntry[]> =>
  (await linkEntries(tokens)).map(({ hash, purpose }) => ({ hash, purpose, email }));
