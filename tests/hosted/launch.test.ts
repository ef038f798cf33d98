import { afterAll, describe } from "vitest";
import { describeLaunch } from "../mail/support/launchDay.ts";
import { endHostedBackends, skipReason, startHostedBackend } from "./support/hostedBackend.ts";

afterAll(endHostedBackends);

describe.skipIf(skipReason)("on genuine parts", () => {
  describeLaunch("a hosted project", startHostedBackend);
});
