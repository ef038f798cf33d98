#!/usr/bin/env node
// The command line as users run it.
import { runBundled } from "./bundled.mjs";

await runBundled("cli");
