import { describe } from "vitest";
import { describeReviews } from "../contract/reviews.ts";
import { skipReason, startHostedBackend } from "./support/hostedBackend.ts";

describe.skipIf(skipReason)("on genuine parts", () => {
  describeReviews("PostgREST", startHostedBackend);
});
