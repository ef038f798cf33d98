// The site with its embedded backend: `npm start`.
import { importBundled } from "./bundled.mjs";

// For the stack trace of an error that nobody has foreseen.
process.setSourceMapsEnabled(true);
const program = await importBundled("start");
await program?.main(process.argv.slice(2));
