import type { Mail } from "../mail.ts";

/**
 * How a send failed:
 * `permanent`: refused for good; `temporary`: refused for now; `doubtful`: no answer, the mail may have been accepted;
 * `closing`: refused for now, because of this mail or of any, by a server that closed the session (RFC 5321 3.8, 421) or by something
 * in front of it;
 * `policy`: refused by a rule that concerns this mail or, more often, its sender and so every mail (RFC 3463 3.8, X.7.X);
 * `throttled`: refused for now, as mails come too fast, or as enough of them have been taken for some time;
 * `unavailable`: the transport accepts no mail at all at the moment.
 */
export type Failure = "permanent" | "temporary" | "doubtful" | "closing" | "policy" | "throttled" | "unavailable";

/** What a refusal may be about besides the one mail, for a log. */
const subjects = { sender: "the sender is refused", amount: "the server gets too many mails" };

/** The end of a code for a refused sender: its address, its log-in, or what it may send (RFC 3463, X.1.7, X.1.8, X.7.X). */
const refusedSender = /_[45]\.(?:1\.[78]|7\.\d{1,3})$/u;

/** A mail was not accepted. The message contains no address and no text from a server. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  readonly failure: Failure;
  /** The code that is stored: lower-case letters, digits, dots and underscores, such as `smtp_550_5.1.1`. */
  readonly code: string;
  /** Seconds that the provider asks to wait. */
  readonly retryAfter: number | undefined;
  /** Set where probably the sender is refused, or where the server says that it gets too many mails, whichever command it refuses. */
  readonly about: keyof typeof subjects | undefined;

  constructor(
    failure: Failure,
    code: string,
    options: ErrorOptions & { retryAfter?: number | undefined; about?: "amount" | undefined } = {},
  ) {
    super(`The mail was not accepted (${code}).`, options);
    this.failure = failure;
    this.code = code;
    this.retryAfter = options.retryAfter;
    this.about = options.about ?? (failure === "policy" || refusedSender.test(code) ? "sender" : undefined);
  }
}

/** Why mails wait, for a log. */
export const reasonOf = ({ code, about }: DeliveryError): string => (about ? `${code}, ${subjects[about]}` : code);

/** Longest time for a mail up to its last byte, in ms. The lease of an outbox row is longer than this and {@link longestAnswer} together. */
export const longestTransfer = 120_000;

/** Longest wait for the answer to a mail, in ms, from its last byte. */
export const longestAnswer = 360_000;

/** A way to send mails: an SMTP server, a provider's API or the inbox folder. */
export interface Transport {
  /** One line about it, shown at start; contains no secret. */
  readonly about: string;
  /** Number of sends at a time. */
  readonly concurrency: number;
  /** Hours during which the provider recognises a repeated send by its id; unset if it never does. */
  readonly idempotentHours?: number;
  /**
   * Sends one mail.
   * @param lastByte is awaited before the byte that completes the mail, by transports that cannot recognise repeated mails
   * @returns the provider's id of the mail, if it gives one.
   * @throws DeliveryError
   */
  send(mail: Mail, lastByte?: () => Promise<void>): Promise<{ providerId?: string }>;
  /** Deletes what it keeps of a mail, if it keeps any. */
  forget?(id: string): Promise<void>;
  /** Takes no more mails; what is being sent ends within seconds. */
  close(): Promise<void>;
}
