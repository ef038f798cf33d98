import { randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import * as v from "valibot";
import { lengthOf, tidyLine, tidyProse } from "../../../server/contract/characters.ts";
import {
  type ApplicationStatus,
  applicationStatuses,
  longestActor,
  longestNote,
} from "../../../server/contract/limits.ts";
import { count } from "../../cli/amounts.ts";
import type { BackendContext, Context } from "../../cli/context.ts";
import { dataOf, functionCall } from "../../cli/data.ts";
import { CliError } from "../../cli/errors.ts";
import { say, write, writeMessage } from "../../cli/io.ts";
import { confirmed } from "../../cli/prompts.ts";
import { printableJson } from "../../cli/terminalText.ts";
import { whoSends } from "../../cli/stack.ts";
import { eventsOf, findApplications, refusalOf } from "../../operator/applications.ts";
import { shortId, who } from "./show.ts";

/** Options of `beta accept`, `decline` and `reopen`, as commander gives them. */
export interface DecideOptions {
  as?: string;
  note?: string;
  dryRun?: true;
  yes?: true;
  json?: true;
}

/** A change of an application's status, or a note alone. */
interface Review {
  decision?: ApplicationStatus;
  actor: string;
  note?: string | undefined;
  mailAfterSeconds?: number;
  dryRun?: boolean;
}

const outcomeForm = v.object({
  status: v.picklist(applicationStatuses),
  /** The decision of the last mail that went to the applicant. */
  told: v.nullable(v.picklist(applicationStatuses)),
  /** Whether a mail about the status is waiting. */
  mail_waits: v.boolean(),
  /** Why the applicant gets no mail at all: their address bounced, or they complained. */
  unreachable: v.nullable(v.string()),
});

/** Result of a change; `before` where the same operator had made this decision before, so the command was repeated. */
type ReviewOutcome = v.InferOutput<typeof outcomeForm> & { before?: true };

/** HTTP 409: the application's status does not allow the change. */
const conflict = "PT409";

/** The command line's words for the decisions. */
const verbs = { accepted: "accepted", declined: "declined", pending: "reopened" } as const;

/**
 * Decides on applications, or reopens them: each by itself, in the order given. It can be repeated after any interruption.
 * @throws CliError `usage`, `failed` when one of them could not be decided on, `unreachable`, `interrupted`.
 */
export async function decide(
  context: BackendContext,
  decision: ApplicationStatus,
  ids: readonly string[],
  { as, note, dryRun, yes, json }: DecideOptions,
): Promise<void> {
  const change = { decision, actor: operatorName(context, as), note: tidyNote(note), dryRun: dryRun === true };
  const applications = await findApplications(context, ids);
  if (!dryRun && !yes && decision !== "pending" && applications.length > 1) {
    for (const one of applications) writeMessage(context, `${shortId(one)}  ${who(one, context)}`);
    await confirmed(context, {
      question: `Tell these ${count(applications.length)} people that they are ${verbs[decision]}?`,
      refusal: "Nothing was decided.",
      hint: "Give --yes to mail several people without being asked, or --dry-run to see what would be done.",
    });
  }
  const results: object[] = [];
  const refusals: CliError[] = [];
  let mailWaits = false;
  for (const application of applications) {
    const { id } = application;
    const refusal = await refusalOf(async () => {
      const outcome = await review(context, id, change);
      results.push({ id, ...outcome });
      mailWaits ||= outcome.mail_waits;
      say(context, `${shortId(application)}  ${describeOutcome(decision, outcome)}${dryRun ? " (--dry-run)" : ""}`);
    });
    if (!refusal) continue;
    results.push({ id, error: refusal.message });
    refusals.push(refusal);
  }
  if (json) await write(context.out, printableJson(results));
  if (!dryRun && mailWaits) say(context, whoSends(context));
  if (refusals[0] && applications.length === 1) throw refusals[0];
  for (const { message } of refusals) writeMessage(context, message);
  if (refusals.length > 0)
    throw new CliError(
      "failed",
      `${count(refusals.length)} of ${count(applications.length)} could not be ${verbs[decision]}.`,
    );
}

/**
 * Changes an application, by the only database function that can.
 * @throws CliError `failed` with who decided and when, where the status does not allow the change; `unreachable`, `interrupted`.
 */
export async function review(
  context: BackendContext,
  id: string,
  { decision, actor, note, mailAfterSeconds = 0, dryRun = false }: Review,
): Promise<ReviewOutcome> {
  const answer = await functionCall(context, "review_application", {
    application: id,
    // Made once: where the answer is lost the call is repeated with the same id, and nothing is done twice.
    event: randomUUID(),
    actor,
    mail_after_seconds: mailAfterSeconds,
    dry_run: dryRun,
    ...(decision === undefined ? {} : { decision }),
    ...(note === undefined ? {} : { note }),
  });
  if (answer.error?.code !== conflict)
    return v.parse(outcomeForm, await dataOf(Promise.resolve(answer), context.signal));
  const last = (await eventsOf(context, id)).findLast(({ from_status: from, to_status: to }) => from !== to);
  if (decision !== undefined && last?.actor === actor && last.to_status === decision)
    return { status: decision, told: null, mail_waits: false, unreachable: null, before: true };
  throw new CliError("failed", `${id.slice(0, 8)}: ${answer.error.message}`, { cause: answer.error });
}

/** Says what was done, and what the applicant learns of it. */
export function describeOutcome(
  decision: ApplicationStatus,
  { told, mail_waits: waits, unreachable, before }: ReviewOutcome,
): string {
  const verb = verbs[decision];
  if (before) return `${verb} by you already`;
  if (decision === "pending") return `${verb}; ${told === null ? "no mail had been sent" : `a mail had said ${told}`}`;
  if (unreachable !== null) {
    const why = unreachable === "complained" ? "they reported one as spam" : "their address bounced";
    return `${verb}; no mail: ${why}. Answer them in another way`;
  }
  return `${verb}; ${waits ? "the applicant will be mailed" : "no mail, as the last one said the same"}`;
}

/**
 * A note in the form that is stored.
 * @throws CliError `usage` when it is too long.
 */
export function tidyNote(text: string | undefined): string | undefined {
  const note = tidyProse(text ?? "");
  if (lengthOf(note) > longestNote)
    throw new CliError("usage", `A note has at most ${longestNote} characters; this one has ${lengthOf(note)}.`);
  return note === "" ? undefined : note;
}

/** Empty in a container that runs as a user without a name. */
function userOfMachine(): string {
  try {
    return userInfo().username;
  } catch {
    return "";
  }
}

/**
 * Who decides, for the history: `--as`, else the setting OPERATOR, else the user of this machine.
 * @throws CliError `usage` when there is no name, or one that is too long.
 */
export function operatorName({ settings }: Pick<Context, "settings">, given: string | undefined): string {
  const name = tidyLine(given ?? settings.OPERATOR?.value ?? userOfMachine());
  if (name !== "" && lengthOf(name) <= longestActor) return name;
  throw new CliError("usage", `Give a name of at most ${longestActor} characters: --as NAME, or the setting OPERATOR.`);
}
