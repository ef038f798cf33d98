import type { Command } from "commander";

/** Reads the arguments of an npm script. After a wrong one, or `--help`, it prints the usage and ends the process. */
export const parseScript = <C extends Command>(command: C): C => command.showHelpAfterError().parse();
