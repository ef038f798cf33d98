import { setTimeout as sleep } from "node:timers/promises";
import { defaultLease } from "../../../server/mail/outbox/drain.ts";
import { chooseTransport } from "../../../server/mail/transports/choose.ts";
import { routeSettings } from "../../../server/settings/mailRoutes.ts";
import { count, counted } from "../../cli/amounts.ts";
import { type BackendContext, mailSettings } from "../../cli/context.ts";
import { CliError, interruptedError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { otherSettingsOfStack } from "../../cli/settingsOfStack.ts";
import { type MailReport, readMailReport, total } from "../../records/mailReport.ts";

/** How long a stack may go without sending anything or being about to, in ms. */
const patience = 60_000;

/** Shortest and longest pause between two questions for a stack's progress, in ms. */
const [shortest, longest] = [500, patience / 4];

/**
 * How long to pause after an answer that took some time, in ms: with a million mails it takes the database seconds, in which it could
 * have had some sent.
 */
export const pauseAfter = (taken: number): number => Math.min(Math.max(shortest, 4 * taken), longest);

/**
 * Waits until an embedded stack has sent its mails: it sends by itself, whoever started it.
 * @throws CliError `unreachable` when none leaves for a minute and none is under way, `interrupted`, and as readMailReport does.
 */
export async function waitForStack(context: BackendContext): Promise<void> {
  const { signal } = context;
  let pause = shortest;
  const ask = async () => {
    const asked = performance.now();
    const report = await readMailReport(context);
    pause = pauseAfter(performance.now() - asked);
    return report;
  };
  const before = await ask();
  let after = before;
  let told = false;
  for (let { due } = before, since = performance.now(); due > 0;) {
    await sleep(pause, undefined, { signal }).catch((cause: unknown) => {
      throw signal.aborted ? interruptedError() : cause;
    });
    after = await ask();
    if (after.due < due) since = performance.now();
    due = after.due;
    if (due === 0 || performance.now() - since <= patience) continue;
    if (after.leased === 0) {
      const why = Object.keys(after.errors).join(", ") || "the running stack does not say why";
      throw new CliError("unreachable", `${counted(due, "mail waits", "mails wait")}: ${why}.`, {
        hint: "To find out more, send a mail to yourself: npx prelaunch mail test ADDRESS",
      });
    }
    // Ending now would end a stack that was started for this command, and a mail whose answer is lost is sent twice.
    if (!told) {
      const underWay = counted(after.leased, "mail is", "mails are");
      say(context, `${underWay} under way. Waiting for the outcome, at most ${defaultLease / 60} minutes.`);
    }
    told = true;
  }
  const way = before.due > 0 ? await wayOf(context) : "";
  say(context, `${counted(before.due, "mail was", "mails were")} due, none is now${way}${unsentText(before, after)}.`);
}

/** How an embedded stack sends: by the settings here, unless it was started with others. */
async function wayOf(context: BackendContext): Promise<string> {
  const others = await otherSettingsOfStack(context);
  if (others !== undefined) return ` (sent by the running stack, which has another ${others})`;
  const mail = mailSettings(context.settings);
  const { about, close } = chooseTransport(mail, context.settings.DATA_FOLDER.value);
  await close();
  return mail.route.kind === "none"
    ? ` (${about} alone, as ${routeSettings.join(" and ")} are not set)`
    : ` (${about})`;
}

/** Which mails were not sent between two reports, as the end of a sentence: those that are put off are not due, either. */
function unsentText(before: MailReport, after: MailReport): string {
  const ended = Object.entries(after.ended)
    .map(([why, n]) => ({ why, n: n - (before.ended[why] ?? 0) }))
    .filter(({ n }) => n > 0);
  const unsent = ended.reduce((sum, { n }) => sum + n, 0);
  const putOff = Object.keys(after.errors);
  const parts = [
    ...(ended.length > 0 ? [`${count(unsent)} ended unsent (${ended.map(({ why }) => why).join(", ")})`] : []),
    ...(putOff.length > 0
      ? [`${count(total(after.errors))} put off until their next attempt (${putOff.join(", ")})`]
      : []),
  ];
  return parts.length > 0 ? `: ${parts.join(", ")}` : "";
}
