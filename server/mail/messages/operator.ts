import * as v from "valibot";
import { brand, locale } from "../../contract/brand.ts";
import { prose } from "./generated.ts";
import type { Update } from "./personal.ts";

/** A time, as the database or the host says it. */
const at = v.string();

/** What is told at once, once a day at most for each `alert` but of waves; `at` is when it happened. */
export const alertForm = v.variant("alert", [
  /** Mails to the list paused themselves. */
  v.object({ alert: v.literal("wave"), at, reason: v.picklist(["bounces", "complaints"]) }),
  /** Applications have less than eight hours left, or are overdue. */
  v.object({ alert: v.literal("applications"), at, soon: v.number(), overdue: v.number() }),
  /** Events that the webhook's receiver never took. */
  v.object({ alert: v.literal("webhook"), at, events: v.number() }),
  /** The sender rests: `why` has the code of a refusal, never an address. */
  v.object({ alert: v.literal("sender"), at, why: v.string() }),
  /** A backup failed, or the last one is older than two days. */
  v.object({ alert: v.literal("backup"), at, failed: v.boolean() }),
  /** The disk of the database is nearly full: so many MB are free. */
  v.object({ alert: v.literal("disk"), at, megabytes: v.number() }),
]);
/** Trouble that the operator is told of. */
export type Alert = v.InferOutput<typeof alertForm>;

/** The figures of a digest, of 24 hours and of 7 days, and their words. */
const figures = {
  joined: "Joined",
  referred: "by a friend’s link",
  confirmed: "Confirmed",
  unsubscribed: "Unsubscribed",
  applied: "Applied",
  bounced: "Bounced",
  complained: "Complained",
  failed: "Mails failed",
};
const figureKeys = [
  "joined",
  "referred",
  "confirmed",
  "unsubscribed",
  "applied",
  "bounced",
  "complained",
  "failed",
] as const;

/** What a digest says, as `operator_report` of supabase/migrations has it. */
export const digestForm = v.object({
  figures: v.object(v.entriesFromList(figureKeys, v.optional(v.tuple([v.number(), v.number()]), [0, 0]))),
  /** The three from which most joined in 7 days; null for none. */
  sources: v.array(v.object({ source: v.nullable(v.string()), people: v.number() })),
  /** Pending applications, by the time left: none, 8 hours, 24 hours, more. */
  applications: v.object({ overdue: v.number(), soon: v.number(), day: v.number(), later: v.number() }),
  /** Why the mails to the list are paused; null where they are not. */
  paused: v.nullable(v.string()),
  /** Events that the webhook's receiver never took. */
  failed_events: v.number(),
});
/** The figures of a digest. */
export type Digest = v.InferOutput<typeof digestForm>;

const count = (n: number): string => n.toLocaleString(locale);
const counted = (n: number, one: string): string => `${count(n)} ${n === 1 ? one : `${one}s`}`;
const utc = (time: string): string => `${new Date(time).toISOString().slice(11, 16)} UTC`;
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

type Tag = keyof typeof prose;
const element = (tag: Tag, html: string, style = ""): string =>
  `<${tag} class="${prose[tag].class}" style="${prose[tag].style}${style}">${html}</${tag}>`;

/** Lines of at most 76 characters. */
const wrapped = (text: string): string => text.replaceAll(/(?![^\n]{1,76}$)([^\n]{1,76})\s/gu, "$1\n");

/** A part of a mail to the operator: a text, which may begin with a label; a command; or rows of figures under their heads. */
type Part =
  | string
  | { label: string; text: string }
  | { command: string }
  | { rows: readonly (readonly [string, string, string])[] };

function partHtml(part: Part): string {
  if (typeof part === "string") return element("p", escaped(part));
  if ("command" in part) return element("pre", escaped(part.command));
  if ("text" in part) return element("p", `<strong>${part.label}</strong><br/>${escaped(part.text)}`);
  const cells = ([label, ...numbers]: readonly [string, string, string]) =>
    `${element("td", label)}${numbers.map((text) => element("td", text, ";text-align:right")).join("")}`;
  const rows = part.rows.map((row) => `<tr>${cells(row)}</tr>`).join("");
  const table = `<table role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0" style="margin:0 0 24px">`;
  return `${table}${rows}</table>`;
}

function partText(part: Part): string {
  if (typeof part === "string") return wrapped(part);
  if ("command" in part) return `    ${part.command}`;
  if ("text" in part) return wrapped(`${part.label}: ${part.text}`);
  return part.rows.map(([label, day, week]) => `${label.padEnd(20)}${day.padStart(9)}${week.padStart(9)}`).join("\n");
}

/** A mail to the operator. */
const operatorMail = (subject: string, preheader: string, heading: string, parts: readonly Part[]): Update => ({
  subject: `${brand}: ${subject}`,
  // Inboxes show less.
  preheader: preheader.slice(0, 140),
  bodyHtml: [element("h1", escaped(heading)), ...parts.map(partHtml)].join(""),
  bodyText: [heading, ...parts.map(partText)].join("\n\n"),
});

