import type { Command } from "commander";
import { type Host, inContext } from "../../cli/context.ts";
import { examples } from "../../cli/help.ts";
import type { DeployOptions } from "./run.ts";

/** `prelaunch deploy` */
export function defineDeploy(program: Command, host: Host): void {
  program
    .command("deploy")
    .summary("bring a hosted project up to date")
    .description(
      "Applies the migrations, sets the secrets and deploys the form backend of a hosted project with the Supabase CLI. Checks first that everything it needs is there. Every step can be repeated.",
    )
    .option("--dry-run", "print the steps and run none")
    .option("--yes", "do not ask")
    .addHelpText("after", examples("deploy --dry-run", "deploy"))
    .action((options: DeployOptions, command: Command) =>
      inContext(host, command, async (context) => (await import("./run.ts")).deploy(context, options)),
    );
}
