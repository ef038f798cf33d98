#!/usr/bin/env node
// The command line as users run it.
import { importBundled } from "./bundled.mjs";

const program = await importBundled("cli");
await program?.main(process.argv.slice(2));
for (const stream of [process.stdout, process.stderr]) await new Promise((taken) => stream.write("", taken));
// Otherwise work that nobody waits for any more, such as an unanswered connection, would keep the process until its timeout.
process.exit();
