import { startBackend } from "../support/backend.ts";
import { describeAccounts } from "./accounts.ts";
import { describeDenials } from "./denials.ts";
import { describeContract } from "./suite.ts";
import { describeTransactions } from "./transactions.ts";

describeContract("the embedded stack", startBackend);
describeDenials("the embedded stack", startBackend);
describeTransactions("the embedded stack", startBackend);
describeAccounts("the embedded stack", async () => {
  const { databaseUrl, stop } = await startBackend();
  return { authUrl: databaseUrl, stop };
});
