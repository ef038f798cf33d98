import { startBackend } from "../support/backend.ts";
import { describeReviews } from "./reviews.ts";

describeReviews("the embedded stack", startBackend);
