import { startBackend } from "../support/backend.ts";
import { describeTransactions } from "./transactions.ts";

describeTransactions("the embedded stack", startBackend);