/** Applications by the time left; nothing where none waits. */
function applicationsText({ overdue, soon, day, later }: Digest["applications"]): string {
  const parts = [
    [overdue, "overdue"],
    [soon, "with less than 8 hours left"],
    [day, "with less than 24"],
    [later, "with more"],
  ] as const;
  return parts.flatMap(([n, text]) => (n > 0 ? [`${count(n)} ${text}`] : [])).join(", ");
}

const pauseReasons: Record<string, string> = {
  bounces: "they paused themselves, as too many bounced",
  complaints: "they paused themselves, as too many complained",
};

/** How old the last backup is, at a time. */
function backupAge(last: Date | undefined, now: Date): string {
  if (last === undefined) return "none is known.";
  const hours = Math.max(0, Math.floor((now.getTime() - last.getTime()) / 3_600_000));
  return `${hours < 48 ? counted(hours, "hour") : counted(Math.floor(hours / 24), "day")} old.`;
}

/**
 * The digest of a day.
 * @param backup when the last backup was made and what time it is; absent where backups are none of this program's
 */
export function digestMail(day: string, digest: Digest, backup?: { last: Date | undefined; now: Date }): Update {
  const { figures: numbers, sources, applications, paused, failed_events: events } = digest;
  const date = new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday: "long", day: "numeric", month: "long" });
  const [[joined, joinedWeek], [confirmed, confirmedWeek]] = [numbers.joined, numbers.confirmed];
  const waiting = Object.values(applications).reduce((sum, n) => sum + n, 0);
  const rows = figureKeys.map((key) => [figures[key], count(numbers[key][0]), count(numbers[key][1])] as const);
  // Visitors name them: a mail program must not take one with a dot for the address of a site.
  const name = (source: string | null) => source?.replaceAll(".", "\u2060.") ?? "no source";
  const from = sources.map(({ source, people }) => `${name(source)} ${count(people)}`).join(", ");
  const lines = [
    ["Applications to answer", waiting === 0 ? "no application waits." : `${applicationsText(applications)}.`],
    ["Sources in 7 days", from && `${from}.`],
    ["Mails to the list", paused === null ? "" : `${pauseReasons[paused] ?? "they are paused by the operator"}.`],
    ["Webhook", events === 0 ? "" : `${counted(events, "event")} failed.`],
    ["Last backup", backup ? backupAge(backup.last, backup.now) : ""],
  ] as const;
  return operatorMail(
    `${count(joined)} joined, ${count(confirmed)} confirmed${waiting === 0 ? "" : `, ${count(waiting)} to answer`}`,
    `In 7 days ${count(joinedWeek)} joined, and ${count(confirmedWeek)} confirmed.`,
    date.format(new Date(day)),
    [
      { rows: [["", "24 hours", "7 days"], ...rows] },
      ...lines.flatMap(([label, text]) => (text === "" ? [] : [{ label, text }])),
    ],
  );
}

/** What an alert says: its heading, what happened, and the command that says more. */
function alertWords(alert: Alert): { heading: string; text: string; command: string } {
  switch (alert.alert) {
    case "wave": {
      const many = alert.reason === "bounces" ? "mails bounced" : "people complained";
      return {
        heading: "the wave stopped by itself",
        text: `At ${utc(alert.at)} so many ${many} that the mails to the list were paused. They stay so until you let them go on: notify --resume, or the desk. First see what went wrong:`,
        command: "npx prelaunch mail status",
      };
    }
    case "applications": {
      const { soon, overdue } = alert;
      return {
        heading:
          soon > 0
            ? `${counted(soon, "application")} to answer within 8 hours`
            : `${counted(overdue, "application")} overdue`,
        text: `${applicationsText({ soon, overdue, day: 0, later: 0 })}.`,
        command: "npx prelaunch beta review",
      };
    }
    case "webhook":
      return {
        heading: `the webhook gave up on ${counted(alert.events, "event")}`,
        text: "Its receiver did not take them for three days. Which they are, and why:",
        command: "npx prelaunch webhook failed",
      };
    case "sender":
      return {
        heading: "the sender rested",
        text: `It did at ${utc(alert.at)} (${alert.why}), and tries again by itself. As you read this, at least one mail was accepted since. What is still queued:`,
        command: "npx prelaunch mail status",
      };
    case "backup":
      return {
        heading: alert.failed ? "the backup failed" : "no backup for two days",
        text: alert.failed
          ? `The one that was to be made by ${utc(alert.at)} is not there. Make one, and see why:`
          : "Make one, and see why none was made:",
        command: "npx prelaunch backup FILE",
      };
    case "disk":
      return {
        heading: "the disk is nearly full",
        text: `${count(alert.megabytes)} MB are left for the database. When there is no room, nobody can join, and no mail tells you. What takes the room:`,
        command: "du -xh / | sort -h | tail",
      };
  }
}

/** The mail about one trouble. */
export function alertMail(alert: Alert): Update {
  const { heading, text, command } = alertWords(alert);
  const title = heading.charAt(0).toUpperCase() + heading.slice(1);
  return operatorMail(heading, text, title, [text, { command }]);
}
