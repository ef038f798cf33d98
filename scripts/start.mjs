// The site with its embedded backend: `npm start`.
import { runBundled } from "./bundled.mjs";

// Source maps make the stack trace of an unexpected error readable.
process.setSourceMapsEnabled(true);
await runBundled("start");
