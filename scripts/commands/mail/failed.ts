import { stringify } from "csv-stringify/sync";
import { counted } from "../../../server/lib/amounts.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { heldBack } from "../../../server/launch/deliveryHint.ts";
import type { CommonFilter } from "../../../server/contract/peopleFilter.ts";
import { dataOf } from "../../data/calls.ts";
import { CliError } from "../../data/errors.ts";
import { filterOf } from "../../cli/session/filters.ts";
import { allPeople } from "../../operator/people.ts";
import { pages, type Place } from "../../operator/pages.ts";
import { say } from "../../cli/terminal/io.ts";
import { senderText } from "../../cli/sentences/sending.ts";
import { chooseOutput, writeOutput } from "../../cli/terminal/output.ts";
import { progress } from "../../cli/terminal/progress.ts";
import { requireAddress } from "../../files/addresses.ts";
import {
  liftBounces,
  listedMails,
  readMailReport,
  retriedTo,
  retryMails,
  retryMailsTo,
  sendAgain,
} from "../../operator/mails.ts";

export interface FailedOptions {
  bounced?: true;
  out?: string;
  force?: true;
}

/** What is listed: its columns with their names in the file, the beginning of the file's name, and the words for it. */
const lists = {
  failed: {
    columns: {
      id: "id",
      kind: "kind",
      email: "email",
      last_error: "error",
      attempts: "attempts",
      created_at: "created_at",
      failed_at: "failed_at",
    },
    did: "failed",
    none: "No mail failed.",
  },
  bounced: {
    columns: {
      kind: "kind",
      email: "email",
      source: "source",
      last_error: "error",
      created_at: "created_at",
      happened_at: "bounced_at",
    },
    did: "bounced in 30 days",
    none: "No mail bounced in 30 days.",
  },
} as const;

/**
 * Writes to a file, oldest first, the mails that `mail retry` would send; with `--restored` those that a restore
 * held back, with `bounced` those that bounced. `import waitlist FILE --bounced` reads the file. When there are no
 * such mails, the file is written only if it was asked for.
 * @throws CliError `usage`, `unreachable`, `configuration`, `failed` when the file cannot be written,
 *   `interrupted`.
 */
export async function listFailed(context: BackendContext, options: FailedOptions): Promise<void> {
  const { out, force } = options;
  const trouble = options.bounced ? "bounced" : "failed";
  const { columns, did, none } = lists[trouble];
  const query = (after?: Place, most?: number) => listedMails(context, trouble, Object.keys(columns), after, most);
  const name = out ?? `${trouble}-mails-${context.clock().toISOString().slice(0, 10)}.csv`;
  const output = await chooseOutput(context, name, { force });
  if (out === undefined && (await dataOf(query(undefined, 1), context.signal)).length === 0) return say(context, none);
  let mails = 0;
  const text = async function* () {
    yield stringify([Object.values(columns)]);
    for await (const page of pages(context.signal, query)) {
      // Spreadsheets take a text with certain first characters for a formula.
      yield stringify(page, { columns: Object.keys(columns), escape_formulas: true });
      mails += page.length;
    }
  };
  await writeOutput(context, output, text());
  const where = output.kind === "file" ? ` They are in ${output.path}` : "";
  say(context, mails === 0 ? none : `${counted(mails, "mail")} ${did}.${where}`);
}

export interface RetryOptions extends CommonFilter {
  restored?: true;
  unanswered?: true;
}

/** Pages of the chosen addresses: a single one, or the addresses of the people that the filters choose. */
async function* addressesOf(
  context: BackendContext,
  address: string | undefined,
  filter: CommonFilter,
): AsyncGenerator<string[]> {
  if (address !== undefined) {
    yield [address];
    return;
  }
  for await (const page of allPeople<{ email: string }>(context, filter, ["email"]))
    yield page.map(({ email }) => email);
}

/**
 * Makes failed mails due again: those to one address, or else the last mail to it, those that were held back,
 * those to the people that the filters choose, or all of them. With `--bounced`, people whose mails bounced are
 * mailed again instead. It can be repeated.
 * @throws CliError `usage` for a text that is no address and for filters that choose too many people,
 *   `unreachable`, `interrupted`; what earlier calls did stays.
 */
export async function retryFailed(
  context: BackendContext,
  given: string | undefined,
  options: RetryOptions,
): Promise<void> {
  const { restored, unanswered } = options;
  const held = restored ? "restored" : unanswered ? "unanswered" : undefined;
  const address = given === undefined ? undefined : requireAddress(given);
  const filter = filterOf(options);
  const filters = Object.keys(filter).length;
  const ofBounced = filter.delivery === "bounced";
  if ([ofBounced, restored, unanswered].filter(Boolean).length > 1)
    throw new CliError("usage", "--bounced, --restored and --unanswered contradict each other.");
  if (address !== undefined && filters > (ofBounced ? 1 : 0))
    throw new CliError("usage", "Give an address, or filters.");
  if (ofBounced && address === undefined && filters === 1)
    throw new CliError("usage", "Whose mails? Give an address, or another filter, such as --source podcast.", {
      hint: "Who they are: npx prelaunch mail failed --bounced",
    });
  if (address !== undefined && !ofBounced) {
    const result = await retryMailsTo(context, address);
    const isNone = result.retried === 0 && result.leasedUntil === undefined;
    const again = isNone ? await sendAgain(context, address) : undefined;
    for (const line of again === undefined ? retriedTo(result) : [again, senderText(context)]) say(context, line);
    return;
  }
  const shown = progress(context, "Retrying");
  let done = 0;
  try {
    if (filters === 0) done = await retryMails(context, { held, at: shown.at });
    else
      for await (const people of addressesOf(context, address, filter))
        shown.at((done += await (ofBounced ? liftBounces(context, people) : retryMails(context, { held, people }))));
  } finally {
    shown.end();
  }
  if (ofBounced) {
    say(
      context,
      done === 0
        ? "No mail to them bounced."
        : `${counted(done, "person is", "people are")} mailed again, from the next mail on.`,
    );
    if (done > 0)
      say(context, "The next wave includes the people whom the launch mail did not reach: npx prelaunch notify launch");
    return;
  }
  for (const line of retriedTo({ retried: done })) say(context, line);
  for (const { text, remedy } of heldBack((await readMailReport(context)).failed)) say(context, `${text} ${remedy}`);
}
