import { startBackend } from "../support/backend.ts";
import { describeDenials } from "./denials.ts";

describeDenials("the embedded stack", startBackend);
