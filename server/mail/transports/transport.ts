import type { Mail } from "../mail.ts";

/**
 * What came of a send that did not succeed:
 * `permanent`: refused for good; `temporary`: refused for now; `doubtful`: no answer, it may have been accepted;
 * `closing`: refused for now by a server that ended the session, over this mail alone or over any (RFC 5321 3.8, 421);
 * `unavailable`: the transport takes no mail at all at the moment, whoever it is for.
 */
export type Failure = "permanent" | "temporary" | "doubtful" | "closing" | "unavailable";

/** A mail that was not accepted. Its message holds no address and nothing that a server said. */
export class DeliveryError extends Error {
  readonly failure: Failure;
  /** What is kept of it: lower-case letters, digits, dots and underscores, such as `smtp_550_5.1.1`. */
  readonly code: string;
  /** Seconds that the provider asks to wait. */
  readonly retryAfter: number | undefined;

  constructor(failure: Failure, code: string, options: ErrorOptions & { retryAfter?: number | undefined } = {}) {
    super(`The mail was not accepted (${code}).`, options);
    this.name = "DeliveryError";
    this.failure = failure;
    this.code = code;
    this.retryAfter = options.retryAfter;
  }
}

/** Longest that handing one mail over may take, in ms; the lease of an outbox row is longer. */
export const longestSend = 120_000;

/** What takes mails out of the house: an SMTP server, a provider's API, or the inbox folder. */
export interface Transport {
  /** One line about it, shown at start: no secret in it. */
  readonly about: string;
  /** How many sends may be under way at once. */
  readonly concurrency: number;
  /** Hours in which a repeated send with the same id is recognised by the provider; unset where it never is. */
  readonly idempotentHours?: number;
  /**
   * Hands one mail over.
   * @param lastByte is waited for before the byte that completes the mail, by transports that cannot recognise a repeated one
   * @returns the provider's id of it, where it gives one.
   * @throws DeliveryError
   */
  send(mail: Mail, lastByte?: () => Promise<void>): Promise<{ providerId?: string }>;
  close(): Promise<void>;
}
