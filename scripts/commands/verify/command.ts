import type { Command } from "commander";
import { type Host, inContext } from "../../cli/context.ts";
import { examples } from "../../cli/help.ts";
import type { VerifyOptions } from "./run.ts";

/** `prelaunch verify` */
export function defineVerify(program: Command, host: Host): void {
  program
    .command("verify")
    .summary("is the page fit to be published?")
    .description(
      "Looks at an export, in a folder or published, as a stranger would: links, anchors and assets, titles and descriptions, structured data, addresses, the policy, secrets, sizes, compression and caching, and what a browser says and fetches, where there is one. Says what to do about what is wrong, and ends with 1 then.",
    )
    .argument("[target]", "folder or address of the export", "dist/client")
    .option("--json", "as JSON")
    .option("--no-browser", "do not open the pages in a browser")
    .addHelpText(
      "after",
      examples("verify", "verify https://keelbook.example", "verify dist/client --json | jq '.findings[]'"),
    )
    .action((target: string, _options: unknown, command: Command) =>
      inContext(host, command, async (context) =>
        (await import("./run.ts")).verify(context, target, command.optsWithGlobals<VerifyOptions>()),
      ),
    );
}
