import type { Command } from "commander";

/** Reads the arguments of an npm script. With a wrong one, or `--help`, says what there is and ends the process. */
export const parseScript = <C extends Command>(command: C): C => command.showHelpAfterError().parse();
