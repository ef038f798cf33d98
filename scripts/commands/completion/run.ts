import type { Command } from "commander";
import { programName } from "../../cli/help.ts";
import { type Io, write } from "../../cli/io.ts";

/** What can follow a command: options, and the choices of its first argument. */
interface Verb {
  name: string;
  about: string;
  words: string[];
}

const flags = (command: Command): string[] => command.options.flatMap(({ long }) => (long ? [long] : []));

const verbs = (program: Command): Verb[] =>
  program.commands.map((command) => ({
    name: command.name(),
    about: command.summary(),
    words: [...(command.registeredArguments[0]?.argChoices ?? []), ...flags(command), "--help", ...flags(program)],
  }));

const scripts = {
  bash: (all: Verb[], first: string[]) => `_${programName}() {
  local words
  case "\${COMP_WORDS[1]}" in
${all.map(({ name, words }) => `    ${name}) words="${words.join(" ")}" ;;`).join("\n")}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${first.join(" ")}"; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${programName} ${programName}
`,
  zsh: (all: Verb[], first: string[]) => `#compdef ${programName}
_${programName}() {
  if (( CURRENT == 2 )); then
    compadd -- ${first.join(" ")}
    return
  fi
  case "\${words[2]}" in
${all.map(({ name, words }) => `    ${name}) compadd -- ${words.join(" ")} ;;`).join("\n")}
  esac
  _files
}
if [ "$funcstack[1]" = "_${programName}" ]; then _${programName} "$@"; else compdef _${programName} ${programName}; fi
`,
  fish: (all: Verb[]) =>
    `${all
      .flatMap(({ name, about, words }) => [
        `complete -c ${programName} -n __fish_use_subcommand -a ${name} -d '${about.replaceAll("'", "\\'")}'`,
        `complete -c ${programName} -n '__fish_seen_subcommand_from ${name}' -a '${words.join(" ")}'`,
      ])
      .join("\n")}\n`,
};

/** Writes the completion script of a shell, made from the commands there are. */
export function printCompletion(
  { out }: Pick<Io, "out">,
  shell: keyof typeof scripts,
  program: Command,
): Promise<void> {
  const all = verbs(program);
  return write(out, scripts[shell](all, [...all.map(({ name }) => name), "help", ...flags(program), "--help"]));
}
