import { startBackend } from "../support/backend.ts";
import { describeLaunch } from "./support/launchDay.ts";

describeLaunch("the embedded stack's services", startBackend);
