import { beforeAll, describe, onTestFinished } from "vitest";
import type { Backend, BackendOptions } from "../support/backend.ts";
import type { ContractContext } from "./context.ts";
import { describeCaptcha } from "./routes/captcha.ts";
import { describeForms } from "./routes/forms.ts";
import { describeGrowth } from "./routes/growth.ts";
import { describeMailLinks } from "./routes/mailLinks.ts";
import { describeStore } from "./routes/store.ts";
import { describeWire } from "./routes/wire.ts";

/** The HTTP contract of the form routes, for every backend that implements it. */
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

    describeForms(context);
    describeCaptcha(context);
    describeMailLinks(context);
    describeGrowth(context);
    describeStore(context);
    describeWire(context);
  });
}
