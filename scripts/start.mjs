// The site with its embedded backend: `npm start`.
import "./lostTerminal.mjs";
import { importBundled } from "./bundle.mjs";

// For the stack trace of an error that nobody has foreseen.
process.setSourceMapsEnabled(true);
const program = await importBundled("start", "npm start");
await program?.main(process.argv.slice(2));
