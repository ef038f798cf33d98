import type { Command } from "commander";
import { examples } from "../cli/session/arguments.ts";
import { type BackendContext, type Host, onBackend, dataFolderOf, whereOf } from "../cli/session/context.ts";
import { CliError } from "../data/errors.ts";
import { say } from "../cli/terminal/io.ts";
import { confirmed } from "../cli/terminal/prompts.ts";
import { table, withFigures } from "../cli/terminal/table.ts";
import { requireAddress } from "../files/addresses.ts";
import { erasePerson, readAbout } from "../operator/person.ts";
import { unerasedText } from "../cli/sentences/erasure.ts";

interface EraseOptions {
  dryRun?: true;
  yes?: true;
}

/** `prelaunch erase`: what a person has the right to request. */
export function defineErase(program: Command, host: Host): void {
  program
    .command("erase")
    .summary("erase all data held about a person")
    .description(
      "Erases all data held about a person, everywhere, in one transaction, and records that it was done without saying whose data it was. Shows what would be erased and asks first.",
    )
    .argument("<email>", "the person's email address")
    .option("--dry-run", "only show what would be erased")
    .option("--yes", "do not ask")
    .addHelpText("after", examples("erase ada@example.com --dry-run", "erase ada@example.com"))
    .action((email: string, options: EraseOptions, command: Command) =>
      onBackend(host, command, (context) => erase(context, email, options)),
    );
}

/**
 * Erases a person after a preview and a confirmation. It can be repeated after any interruption.
 * @throws CliError `usage` when `address` is no address, or when nobody can be asked and --yes is missing; `failed`
 *   when the answer was no, or when nothing is held about the address: a mistyped one must not seem erased.
 */
async function erase(context: BackendContext, address: string, { dryRun, yes }: EraseOptions): Promise<void> {
  const email = requireAddress(address);
  const person = { email, dataFolder: dataFolderOf(context) };
  const { rows, mails, size } = await readAbout(context, person);
  if (size === 0)
    throw new CliError("failed", "Nothing is held about this address, so nothing was erased.", {
      hint: "Is it spelled correctly? An address that was erased before gives the same answer.",
    });
  const found = Object.entries({ ...rows, "mails in the inbox": mails }).filter(([, of]) => of.length > 0);
  const lines = found.sort().map(([name, of]) => [`  ${name}`, String(of.length)]);
  say(context, `Held about this person in ${whereOf(context)}:\n${table(withFigures(lines))}`);
  if (dryRun) return say(context, "Nothing was erased (--dry-run).");
  if (!yes)
    await confirmed(context, {
      question: "This cannot be undone. Type the address to erase it:",
      typed: email,
      refusal: "That is a different address. Nothing was erased.",
      hint: "Give --yes to erase without being asked.",
    });
  await erasePerson(context, person);
  const recorded =
    size > mails.length ? " The table erasures records that it was done, and no import brings them back." : "";
  say(context, `Erased.${recorded}\n${await unerasedText(context)}`);
}
