import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { UpdateError } from "../../../server/mail/messages/renderUpdate.ts";
import {
  announceWave,
  leftOutText,
  nobodyText,
  people,
  sampleLinksText,
  surveyWave,
  testAnnouncement,
  waveOrder,
  waveText,
} from "../../cli/sentences/waves.ts";
import { filesWarning, imprintWarning } from "../../cli/sentences/sending.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { mailFacts } from "../../cli/session/settings.ts";
import { filterOf } from "../../cli/session/filters.ts";
import { say, write } from "../../cli/terminal/io.ts";
import { confirmed, requirePrompts } from "../../cli/terminal/prompts.ts";
import { CliError, readError } from "../../data/errors.ts";
import {
  type Announcement,
  confirmAnnouncement,
  correctionDays,
  earlierUnnamed,
  launchAnnouncement,
  requireComplete,
  updateAnnouncement,
} from "../../operator/announcements.ts";
import { readMailReport } from "../../operator/mails.ts";
import { localTime } from "../../operator/startTime.ts";
import type { Choice, Order } from "../../operator/waves.ts";

export interface NotifyOptions extends Choice {
  wave?: number;
  order?: Order;
  at?: Date;
  dryRun?: true;
  html?: true;
  test?: string;
  yes?: true;
  wait: boolean;
}

export interface UpdateOptions extends NotifyOptions {
  name?: string;
}

/**
 * Notifies people of the launch, each once. It can be repeated after any interruption.
 * @throws CliError `usage` when nobody can be asked, `configuration` (also without the product's address), `failed`
 *   after a no or when the file cannot be read or cannot be sent as it is, `unreachable`, `interrupted`.
 */
export async function notifyLaunch(
  context: BackendContext,
  file: string | undefined,
  options: NotifyOptions,
): Promise<void> {
  const launch = (markdown?: string) => launchAnnouncement(mailFacts(context), choiceOf(options), markdown);
  await mailWave(context, file === undefined ? launch() : await readText(context, file, launch), options);
}

/** Sends an update; under one name, each person gets it once. @throws CliError as {@link notifyLaunch}. */
export async function notifyUpdate(context: BackendContext, file: string, options: UpdateOptions): Promise<void> {
  const update = (markdown: string) =>
    updateAnnouncement(mailFacts(context), { markdown, name: options.name, choice: choiceOf(options) });
  const announcement = await readText(context, file, update);
  const { hash } = announcement.audience;
  if (options.name === undefined && hash !== undefined && !options.dryRun && options.test === undefined)
    await askWhetherAnother(context, hash);
  await mailWave(context, announcement, options);
}

/**
 * Asks about an unnamed update when another unnamed one was just mailed: if it is a correction, people would get
 * both.
 */
async function askWhetherAnother(context: BackendContext, hash: string): Promise<void> {
  const earlier = await earlierUnnamed(context, hash, context.clock());
  if (earlier === undefined) return;
  const { name, people: n } = earlier;
  const was = `${people(n)} got another update without a name in the last ${correctionDays} days.`;
  const hint = `If this is a correction of it, give its name, so that they are left out: --name ${name}. If it is a new update, give it another name: --name may`;
  if (!context.prompts) throw new CliError("usage", was, { hint });
  await confirmed(context, { question: `${was} Is this a new update?`, refusal: `Nobody was mailed. ${hint}`, hint });
}

/** Asks people who have not confirmed to do so, each once. @throws CliError as {@link notifyLaunch}. */
export async function notifyConfirm(
  context: BackendContext,
  file: string | undefined,
  options: NotifyOptions,
): Promise<void> {
  const request = (markdown?: string) => confirmAnnouncement(mailFacts(context), choiceOf(options), markdown);
  await mailWave(context, file === undefined ? request() : await readText(context, file, request), options);
}

const choiceOf = (options: Choice): Choice => ({ ...filterOf(options), role: options.role });

/**
 * Reads an announcement from a Markdown file.
 * @throws CliError `failed` when it cannot be read or cannot be sent as it is.
 */
async function readText(
  { folder, signal }: BackendContext,
  file: string,
  announce: (markdown: string) => Announcement,
): Promise<Announcement> {
  const bytes = await readFile(resolve(folder, file), { signal }).catch((cause: unknown) => {
    throw readError(file, cause);
  });
  if (!isUtf8(bytes)) throw new CliError("failed", `${file}: It is not UTF-8 text.`);
  try {
    return announce(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw cause instanceof UpdateError ? new CliError("failed", `${file}: ${cause.message}`, { cause }) : cause;
  }
}

async function mailWave(
  context: BackendContext,
  announcement: Announcement,
  { wave: most, order: given, at: start, dryRun, html, test, yes, wait }: NotifyOptions,
): Promise<void> {
  const { audience, mail, lacking, prepare } = announcement;
  if (start !== undefined && !wait)
    throw new CliError("usage", "A wave that starts later (--at) always waits for bounces.");
  if (test !== undefined) return say(context, await testAnnouncement(context, announcement, test));
  if (!dryRun) requireComplete(announcement);
  const hint = "Give --yes to mail without being asked, or --dry-run to see who would get one.";
  if (!dryRun && !yes) requirePrompts(context, hint);
  const { order, against } = await waveOrder(context, announcement, given);
  const wave = { ...(await surveyWave(context, { audience, most: most ?? Infinity, order })), start };
  if (dryRun) await write(context.out, html ? mail.html : `Subject: ${mail.subject}\n\n${mail.text}`);
  else say(context, `Subject: ${mail.subject}`);
  const leftOut = await leftOutText(context, audience);
  if (leftOut !== undefined) say(context, leftOut);
  if (wave.people === 0) return say(context, nobodyText(audience));
  say(context, waveText(context, wave, await readMailReport(context)));
  for (const warning of [filesWarning(context), imprintWarning(context)])
    if (warning !== undefined) say(context, warning);
  for (const remark of [lacking, against]) if (remark !== undefined) say(context, remark);
  if (dryRun) return say(context, `${sampleLinksText}\nNobody was mailed (--dry-run).`);
  const from = start === undefined ? "" : ` from ${localTime(start)} on`;
  const question = `Mail ${people(wave.people)}${from}${against === undefined ? "" : " in this order"}?`;
  if (!yes) await confirmed(context, { question, refusal: "Nobody was mailed.", hint });
  await prepare(context);
  const { message, number } = await announceWave(context, wave, !wait);
  say(context, `${message}\nTo take back what is not sent yet: npx prelaunch notify --cancel ${number}`);
}
