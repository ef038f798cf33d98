#!/usr/bin/env node
// The command line as users run it.
import { setFlagsFromString } from "node:v8";
import "./lostTerminal.mjs";
import { importBundled } from "./bundle.mjs";

// Files of millions of rows pass through: by default V8 keeps seconds' worth of garbage, more than all other memory (0138).
setFlagsFromString("--optimize-for-size");

const program = await importBundled("cli", "The command line");
await program?.main(process.argv.slice(2));
for (const stream of [process.stdout, process.stderr]) await new Promise((taken) => stream.write("", taken));
// Otherwise work that nobody waits for any more, such as an unanswered connection, would keep the process until its timeout.
process.exit();
