import type { Command } from "commander";
import { count } from "../../server/lib/amounts.ts";
import { commandName, examples } from "../cli/session/arguments.ts";
import { type BackendContext, type Host, onBackend } from "../cli/session/context.ts";
import { CliError, interruptedError } from "../data/errors.ts";
import { say } from "../cli/terminal/io.ts";
import { nameProblems, Problems } from "../cli/sentences/problems.ts";
import { addressesOf } from "../files/addresses.ts";
import { batches } from "../operator/pages.ts";
import { type Elsewhere, markPeople } from "../operator/person.ts";

const defineMark = (program: Command, host: Host, name: string, event: Elsewhere): Command =>
  program
    .command(name)
    .argument("<emails...>", "email addresses")
    .addHelpText("after", examples(`${name} ada@example.com`))
    .action((emails: string[], _options: unknown, command: Command) =>
      onBackend(host, command, (context) => markNamed(context, event, emails)),
    );

/** `prelaunch unsubscribe`: records who unsubscribed elsewhere. */
export function defineUnsubscribe(program: Command, host: Host): void {
  defineMark(program, host, "unsubscribe", "unsubscribed")
    .summary("record who must not be mailed any more")
    .description(
      `Records that people have unsubscribed. They stay on record, so that no import brings them back, and may join again on the page. If addresses are not on the waitlist, names their places and exits with 1. For a file of addresses: ${commandName} import waitlist FILE --unsubscribed`,
    );
}

/** `prelaunch notified`: records who was notified of the launch elsewhere. */
export function defineNotified(program: Command, host: Host): void {
  defineMark(program, host, "notified", "notified")
    .summary("record who has been notified of the launch")
    .description(
      `Records that people have been notified, so that \`export waitlist --not-notified\` leaves them out. If addresses are not on the waitlist, names their places and exits with 1. For a file of addresses: ${commandName} import waitlist FILE --notified`,
    );
}

/**
 * Records that people of the waitlist unsubscribed or were notified elsewhere. People who have the mark already
 * stay unchanged, so it can be repeated after any interruption.
 * @throws CliError `usage`, `failed` when an address is not on the waitlist, `unreachable`, `interrupted`.
 */
async function markNamed(context: BackendContext, event: Elsewhere, texts: readonly string[]): Promise<void> {
  const given = addressesOf(texts);
  const unknown = new Problems();
  let changed = 0;
  try {
    for await (const batch of batches(given, 1000)) {
      const emails = batch.map(({ email }) => email);
      const noted = await markPeople(context, event, emails);
      changed += noted.changed;
      for (const place of noted.unknown) unknown.add(`${batch[place]?.where}: not on the waitlist`);
    }
  } catch (error) {
    throw context.signal.aborted
      ? interruptedError("What has been done stays. Run this again for the rest: nothing is done twice.")
      : error;
  }
  say(context, `${count(changed)} marked as ${event}, ${count(given.length - changed - unknown.count)} already were.`);
  if (unknown.count === 0) return;
  nameProblems(context, unknown);
  throw new CliError("failed", `${count(unknown.count)} of ${count(given.length)} could not be marked.`);
}
