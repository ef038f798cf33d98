import type { Command } from "commander";
import { type Host, onBackend } from "../../cli/context.ts";
import { examples } from "../../cli/help.ts";
import type { CheckOptions } from "./run.ts";

/** `prelaunch check` */
export function defineCheck(program: Command, host: Host): void {
  program
    .command("check")
    .summary("is all well?")
    .description(
      "Looks at the settings, the backend, its schema, its policies (every table and verb is really tried as a visitor and as a signed-in stranger; nothing is left behind), the data, the captcha, the static export and the clocks. Says what to do about what is wrong, and ends with 1 then.",
    )
    .option("--json", "as JSON")
    .addHelpText("after", examples("check", "check --json | jq '.findings[] | select(.level != \"ok\")'"))
    .action((options: CheckOptions, command: Command) =>
      onBackend(host, command, async (context) => (await import("./run.ts")).check(context, options)),
    );
}
