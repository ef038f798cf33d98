import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { type ApplicationStatus, applicationStatuses } from "../../../server/contract/statuses.ts";
import { lengthOf, tidyProse } from "../../../server/contract/characters.ts";
import { longestNote } from "../../../server/contract/limits.ts";
import { dataOf } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { inDoubt, lostAnswers } from "../../cli/lostAnswers.ts";
import { type Application, eventsOf } from "./applications.ts";
import { shortId } from "./describe.ts";

const outcome = v.object({
  status: v.picklist(applicationStatuses),
  /** The decision of the last mail that went to the applicant. */
  told: v.nullable(v.picklist(applicationStatuses)),
  /** Whether a mail about the status is waiting. */
  mail_waits: v.boolean(),
  /** Why the applicant gets no mail at all: their address bounced, or they complained. */
  unreachable: v.optional(v.nullable(v.string()), null),
});

/** Result of a change to an application. */
export type ReviewOutcome = v.InferOutput<typeof outcome> & {
  /** The same operator had made this decision before: the command was repeated. */
  before?: true;
};

/** A change of an application's status, or a note alone. */
export interface Review {
  decision?: ApplicationStatus | undefined;
  actor: string;
  note?: string | undefined;
  mailAfterSeconds?: number;
  rehearsal?: boolean;
}

/** HTTP 409: the application's status does not allow the change. */
const conflict = "PT409";

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

/**
 * Changes an application, by the only database function that can.
 * @throws CliError `failed` with who decided and when, where the status does not allow the change; `unreachable`, `interrupted`.
 */
export async function review(
  context: BackendContext,
  { id }: Pick<Application, "id">,
  { decision, actor, note, mailAfterSeconds = 0, rehearsal = false }: Review,
): Promise<ReviewOutcome> {
  const { supabase, signal } = context;
  const lost = lostAnswers(context);
  const answer = await supabase
    .rpc("review_application", {
      application: id,
      // Generated here, once: the call is repeated with the same id when its answer is lost.
      event: randomUUID(),
      actor,
      mail_after_seconds: mailAfterSeconds,
      rehearsal,
      ...(decision === undefined ? {} : { decision }),
      ...(note === undefined ? {} : { note }),
    })
    .retry(false);
  if (answer.error?.code !== conflict) {
    const data = dataOf(Promise.resolve(answer), signal);
    return v.parse(outcome, await (rehearsal ? data : data.catch(inDoubt(lost))));
  }
  const last = (await eventsOf(context, id)).findLast(({ from_status: from, to_status: to }) => from !== to);
  if (decision !== undefined && last?.actor === actor && last.to_status === decision)
    return { status: decision, told: null, mail_waits: false, unreachable: null, before: true };
  throw new CliError("failed", `${shortId({ id })}: ${answer.error.message}`, { cause: answer.error });
}
