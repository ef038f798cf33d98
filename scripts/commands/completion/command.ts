import { Argument, type Command } from "commander";
import { type Host, inContext } from "../../cli/context.ts";
import { examples } from "../../cli/help.ts";

/** `prelaunch completion` */
export function defineCompletion(program: Command, host: Host): void {
  program
    .command("completion")
    .summary("print the completion script of a shell")
    .description("Prints a script that completes commands, options and their choices in a shell.")
    .addArgument(new Argument("<shell>", "which shell").choices(["bash", "zsh", "fish"]))
    .addHelpText(
      "after",
      examples(
        "completion bash > ~/.local/share/bash-completion/completions/prelaunch",
        'completion zsh > "${fpath[1]}/_prelaunch"',
        "completion fish > ~/.config/fish/completions/prelaunch.fish",
      ),
    )
    .action((shell: "bash" | "zsh" | "fish", _options: object, command: Command) =>
      inContext(host, command, async (context) => (await import("./run.ts")).printCompletion(context, shell, program)),
    );
}
