import { count, counted, span } from "../../cli/amounts.ts";
import { type BackendContext, mailSettings } from "../../cli/context.ts";
import { glyphsFor } from "../../cli/glyphs.ts";
import type { Audience, Wave } from "./audience.ts";
import { mask } from "./mask.ts";

/** A number of people. */
export const people = (n: number): string => counted(n, "person", "people");

/** Why a wave is empty; a misspelled source must not look like a launch that everybody has been told of. */
export function nobodyText({ source, role }: Audience): string {
  const chosen = [
    ...(source === undefined ? [] : [`the source ${source}`]),
    ...(role === undefined ? [] : [`the role ${role}`]),
  ].join(" and ");
  if (chosen === "") return "There is nobody to tell: everyone who confirmed and has not unsubscribed has been told.";
  const sources = source === undefined ? "" : " The sources there are: npx prelaunch stats --json";
  return `There is nobody to tell with ${chosen}. People with another one were not looked at.${sources}`;
}

/** Whom a wave is for, in a sentence with some masked addresses, and how long its mails take. */
export function waveText(context: BackendContext, { people: n, all, sample }: Wave): string {
  const glyphs = glyphsFor(context);
  const who = sample.map((email) => mask(email, glyphs)).join(", ");
  const rest = all > n ? ` of ${count(all)} who are to be told` : "";
  const more = n > sample.length ? `, ${glyphs.ellipsis}` : "";
  return `To ${people(n)}${rest}: ${who}${more}${timeText(context, n)}`;
}

/** How long the mails take; nothing where only the deployed function's settings tell. */
function timeText({ embedded, settings }: BackendContext, n: number): string {
  const { perSecond, route } = mailSettings(settings);
  if (!embedded && route.kind === "none") return "";
  return `\nAt ${perSecond} a second the mails take about ${span(Math.ceil(n / perSecond) * 1000)}.`;
}
