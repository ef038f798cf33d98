import type { Transport } from "./transport.ts";

/**
 * A transport that keeps no mail to somebody who was erased while it was written. `erase` deletes the record of a mail before it looks for
 * what is kept of it, so what it does not find is written later, and deleted here.
 * @param isRecorded whether the outbox still has a mail
 */
export function withoutErased(transport: Transport, isRecorded: (id: string) => Promise<boolean>): Transport {
  if (!transport.forget) return transport;
  return {
    ...transport,
    async send(mail, lastByte) {
      const sent = await transport.send(mail, lastByte);
      // A database that does not answer now is no reason to write the mail again.
      if (!(await isRecorded(mail.id).catch(() => true))) await transport.forget?.(mail.id);
      return sent;
    },
  };
}
