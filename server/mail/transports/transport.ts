import type { Mail } from "../mail.ts";

/** Longest time for a whole mail, in ms: a filter may read it for minutes before it answers. The lease of an outbox row is longer. */
export const longestSend = 480_000;

/** What became of one mail of a batch: it was accepted, with the provider's id if it gives one, or refused with a code. */
export type BatchAnswer = { providerId?: string } | { code: string };

/** Many mails by one request of a provider. */
export interface BatchRequests {
  /** Most mails of a request. */
  most: number;
  /** The text of a request, which is the same for the same mails. */
  compose(mails: readonly Mail[]): string;
  /**
   * Sends a request of `count` mails under a key, by which the provider recognises it for {@link Transport.idempotentHours}.
   * @returns what became of each mail, in their order.
   * @throws DeliveryError about all of them
   */
  send(key: string, text: string, count: number): Promise<BatchAnswer[]>;
}

/** A way to send mails: an SMTP server, a provider's API or the inbox folder. */
export interface Transport {
  /** One line about the transport, shown at the start; it contains no secret. */
  readonly about: string;
  /** Number of sends at a time. */
  readonly concurrency: number;
  /** Hours during which the provider recognises a repeated send by its id; undefined if it never does. */
  readonly idempotentHours?: number;
  /** Absent where the provider takes only one mail by a request. */
  readonly batches?: BatchRequests;
  /** Removes what a killed sender left half done; called before the first mail of a running stack. */
  start?(): Promise<void>;
  /**
   * Sends one mail.
   * @returns the provider's id of the mail, if it gives one.
   * @throws DeliveryError
   */
  send(mail: Mail): Promise<{ providerId?: string }>;
  /** Ends the transport: it accepts no more mails, and a mail that is being sent ends within seconds. */
  close(): Promise<void>;
}
