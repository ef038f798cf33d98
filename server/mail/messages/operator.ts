import * as v from "valibot";
import { brand, locale } from "../../contract/brand.ts";
import { commands, type Finding, type LaunchFinding } from "../../launch/finding.ts";
import { troubles } from "../../launch/findings.ts";
import type { LaunchReport } from "../../launch/launchReport.ts";
import { count } from "../../lib/amounts.ts";
import { prose } from "./generated.ts";
import type { Update } from "./personal.ts";

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
});
/** The figures of a digest. */
export type Digest = v.InferOutput<typeof digestForm>;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Stands for a space within a command, and at its ends: a private-use character, which no message has. */
const noBreak = "\uE000";

type Tag = keyof typeof prose;
const element = (tag: Tag, html: string, style = ""): string =>
  `<${tag} class="${prose[tag].class}" style="${prose[tag].style}${style}">${html}</${tag}>`;

/** The widest command fits a phone of 320 px. */
const onOneLine = ";font-size:13px;letter-spacing:-0.02em;white-space:nowrap";

/** A text with its commands as code. */
const withCommands = (text: string): string =>
  escaped(text.replaceAll(commands, `${noBreak}$&${noBreak}`)).replaceAll(
    new RegExp(`${noBreak}([^${noBreak}]*)${noBreak}`, "gu"),
    (_marked, command: string) => element("code", command, onOneLine),
  );

/** Lines of at most 76 characters, with whole commands. */
const wrapped = (text: string): string =>
  text
    .replaceAll(commands, (command) => command.replaceAll(" ", noBreak))
    .replaceAll(/(?![^\n]{1,76}$)([^\n]{1,76})\s/gu, "$1\n")
    .replaceAll(noBreak, " ");

/** A part of a mail to the operator: a text, which may begin with a label; or rows of figures under their heads. */
type Part = string | { label: string; text: string } | { rows: readonly (readonly [string, string, string])[] };

function partHtml(part: Part): string {
  if (typeof part === "string") return element("p", withCommands(part));
  if ("text" in part) return element("p", `<strong>${escaped(part.label)}</strong><br/>${withCommands(part.text)}`);
  const cells = ([label, ...numbers]: readonly [string, string, string]) =>
    `${element("td", label)}${numbers.map((text) => element("td", text, ";padding-left:16px;text-align:right;white-space:nowrap")).join("")}`;
  const rows = part.rows.map((row) => `<tr>${cells(row)}</tr>`).join("");
  const table = `<table role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0" style="margin:0 0 24px">`;
  return `${table}${rows}</table>`;
}

function partText(part: Part): string {
  if (typeof part === "string") return wrapped(part);
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
function applicationsText({ overdue, soon, day, later }: LaunchReport["applications"]): string {
  const parts = [
    [overdue, "overdue"],
    [soon, "with less than 8 hours left"],
    [day, "with less than 24"],
    [later, "with more"],
  ] as const;
  return parts.flatMap(([n, text]) => (n > 0 ? [`${count(n)} ${text}`] : [])).join(", ");
}

/**
 * The digest of a day.
 * @param findings how the launch stands
 */
export function digestMail(
  day: string,
  digest: Digest,
  applications: LaunchReport["applications"],
  findings: readonly LaunchFinding[],
): Update {
  const { figures: numbers, sources } = digest;
  const date = new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday: "long", day: "numeric", month: "long" });
  const [[joined, joinedWeek], [confirmed, confirmedWeek]] = [numbers.joined, numbers.confirmed];
  const { overdue, soon, day: inDay, later } = applications;
  const waiting = overdue + soon + inDay + later;
  const rows = figureKeys.map((key) => [figures[key], count(numbers[key][0]), count(numbers[key][1])] as const);
  // Visitors name them: a mail program must not take one with a dot for the address of a site.
  const name = (source: string | null) => source?.replaceAll(".", "\u2060.") ?? "no source";
  const from = sources.map(({ source, people }) => `${name(source)} ${count(people)}`).join(", ");
  const needs = troubles(findings);
  const backup = findings.find(({ check, level }) => check === "backup" && level !== "wrong" && level !== "warning");
  const lines = [
    ["Applications to answer", waiting === 0 ? "no application waits." : `${applicationsText(applications)}.`],
    ["Sources in 7 days", from && `${from}.`],
    ["Backup", backup?.message ?? ""],
  ] as const;
  return operatorMail(
    `${count(joined)} joined, ${count(confirmed)} confirmed${waiting === 0 ? "" : `, ${count(waiting)} to answer`}`,
    `In 7 days ${count(joinedWeek)} joined, and ${count(confirmedWeek)} confirmed.`,
    date.format(new Date(day)),
    [
      { rows: [["", "24 hours", "7 days"], ...rows] },
      ...needs.map((finding) => ({ label: finding.message.replace(/\.$/u, ""), text: finding.remedy ?? "" })),
      ...lines.flatMap(([label, text]) => (text === "" ? [] : [{ label, text }])),
    ],
  );
}

/** The mail about one trouble: its subject is the begin of what check and the desk say, which stands below it whole. */
export function alertMail({ message, remedy }: Finding): Update {
  const subject = message.replace(/(?: \(|;|\. ?).*$/u, "");
  return operatorMail(subject, message, subject, [message, ...(remedy === undefined ? [] : [remedy])]);
}
