import type { BackendContext } from "../../cli/context.ts";
import { say, write } from "../../cli/io.ts";
import { printableJson } from "../../cli/terminalText.ts";
import { requireAddress } from "../../records/addresses.ts";
import { readHeld, readSuppressions, rowsHeld } from "./held.ts";
import { inboxMails } from "./inbox.ts";

/**
 * Writes all data that is held about a person to stdout, as JSON.
 * @throws CliError `usage` when `address` is none, `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function showPerson(context: BackendContext, address: string): Promise<void> {
  const email = requireAddress(address);
  const data = await readHeld(context, email);
  const suppressed = await readSuppressions(context, email);
  const mails = await inboxMails(context, email);
  const answer = { email, at: context.clock().toISOString(), held: data, suppressed, mails };
  await write(context.out, printableJson(answer));
  if (rowsHeld(data) + suppressed.length + mails.length === 0) say(context, "Nothing is held about this person.");
}
