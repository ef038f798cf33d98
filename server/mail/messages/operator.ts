import { brand, locale } from "../../contract/brand.ts";
import {
  type Movement,
  movementIn,
  movementKeys,
  type MovementLines,
  type Standing,
  type WaveLines,
  waveName,
} from "../../contract/figures.ts";
import { commands, type Finding, type LaunchFinding } from "../../launch/finding.ts";
import { troubles } from "../../launch/findings.ts";
import type { LaunchReport } from "../../launch/launchReport.ts";
import { cameOf, count, counted, minute } from "../../lib/amounts.ts";
import { prose } from "./generated.ts";
import type { Update } from "./personal.ts";

/** What a digest reports for 24 hours and for 7 days. It leaves out visits where the page does not count them. */
const figures: Record<Exclude<keyof Movement, "visits">, string> = {
  joined: "Joined",
  referred: "by a friend’s link",
  confirmed: "Confirmed",
  unsubscribed: "Unsubscribed",
  applied: "Applied",
  invited: "Invited",
  redeemed: "Came",
  bounced: "Mails bounced",
  complained: "Complaints",
  failed: "Mails failed",
};

/** How many sources a digest names. */
const mostSources = 3;

/** How many waves a digest reports, the newest ones. */
const mostWaves = 3;

/** The figures of a digest: how the list stands, what moved, and what came of waves. */
export interface Digest {
  waitlist: Standing;
  movement: MovementLines;
  waves: WaveLines;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Stands for a space within a command, and at its ends: a private-use character, which no message has. */
const noBreak = "\uE000";

type Tag = keyof typeof prose;
const element = (tag: Tag, html: string, style = ""): string =>
  `<${tag} class="${prose[tag].class}" style="${prose[tag].style}${style}">${html}</${tag}>`;

/** At this size the widest command fits a phone of 320 px. */
const onOneLine = ";font-size:13px;letter-spacing:-0.02em;white-space:nowrap";

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

/** A part of a mail to the operator: a text, which may begin with a label, or rows of figures with column heads. */
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

const operatorMail = (subject: string, preheader: string, heading: string, parts: readonly Part[]): Update => ({
  subject: `${brand}: ${subject}`,
  // The preview is short, because inboxes show no more.
  preheader: preheader.slice(0, 140),
  bodyHtml: [element("h1", escaped(heading)), ...parts.map(partHtml)].join(""),
  bodyText: [heading, ...parts.map(partText)].join("\n\n"),
});

/** Applications by the time left to answer them; empty where none waits. */
function applicationsText({ overdue, soon, day, later }: LaunchReport["applications"]): string {
  const parts = [
    [overdue, "overdue"],
    [soon, "with less than 8 hours left"],
    [day, "with less than 24"],
    [later, "with more"],
  ] as const;
  return parts.flatMap(([n, text]) => (n > 0 ? [`${count(n)} ${text}`] : [])).join(", ");
}

/** The outcome of a wave, in a sentence. */
const waveText = ({ queued, sent, bounced, complained, unsubscribed, redeemed }: Digest["waves"][number]): string =>
  [
    `${count(sent)} sent`,
    ...(queued > 0 ? [`${count(queued)} queued`] : []),
    `${count(bounced)} bounced`,
    `${count(complained)} complained`,
    `${count(unsubscribed)} unsubscribed`,
    ...(redeemed === null ? [] : [`${count(redeemed)} came`]),
  ]
    .join(", ")
    .concat(".");

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
  const { waitlist: list, movement, waves } = digest;
  const [inDay, inWeek] = [movementIn(movement, "day"), movementIn(movement, "week")];
  const date = new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday: "long", day: "numeric", month: "long" });
  const waiting = applications.overdue + applications.soon + applications.day + applications.later;
  const rows = movementKeys
    .filter((key) => key !== "visits")
    .map((key) => [figures[key], count(inDay[key]), count(inWeek[key])] as const);
  // Visitors can make up the names: a mail program must not take one with a dot for the address of a site.
  const name = (source: string | null) => source?.replaceAll(".", "\u2060.") ?? "no source";
  const from = movement
    .filter(({ total, span, joined }) => !total && span === "week" && joined > 0)
    .toSorted((a, b) => b.joined - a.joined)
    .slice(0, mostSources)
    .map(({ source, joined }) => `${name(source)} ${count(joined)}`)
    .join(", ");
  const came = list.invited > 0 ? ` Invited ${cameOf(list)}.` : "";
  const needs = troubles(findings);
  const backup = findings.find(({ check, level }) => check === "backup" && level !== "wrong" && level !== "warning");
  const lines = [
    ["Applications to answer", waiting === 0 ? "no application waits." : `${applicationsText(applications)}.`],
    ["Sources in 7 days", from && `${from}.`],
    ...waves
      .slice(0, mostWaves)
      .map((wave) => [`Wave of ${minute(wave.at)}, ${waveName(wave)}`, waveText(wave)] as const),
    ["Backup", backup?.message ?? ""],
  ] as const;
  return operatorMail(
    `${count(inDay.joined)} joined, ${count(inDay.confirmed)} confirmed${waiting === 0 ? "" : `, ${count(waiting)} to answer`}`,
    `In 7 days ${count(inWeek.joined)} joined, and ${count(inWeek.confirmed)} confirmed.`,
    date.format(new Date(day)),
    [
      { label: "May be mailed", text: `${count(list.mailable)} of ${counted(list.total, "person", "people")}.${came}` },
      { rows: [["", "24 hours", "7 days"], ...rows] },
      ...needs.map((finding) => ({ label: finding.message.replace(/\.$/u, ""), text: finding.remedy ?? "" })),
      ...lines.flatMap(([label, text]) => (text === "" ? [] : [{ label, text }])),
    ],
  );
}

/**
 * The mail about one trouble. Its subject is the beginning of the sentence that `check` and the desk show; its
 * body has the whole sentence.
 */
export function alertMail({ message, remedy }: Finding): Update {
  const subject = message.replace(/(?: \(|;|\. ?).*$/u, "");
  return operatorMail(subject, message, subject, [message, ...(remedy === undefined ? [] : [remedy])]);
}
