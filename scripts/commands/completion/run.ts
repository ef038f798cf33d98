import type { Command } from "commander";
import { type Io, write } from "../../cli/io.ts";
import { bash } from "./shells/bash.ts";
import { fish } from "./shells/fish.ts";
import { zsh } from "./shells/zsh.ts";
import { grammarOf } from "./shells/words.ts";

const scripts = { bash, zsh, fish };

/** A shell that completion scripts are made for. */
export type Shell = keyof typeof scripts;

/** Writes the completion script of a shell, generated from the commands. */
export const printCompletion = ({ out }: Pick<Io, "out">, shell: Shell, program: Command): Promise<void> =>
  write(out, scripts[shell](grammarOf(program)));
