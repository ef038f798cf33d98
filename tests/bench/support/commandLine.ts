import { Argument, Command } from "commander";
import { parseCount } from "../../../scripts/cli/session/arguments.ts";
import { parseScript } from "../../support/parseScript.ts";

/** The benchmarks, in the order in which they run. */
export const benches = ["page", "cli", "joins", "hosted"];

const command = parseScript(
  new Command("npm run bench --")
    .description("Measures the site, the command line and a hosted project; exits with 1 if a goal is missed.")
    .addArgument(new Argument("[benchmarks...]", "which, instead of all").choices(benches))
    .option("--rows <number>", "rows of cli; its goals are for 100000", parseCount(1_000), 100_000),
);

/** Reads the command line: names of benchmarks, where none means all, and the number of rows of `cli`. */
export const commandLine = { asked: command.args, ...command.opts<{ rows: number }>() };
