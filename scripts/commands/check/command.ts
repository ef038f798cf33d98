import { Argument, type Command } from "commander";
import { type Host, inContext, onBackend } from "../../cli/context.ts";
import { examples } from "../../cli/help.ts";
import type { CheckOptions } from "./run.ts";

type Part = "site" | "backend";

/** `prelaunch check`: the site, the backend, or both. */
export function defineCheck(program: Command, host: Host): void {
  program
    .command("check")
    .summary("check the site and the backend")
    .description(
      "Checks the site, the backend, or both. Says how to repair what is wrong, and then ends with 1.\n\nsite: an export, in a folder or published, as a stranger sees it: links and files, titles, structured data, addresses, the policy, secrets, whether a published page's form backend answers it and its project accepts its key, sizes, compression and caching, and the messages of a browser, where there is one.\n\nbackend: the settings, the schema, the policies (every table and verb is really tried as a visitor and as a signed-in stranger; nothing is left behind), the settings of a hosted project's auth service, the data, the age of the embedded stack's last backup, whether applications are answered in time, the mails (waiting and failed ones, bounces and complaints, and SPF, DKIM and DMARC of the sender's domain), the captcha and the clocks.",
    )
    .addArgument(new Argument("[part]", "what to check (default: both)").choices(["site", "backend"]))
    .argument("[target]", "site: folder or address of the export (default: dist/client)")
    .option("--json", "as JSON")
    .option("--no-browser", "site: do not open the pages in a browser")
    .addHelpText(
      "after",
      examples(
        "check",
        "check site https://keelbook.example",
        "check backend --json | jq '.findings[] | select(.level != \"ok\")'",
      ),
    )
    .action((part: Part | undefined, target: string | undefined, { browser }: CheckOptions, command: Command) => {
      if (part === "site")
        return inContext(host, command, async (context) =>
          (await import("./run.ts")).checkPublished(context, target, command.optsWithGlobals<CheckOptions>()),
        );
      if (target !== undefined) return command.error("error: only check site takes a target", { exitCode: 2 });
      if (part === "backend" && !browser)
        return command.error("error: --no-browser is for the site; check backend opens no page", { exitCode: 2 });
      return onBackend(host, command, async (context) => {
        const { checkAll, checkBackendAlone } = await import("./run.ts");
        const options = command.optsWithGlobals<CheckOptions>();
        return part === "backend" ? checkBackendAlone(context, options) : checkAll(context, options);
      });
    });
}
