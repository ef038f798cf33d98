import { DeliveryError } from "../classify.ts";
import { kindOf } from "../../lib/caught.ts";
import { plainHash } from "../../lib/keyedHash.ts";
import type { Mail } from "../mail.ts";
import type { BatchAnswer, BatchRequests } from "../transports/transport.ts";
import type { BatchResult, ClaimedBatch, ClaimedEmail, Outbox } from "./outbox.ts";
import { type MailSite, prepareMail } from "./prepare.ts";
import type { MailTokens } from "./tokens.ts";

/** A claimed mail, and the tokens of its links. */
export interface TokenMail {
  email: ClaimedEmail;
  tokens: MailTokens;
}

/**
 * Makes the request of a claimed batch and seals it. If one of its mails cannot be made, they go by themselves, unless they were
 * requested together before.
 * @returns the text of the request, or what the batch has to be settled as; undefined if there is nothing to settle.
 */
export async function sealBatch(
  batch: ClaimedBatch,
  due: readonly TokenMail[],
  { outbox, site, batches }: { outbox: Outbox; site: MailSite; batches: BatchRequests },
): Promise<string | BatchResult | undefined> {
  let mails: Mail[];
  try {
    mails = await Promise.all(due.map(({ email, tokens }) => prepareMail(email, tokens, site)));
  } catch (error) {
    if (batch.attempt > 1) return { outcome: "changed" };
    const code = error instanceof DeliveryError ? error.code : `not_rendered_${kindOf(error).toLowerCase()}`;
    return { outcome: "refused", code };
  }
  const text = batches.compose(mails);
  return (await outbox.seal(batch, await plainHash(text))) ? text : undefined;
}

/** The result of a batch that was answered. */
export const answered = (due: readonly TokenMail[], answers: readonly BatchAnswer[]) => ({
  outcome: "answered" as const,
  results: due.map(({ email: { id } }, index) => {
    const answer = answers[index] ?? {};
    if ("code" in answer) return { id, code: answer.code };
    return answer.providerId === undefined ? { id } : { id, provider_id: answer.providerId };
  }),
});

/** What a request that failed means for its batch: an error that says nothing leaves it in doubt. */
export function failedBatch(cause: unknown): BatchResult {
  if (!(cause instanceof DeliveryError))
    return { outcome: "doubtful", code: `not_sent_${kindOf(cause).toLowerCase()}` };
  const { failure, code } = cause;
  if (failure === "unavailable" || failure === "limited") return { outcome: "released" };
  return { outcome: failure === "undeliverable" ? "refused" : failure, code };
}
