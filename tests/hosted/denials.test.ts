import { describe } from "vitest";
import { describeDenials } from "../contract/denials.ts";
import { skipReason, startHostedBackend } from "./support/hostedBackend.ts";

describe.skipIf(skipReason)("on genuine parts", () => {
  describeDenials("PostgREST", startHostedBackend);
});
