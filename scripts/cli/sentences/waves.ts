import { type CommonFilter, type FilterName, filterNames } from "../../../server/contract/peopleFilter.ts";
import { formsBasePath } from "../../../server/contract/outcomes.ts";
import { listHeaders } from "../../../server/mail/outbox/prepare.ts";
import { routeSettings } from "../../../server/settings/hosts.ts";
import { mask } from "../../files/addresses.ts";
import { type Announcement, placeholderToken } from "../../operator/announcements.ts";
import type { MailReport } from "../../../server/launch/mailReport.ts";
import { pauseText } from "../../../server/launch/pause.ts";
import { cancelWave } from "../../operator/cancel.ts";
import { readWaves } from "../../operator/figures.ts";
import { localTime } from "../../operator/startTime.ts";
import { announce, type Audience, type Order, survey, type Wave } from "../../operator/waves.ts";
import { count, counted, minute } from "../../../server/lib/amounts.ts";
import type { BackendContext } from "../session/context.ts";
import { callFunction } from "../../data/calls.ts";
import { CliError, rethrowWithLine } from "../../data/errors.ts";
import { progress } from "../terminal/progress.ts";
import { sendTestMail } from "./testMail.ts";
import { glyphsFor } from "../terminal/terminalText.ts";
import { mailFacts, mailSettings } from "../session/settings.ts";
import { sendingTime, senderText } from "./sending.ts";

/** Counts the people of a wave, and shows how far it is. @throws CliError as `survey` does. */
export function surveyWave(context: BackendContext, wanted: Parameters<typeof survey>[1]): Promise<Wave> {
  const shown = progress(context, "Counting");
  return survey(context, wanted, shown.at).finally(() => shown.end());
}

/**
 * Notifies the people of a wave, shows how far it is, and returns the result in words and the wave's number. Their
 * mails are sent from `start` on, or at once.
 * @throws CliError as `announce` does, saying also how many were notified before.
 */
export async function announceWave(
  context: BackendContext,
  wave: Wave & { start?: Date | undefined },
  noWait = false,
): Promise<{ message: string; number: number }> {
  const shown = progress(context, "Notifying", wave.people);
  let queued = 0;
  const { queued: notified, number } = await announce(context, wave, {
    at: (now) => shown.at((queued = now)),
    noWait,
  })
    .catch((error: unknown) => {
      const again =
        wave.people < wave.all
          ? "Nobody is notified twice: if you repeat this, other people make up the wave. See how many mails are queued: npx prelaunch mail status"
          : "Do it again for the rest; nobody is notified twice.";
      return rethrowWithLine(`At least ${mailsAre(queued)} in the outbox. ${again}`)(error);
    })
    .finally(() => shown.end());
  const missed = wave.people - notified;
  const others = missed > 0 ? ` ${count(missed)} unsubscribed meanwhile, or were notified already.` : "";
  const when = wave.start === undefined ? "" : `, for ${localTime(wave.start)}`;
  return { message: `${mailsAre(notified)} in the outbox${when}.${others}\n${senderText(context)}`, number };
}

export const wasSent = (n: number): string => `${counted(n, "was", "were")} sent already.`;

/**
 * Takes back what is queued of a wave, shows how far it is, and returns the result in words.
 * @throws CliError as `cancelWave`, saying also how many were taken back before.
 */
export async function cancelledText(context: BackendContext, number: number, queued: number): Promise<string> {
  const shown = progress(context, "Taking back", queued);
  let done = 0;
  try {
    await cancelWave(context, number, (now) => shown.at((done = now)));
  } catch (error) {
    return rethrowWithLine(`${taken(done)} Do it again for the rest: npx prelaunch notify --cancel ${number}`)(error);
  } finally {
    shown.end();
  }
  const after = (await readWaves(context)).find((wave) => wave.number === number);
  const left = after?.queued ?? 0;
  const stays = left > 0 ? ` ${count(left)} may be on their way, and stay.` : "";
  return `${taken(done)} ${wasSent(after?.sent ?? 0)}${stays}`;
}

const taken = (n: number): string => `${counted(n, "mail was", "mails were")} taken back.`;

/** A number of mails, as the beginning of a sentence that says where they are. */
const mailsAre = (n: number): string => counted(n, "mail is", "mails are");

export const people = (n: number): string => counted(n, "person", "people");

/** Describes, for each filter, the people that it chooses. */
const what: { [Name in FilterName]: (value: NonNullable<CommonFilter[Name]>) => string } = {
  since: (since) => `a sign-up since ${minute(since.toISOString())}`,
  until: (until) => `a sign-up before ${minute(until.toISOString())}`,
  source: (source) => `the source ${source}`,
  tag: (tag) => `the tag ${tag}`,
  notTag: (tag) => `no tag ${tag}`,
  answer: ({ question, choice }) => `the answer ${choice} to ${question}`,
  referral: (side) => (side === "referrer" ? "friends who joined" : "a friend who referred them"),
  product: (step) =>
    ({
      invited: "an invite code",
      "not-invited": "no invite code",
      came: "an invite code that they came with",
      "not-came": "an invite code that they did not come with",
    })[step],
  delivery: () => "a mail that bounced, as they are not mailed again",
};

