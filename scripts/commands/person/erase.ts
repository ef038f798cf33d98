import * as v from "valibot";
import { counted } from "../../cli/amounts.ts";
import { callFunction } from "../../cli/calls.ts";
import { confirm } from "../../cli/confirm.ts";
import type { BackendContext } from "../../cli/context.ts";
import { asideText } from "../../cli/databasesAside.ts";
import { CliError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { inDoubt, lostAnswers, lostText } from "../../cli/lostAnswers.ts";
import { table, withFigures } from "../../cli/table.ts";
import { whereOf } from "../../cli/whereOf.ts";
import { requireAddress } from "../../records/addresses.ts";
import { readHeld, rowsHeld } from "./held.ts";
import { inboxMails, removeFiles } from "./inbox.ts";

/** Options of `erase`, as commander gives them. */
export interface EraseOptions {
  dryRun?: true;
  yes?: true;
}

const removed = v.record(v.string(), v.number());

/**
 * Erases a person after a preview and a confirmation. It can be repeated after any interruption.
 * @throws CliError `usage` when `address` is none, or nobody can be asked and --yes is missing, `failed` when the answer was no, or
 *   when nothing is held about the address: a mistyped one must not seem erased.
 */
export async function erasePerson(
  context: BackendContext,
  address: string,
  { dryRun, yes }: EraseOptions,
): Promise<void> {
  const email = requireAddress(address);
  const data = await readHeld(context, email);
  const mails = await inboxMails(context, email);
  if (rowsHeld(data) + mails.length === 0)
    throw new CliError("failed", "Nothing is held about this address, so nothing was erased.", {
      hint: "Is it spelled correctly? An address that was erased before gives the same answer.",
    });
  const found = Object.entries({ ...data, "mails in the inbox": mails })
    .filter(([, rows]) => rows.length > 0)
    .sort();
  say(
    context,
    `Held about this person in ${whereOf(context)}:\n${table(withFigures(found.map(([name, rows]) => [`  ${name}`, String(rows.length)])))}`,
  );
  if (dryRun) return say(context, "Nothing was erased (--dry-run).");
  if (!yes)
    await confirm(context, {
      question: "This cannot be undone. Type the address to erase it: ",
      confirms: (answer) => answer === email,
      refusal: "That is a different address. Nothing was erased.",
      hint: "Give --yes to erase without being asked.",
    });
  const lost = lostAnswers(context);
  const gone = v.parse(removed, await callFunction(context, "erase_person", { person: email }).catch(inDoubt(lost)));
  // Last, so that an erasure interrupted half-way still finds them when it is repeated.
  await removeFiles(await inboxMails(context, email));
  const rows = Object.values(gone).reduce((sum, n) => sum + n, 0);
  const andMails = mails.length > 0 ? ` and ${counted(mails.length, "mail")}` : "";
  const recorded =
    rows > 0 || lost() > 0 ? " The table erasures records that it was done, and no import brings them back." : "";
  say(
    context,
    `Erased ${counted(rows, "row")}${andMails}.${recorded}${lostText(lost())}\nMails at your mail provider, backups and earlier exports cannot be erased from here.${await asideText(context)}`,
  );
}
