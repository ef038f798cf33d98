import { describe } from "vitest";
import { describeContract } from "../contract/suite.ts";
import { skipReason, startHostedBackend } from "./support/hostedBackend.ts";

describe.skipIf(skipReason)("on genuine parts", () => {
  describeContract("PostgREST", startHostedBackend, { guarded: false });
});