function whatOf<Name extends FilterName>(name: Name, choice: CommonFilter): string[] {
  const value = choice[name];
  return value === undefined ? [] : [what[name](value)];
}

/** Says why a wave is empty: a misspelled source must not look like a launch that has notified everybody. */
export function nobodyText({ confirm, invited, choice }: Audience): string {
  const chosen = filterNames.flatMap((name) => whatOf(name, choice));
  if (choice.role !== undefined) chosen.push(`the role ${choice.role}`);
  if (invited) chosen.push("an invite code");
  const verb = confirm ? "ask" : "notify";
  if (chosen.length > 0)
    return `There is nobody to ${verb} with ${chosen.join(" and ")}. The sources there are: npx prelaunch stats --json`;
  return confirm
    ? "There is nobody to ask: everyone on the list has confirmed, was asked when they joined or by a wave, or must not be mailed."
    : "There is nobody to notify: everyone who confirmed and has not unsubscribed has been notified.";
}

/**
 * Says how many people a mail leaves out because its text gives each person's way into the product; undefined
 * for any other text, and if nobody is left out.
 */
export async function leftOutText(context: BackendContext, audience: Audience): Promise<string | undefined> {
  if (!audience.invited) return undefined;
  const others = { audience: { ...audience, invited: false }, most: Infinity, order: "oldest" } as const;
  const wave = await surveyWave(context, others);
  if (wave.people === 0) return undefined;
  return `Left out, as they have no invite code for the text's {{invite_link}}: ${people(wave.people)}, ${samplesOf(context, wave)}`;
}

function samplesOf(context: BackendContext, { people: n, sample }: Wave): string {
  const { ellipsis } = glyphsFor(context);
  const who = sample.map((email) => mask(email, ellipsis)).join(", ");
  return n > sample.length ? `${who}, ${ellipsis}` : who;
}

/** Says who gets a wave, with some masked addresses, from when on, and how long its mails take or why they wait. */
export function waveText(
  context: BackendContext,
  wave: Wave & { start?: Date | undefined },
  report: MailReport,
): string {
  const { people: n, all, start } = wave;
  const rest = all > n ? ` of ${count(all)} who are to be notified` : "";
  const time = pauseText(report) ?? sendingTime(context, report, n);
  const from = start === undefined ? [] : [`From ${localTime(start)} on.`];
  const facts = [...from, ...(time === undefined ? [] : [time])].join(" ");
  const waits = waitsForBounces(context, wave)
    ? "\nThe first 1,000 go out at once; the others follow ten minutes later, unless too many bounce."
    : "";
  return `To ${people(n)}${rest}: ${samplesOf(context, wave)}${facts === "" ? "" : `\n${facts}`}${waits}`;
}

/** Whether a wave waits for bounces and complaints after its first mails (list_waits of supabase/migrations). */
export const waitsForBounces = (context: BackendContext, { people: n }: Wave): boolean =>
  n > 1000 && mailFacts(context).inBatches;

/** A remark about the links of previews and tests. */
export const sampleLinksText = "Its links are samples; each person gets their own.";

/**
 * Sends the mail of a wave, with made-up links, to a single address, and returns the result in words. Nobody
 * counts as notified.
 * @throws CliError as `sendTestMail` does, and `configuration` if nothing here can send the mails of a hosted
 * project.
 */
export async function testAnnouncement(
  context: BackendContext,
  { kind, mail }: Announcement,
  address: string,
): Promise<string> {
  const { from, route } = mailSettings(context.settings);
  if (!context.embedded && route.kind === "none")
    throw new CliError("configuration", "No way to send mails is set here.", {
      hint: `Set ${routeSettings.join(" or ")}, and MAIL_FROM.`,
    });
  const { siteUrl = context.url } = mailFacts(context);
  const formsUrl = `${context.embedded ? new URL(siteUrl).origin : context.url}${formsBasePath}`;
  const headers = listHeaders(kind, placeholderToken, { from, formsUrl });
  return `${await sendTestMail(context, address, { ...mail, headers })} ${sampleLinksText}`;
}

/** How a wave goes through its people, and what is to be said of it. */
interface WaveOrder {
  order: Order;
  /** That it goes against the places that people see; undefined if it does not. */
  against: string | undefined;
}

/**
 * The order of a wave: the given one, else that of the places that people see, else of joining.
 * @throws CliError `configuration` for a text that says places which are not shown yet; as `dataOf` does.
 */
export async function waveOrder(
  context: BackendContext,
  { kind, isOfPlaces }: Announcement,
  given: Order | undefined,
): Promise<WaveOrder> {
  // Who has not confirmed has no place.
  if (kind === "waitlist-confirmation") return { order: given ?? "oldest", against: undefined };
  const { placeFrom } = mailFacts(context);
  const areShown =
    placeFrom !== undefined && (await callFunction(context, "are_places_shown", { shown_from: placeFrom }));
  if (isOfPlaces && !areShown)
    throw new CliError("configuration", "The text says {{place}}, and people do not see their places yet.", {
      hint: "PLACE_FROM says from how many people on they do; without it, from 100.",
    });
  const order = given ?? (areShown ? "friends" : "oldest");
  const against =
    areShown && order !== "friends"
      ? "People see their places, in the order of friends; this wave goes in another order."
      : undefined;
  return { order, against };
}
