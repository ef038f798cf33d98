import type { Mail } from "../../../server/mail/mail.ts";
import { DeliveryError, type Failure } from "../../../server/mail/classify.ts";
import type { Transport } from "../../../server/mail/transports/transport.ts";

/** A transport whose outcome for each mail the test decides. */
export function transportThat(answer: (mail: Mail) => Failure | undefined, options: Partial<Transport> = {}) {
  const taken: Mail[] = [];
  const transport: Transport = {
    about: "test",
    concurrency: 3,
    async send(mail) {
      const failure = answer(mail);
      if (failure) throw new DeliveryError(failure, `test_${failure}`);
      taken.push(mail);
      return { providerId: `provider-${mail.id}` };
    },
    close: async () => undefined,
    ...options,
  };
  return { taken, transport };
}
