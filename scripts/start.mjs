// The site with its embedded backend: `npm start`.
import { runBundled } from "./bundled.mjs";

// For the stack trace of an error that nobody has foreseen.
process.setSourceMapsEnabled(true);
await runBundled("start");
