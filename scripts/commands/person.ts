import { rm } from "node:fs/promises";
import type { Command } from "commander";
import * as v from "valibot";
import { type BackendContext, type Host, onBackend } from "../cli/context.ts";
import { callFunction } from "../cli/data.ts";
import { asideText, whereOf } from "../cli/stack.ts";
import { CliError, isSystemError, readError } from "../cli/errors.ts";
import { examples } from "../cli/arguments.ts";
import { say, write } from "../cli/io.ts";
import { confirmed } from "../cli/prompts.ts";
import { table, withFigures } from "../cli/table.ts";
import { printableJson } from "../cli/terminalText.ts";
import { requireAddress } from "../files/addresses.ts";

/** Options of `erase`, as commander gives them. */
interface EraseOptions {
  dryRun?: true;
  yes?: true;
}

/** `prelaunch show` and `prelaunch erase`: what a person has the right to request. */
export function definePerson(program: Command, host: Host): void {
  program
    .command("show")
    .summary("show all data held about a person")
    .description("Writes all data held about a person as JSON: the answer to an access request.")
    .argument("<email>", "the person's email address")
    .addHelpText("after", examples("show ada@example.com", "show ada@example.com > ada.json"))
    .action((email: string, _options: object, command: Command) =>
      onBackend(host, command, (context) => showPerson(context, email)),
    );
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
      onBackend(host, command, (context) => erasePerson(context, email, options)),
    );
}

/**
 * Writes all data that is held about a person to stdout, as JSON.
 * @throws CliError `usage` when `address` is none, `unreachable`, `configuration`, `failed` or `interrupted`.
 */
async function showPerson(context: BackendContext, address: string): Promise<void> {
  const email = requireAddress(address);
  const { held, suppressed, mails, size } = await heldAbout(context, email);
  await write(context.out, printableJson({ email, at: context.clock().toISOString(), held, suppressed, mails }));
  if (size + suppressed.length === 0) say(context, "Nothing is held about this person.");
}

/**
 * Erases a person after a preview and a confirmation. It can be repeated after any interruption.
 * @throws CliError `usage` when `address` is none, or nobody can be asked and --yes is missing, `failed` when the answer was no, or
 *   when nothing is held about the address: a mistyped one must not seem erased.
 */
async function erasePerson(context: BackendContext, address: string, { dryRun, yes }: EraseOptions): Promise<void> {
  const email = requireAddress(address);
  const { held, mails, size } = await heldAbout(context, email);
  if (size === 0)
    throw new CliError("failed", "Nothing is held about this address, so nothing was erased.", {
      hint: "Is it spelled correctly? An address that was erased before gives the same answer.",
    });
  const found = Object.entries({ ...held, "mails in the inbox": mails }).filter(([, rows]) => rows.length > 0);
  const lines = found.sort().map(([name, rows]) => [`  ${name}`, String(rows.length)]);
  say(context, `Held about this person in ${whereOf(context)}:\n${table(withFigures(lines))}`);
  if (dryRun) return say(context, "Nothing was erased (--dry-run).");
  if (!yes)
    await confirmed(context, {
      question: "This cannot be undone. Type the address to erase it:",
      typed: email,
      refusal: "That is a different address. Nothing was erased.",
      hint: "Give --yes to erase without being asked.",
    });
  await eraseHeld(context, email);
  const recorded =
    size > mails.length ? " The table erasures records that it was done, and no import brings them back." : "";
  say(
    context,
    `Erased.${recorded}\nMails at your mail provider, backups and earlier exports cannot be erased from here.${await asideText(context)}`,
  );
}

/** Erases a person everywhere; `email` in its normal form. It can be repeated after any interruption. */
export async function eraseHeld(context: BackendContext, email: string): Promise<void> {
  await callFunction(context, "erase_person", { person: email });
  // Last, so that an erasure interrupted half-way still finds them when it is repeated.
  for (const file of await inboxMails(context, email)) await rm(file, { force: true });
}

const rowsByTable = v.record(v.string(), v.array(v.record(v.string(), v.unknown())));

/** What is held about a person. */
export interface About {
  /** Rows by table, accounts included. */
  held: v.InferOutput<typeof rowsByTable>;
  /** Why and since when mail to the address is suppressed; the list itself holds only keyed hashes, and outlives an erasure. */
  suppressed: Record<string, unknown>[];
  /** Files of the embedded stack's inbox. */
  mails: string[];
  /** The number of rows and mails. */
  size: number;
}

/** Reads what is held about a person; `email` in its normal form. */
export async function heldAbout(context: BackendContext, email: string): Promise<About> {
  const { suppressions: suppressed = [], ...held } = v.parse(
    rowsByTable,
    await callFunction(context, "person_data", { person: email }),
  );
  const mails = await inboxMails(context, email);
  return { held, suppressed, mails, size: mails.length + Object.values(held).flat().length };
}

/**
 * Files in the embedded stack's inbox that are about a person; a hosted project keeps no mails in files.
 * @throws CliError `failed` if one cannot be read, as it may be about this person.
 */
async function inboxMails({ embedded, settings }: BackendContext, email: string): Promise<string[]> {
  if (!embedded) return [];
  const { mailsAbout } = await import("../../server/mail/transports/inbox.ts");
  return mailsAbout(settings.DATA_FOLDER.value, email).catch((cause: unknown) => {
    throw readError((isSystemError(cause) && cause.path) || "The inbox", cause);
  });
}
