import type { Command } from "commander";
import { type Host, inContext } from "../../cli/context.ts";
import { examples } from "../../cli/help.ts";

/** `prelaunch config` */
export function defineConfig(program: Command, host: Host): void {
  program
    .command("config")
    .summary("show the settings and where each came from")
    .description(
      "Shows the resolved settings and where each came from: a flag, the environment, the file .env, or the default. Secrets are masked. Exits with 3 when a value cannot be right.",
    )
    .option("--json", "as JSON")
    .addHelpText("after", examples("config", "config --json"))
    .action((options: { json?: true }, command: Command) =>
      inContext(host, command, async (context) => (await import("./run.ts")).showConfig(context, options)),
    );
}
