import { startBackend } from "../support/backend.ts";
import { describeContract } from "./suite.ts";

describeContract("the embedded stack", startBackend);
