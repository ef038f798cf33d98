import type { Command } from "commander";
import { examples } from "../cli/arguments.ts";
import { type BackendContext, type Host, onBackend } from "../cli/context.ts";
import { say, write } from "../cli/io.ts";
import { dataFolderOf } from "../cli/stack.ts";
import { printableJson } from "../cli/terminalText.ts";
import { requireAddress } from "../files/addresses.ts";
import { readAbout } from "../operator/person.ts";

/** `prelaunch show`: what a person has the right to know. */
export function defineShow(program: Command, host: Host): void {
  program
    .command("show")
    .summary("show all data held about a person")
    .description("Writes all data held about a person as JSON: the answer to an access request.")
    .argument("<email>", "the person's email address")
    .addHelpText("after", examples("show ada@example.com", "show ada@example.com > ada.json"))
    .action((email: string, _options: object, command: Command) =>
      onBackend(host, command, (context) => showPerson(context, email)),
    );
}

/**
 * Writes all data about a person to stdout, as JSON.
 * @throws CliError `usage` when `address` is none, `unreachable`, `configuration`, `failed` or `interrupted`.
 */
async function showPerson(context: BackendContext, address: string): Promise<void> {
  const email = requireAddress(address);
  const dataFolder = dataFolderOf(context);
  const { status, rows, suppressions, mails, size } = await readAbout(context, { email, dataFolder });
  await write(
    context.out,
    printableJson({ email, status, at: context.clock().toISOString(), rows, suppressions, mails }),
  );
  if (size + suppressions.length === 0) say(context, "Nothing is held about this person.");
}
