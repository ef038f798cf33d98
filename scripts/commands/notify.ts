import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { roles } from "../../server/contract/limits.ts";
import { UpdateError } from "../../server/mail/messages/renderUpdate.ts";
import { examples, parseCount, parseSlug } from "../cli/session/arguments.ts";
import { type BackendContext, type Host, onBackend } from "../cli/session/context.ts";
import { CliError, readError } from "../data/errors.ts";
import { addFilters, filterOf } from "../cli/session/filters.ts";
import { say, write } from "../cli/terminal/io.ts";
import { confirmed, requirePrompts } from "../cli/terminal/prompts.ts";
import {
  announceWave,
  leftOutText,
  nobodyText,
  people,
  standInsText,
  surveyWave,
  testAnnouncement,
  waveText,
} from "../cli/sentences/waves.ts";
import {
  type Announcement,
  confirmAnnouncement,
  correctionDays,
  earlierUnnamed,
  launchAnnouncement,
  requireComplete,
  updateAnnouncement,
} from "../operator/announcements.ts";
import { pauseList, readMailReport } from "../operator/mails.ts";
import { type Choice, type Order, orders } from "../operator/waves.ts";
import { mailFacts } from "../cli/session/settings.ts";
import { filesWarning, imprintWarning } from "../cli/sentences/sending.ts";

/** `prelaunch notify`: mails to the whole waitlist. */
export function defineNotify(program: Command, host: Host): void {
  const notify = program
    .command("notify")
    .summary("mail the waitlist: the launch, an update, or a request to confirm")
    .description(
      "Mails everyone who confirmed, has not unsubscribed and was not notified yet, oldest first. It can be interrupted at any time and run again: nobody is missed, and nobody is notified twice.",
    )
    .option("--resume", "let mails to the list go on that are paused, by the operator or by bounces or complaints")
    .addHelpText(
      "after",
      examples("notify launch --dry-run", "notify launch --wave 500", "notify update may.md", "notify --resume"),
    )
    .allowExcessArguments()
    .action(({ resume }: { resume?: true }, command: Command) => {
      const [other] = command.args;
      if (other !== undefined) command.error(`error: unknown command '${other}'`);
      return resume ? onBackend(host, command, resumeList) : command.help({ error: true });
    });
  const define = (name: string) =>
    addFilters(notify.command(name), host)
      .option("--wave <n>", "only this many people, the first of the order", parseCount(1))
      .addOption(new Option("--role <role>", "only people who applied with this role").choices(roles))
      .addOption(
        new Option("--order <order>", "who is notified first: who joined first, who referred most friends, or by lot")
          .choices(orders)
          .default("oldest"),
      )
      .option("--dry-run", "show the mail and who would get it, and mail nobody")
      .addOption(new Option("--html", "like --dry-run, with the mail as HTML for a browser").implies({ dryRun: true }))
      .option(
        "--test <address>",
        "send the mail to this address alone, with links that are made up; nobody is notified",
      )
      .option("--yes", "do not ask");
  define("launch")
    .summary("announce the launch, once to each person")
    .description(
      "Notifies people of the launch, each once, with an invite code of their own in the link to the product (PRODUCT_URL); it leaves out those whom `notified` has marked. A Markdown file takes the place of our text: its first line is a heading, the subject; the button stays.",
    )
    .argument("[file]", "a Markdown file with the text of the mail")
    .addHelpText(
      "after",
      examples(
        "notify launch --dry-run",
        "notify launch launch.md --test me@example.com",
        "notify launch --wave 500 --order friends",
        "notify launch --wave 200 --order random",
      ),
    )
    .action((file: string | undefined, options: NotifyOptions, command: Command) =>
      onBackend(host, command, (context) => notifyLaunch(context, file, options)),
    );
  define("confirm")
    .summary("ask people of an import to confirm, once each")
    .description(
      "Sends people who have not confirmed their address, and were never asked to, such as those whom an import added, the mail that asks them, once each. Whoever joined by the form was asked then. It leaves out whoever unsubscribed, and whose mail bounced. Whoever does not confirm in time is erased, as the mail says (UNCONFIRMED_DAYS).",
    )
    .addHelpText("after", examples("notify confirm --dry-run", "notify confirm --wave 500 --since 7d"))
    .action((options: NotifyOptions, command: Command) =>
      onBackend(host, command, (context) =>
        mailWave(context, confirmAnnouncement(mailFacts(context), choiceOf(options)), options),
      ),
    );
  define("update")
    .summary("send news, once to each person")
    .description(
      "Sends an update: a Markdown file whose first line is a heading, the subject. The same text counts as the same update; with --name it is the name that counts, and the text may be corrected between two waves. It may say {{share_link}} and {{friends}}: each person's own link, and how many friends came by it; and {{invite_link}}, their way into the product: who was not invited is left out then.",
    )
    .argument("<file>", "the Markdown file")
    .option("--name <name>", "name of the update (default: a hash of its text)", parseSlug)
    .addHelpText(
      "after",
      examples(
        "notify update may.md --html > may.html",
        "notify update may.md --name may --wave 500",
        "notify update reminder.md --not-came",
      ),
    )
    .action((file: string, options: UpdateOptions, command: Command) =>
      onBackend(host, command, (context) => notifyUpdate(context, file, options)),
    );
}

