import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { handler } from "altcha-lib/workers/shared";

handler({ deriveKey });

// Says that the script has arrived (solve.ts).
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- the rule is for windows
self.postMessage("arrived");
