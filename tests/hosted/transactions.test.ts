import { describe } from "vitest";
import { describeTransactions } from "../contract/transactions.ts";
import { skipReason, startHostedBackend } from "./support/hostedBackend.ts";

describe.skipIf(skipReason)("on genuine parts", () => {
  describeTransactions("PostgREST", startHostedBackend);
});
