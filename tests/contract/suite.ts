import { beforeAll, describe, onTestFinished } from "vitest";
import type { Backend, BackendOptions } from "../support/backend.ts";
import type { ContractContext } from "./context.ts";
import { describeBeta } from "./routes/beta.ts";
import { describeCaptcha } from "./routes/captcha.ts";
import { describeStore } from "./routes/store.ts";
import { describeTrap } from "./routes/trap.ts";
import { describeWaitlist } from "./routes/waitlist.ts";
import { describeWire } from "./routes/wire.ts";

/** The wire contract of the form routes, for any backend that claims to keep it. */
export function describeContract(
  name: string,
  makeBackend: (options?: BackendOptions) => Promise<Backend>,
  { guarded }: Pick<ContractContext, "guarded"> = { guarded: true },
) {
  describe(`form routes on ${name}`, () => {
    let backend: Backend;
    beforeAll(async () => {
      backend = await makeBackend();
      return () => backend.stop();
    });
    const context: ContractContext = {
      guarded,
      backend: () => backend,
      async fresh(options) {
        const other = await makeBackend(options);
        onTestFinished(() => other.stop());
        return other;
      },
    };

    describeWaitlist(context);
    describeBeta(context);
    describeCaptcha(context);
    describeTrap(context);
    describeStore(context);
    describeWire(context);
  });
}
