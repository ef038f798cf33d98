import { Argument, type Command } from "commander";
import { type Host, inContext } from "../../cli/context.ts";
import { commandName, examples, programName } from "../../cli/help.ts";
import type { Shell } from "./run.ts";

/** `prelaunch completion` */
export function defineCompletion(program: Command, host: Host): void {
  program
    .command("completion")
    .summary("print the completion script of a shell")
    .description("Prints a script that completes commands, options and their values in a shell.")
    .addArgument(new Argument("<shell>", "which shell").choices(["bash", "zsh", "fish"]))
    .addHelpText(
      "after",
      `${examples(
        "completion bash > ~/.local/share/bash-completion/completions/prelaunch",
        'completion zsh > "${fpath[1]}/_prelaunch"',
        "completion fish > ~/.config/fish/completions/prelaunch.fish",
      )}

Shells complete by the first word, so make that one word (in zsh an alias would not do):
  bash, zsh  ${programName}() { ${commandName} "$@"; }
  fish       function ${programName}; ${commandName} $argv; end`,
    )
    .action((shell: Shell, _options: object, command: Command) =>
      inContext(host, command, async (context) => (await import("./run.ts")).printCompletion(context, shell, program)),
    );
}