/** Lets mails to the list go on. It can be repeated. @throws CliError as `done` does. */
async function resumeList(context: BackendContext): Promise<void> {
  const { paused } = await readMailReport(context);
  if (!paused) return say(context, "Mails to the list are not paused.");
  await pauseList(context, false);
  say(context, "Mails to the list go on. Bounces and complaints are counted anew.");
}

interface NotifyOptions extends Choice {
  wave?: number;
  order: Order;
  dryRun?: true;
  html?: true;
  test?: string;
  yes?: true;
}

interface UpdateOptions extends NotifyOptions {
  name?: string;
}

/**
 * Notifies people of the launch, each once. It can be repeated after any interruption.
 * @throws CliError `usage` when nobody can be asked, `configuration` (also without the product's address), `failed`
 *   after a no or when the file cannot be read or cannot be sent as it is, `unreachable`, `interrupted`.
 */
async function notifyLaunch(context: BackendContext, file: string | undefined, options: NotifyOptions): Promise<void> {
  const launch = (markdown?: string) => launchAnnouncement(mailFacts(context), choiceOf(options), markdown);
  await mailWave(context, file === undefined ? launch() : await readText(context, file, launch), options);
}

/** Sends an update; under one name, each person gets it once. @throws CliError as {@link notifyLaunch}. */
async function notifyUpdate(context: BackendContext, file: string, options: UpdateOptions): Promise<void> {
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
  const hint = `If this is the same, corrected, they are left out by its name: --name ${name}. If it is another, give it a name: --name may`;
  if (!context.prompts) throw new CliError("usage", was, { hint });
  await confirmed(context, { question: `${was} Is this another one?`, refusal: `Nobody was mailed. ${hint}`, hint });
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
  { wave: most, order, dryRun, html, test, yes }: NotifyOptions,
): Promise<void> {
  const { audience, mail, lacking, prepare } = announcement;
  if (test !== undefined) return say(context, await testAnnouncement(context, announcement, test));
  if (!dryRun) requireComplete(announcement);
  const hint = "Give --yes to mail without being asked, or --dry-run to see who would get one.";
  if (!dryRun && !yes) requirePrompts(context, hint);
  const wave = await surveyWave(context, { audience, most: most ?? Infinity, order });
  if (dryRun) await write(context.out, html ? mail.html : `Subject: ${mail.subject}\n\n${mail.text}`);
  else say(context, `Subject: ${mail.subject}`);
  const leftOut = await leftOutText(context, audience);
  if (leftOut !== undefined) say(context, leftOut);
  if (wave.people === 0) return say(context, nobodyText(audience));
  say(context, waveText(context, wave, await readMailReport(context)));
  for (const warning of [filesWarning(context), imprintWarning(context)])
    if (warning !== undefined) say(context, warning);
  if (lacking !== undefined) say(context, lacking);
  if (dryRun) return say(context, `${standInsText}\nNobody was mailed (--dry-run).`);
  if (!yes) await confirmed(context, { question: `Mail ${people(wave.people)}?`, refusal: "Nobody was mailed.", hint });
  await prepare(context);
  say(context, await announceWave(context, wave));
}
