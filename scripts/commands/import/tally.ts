import { count, counted } from "../../cli/amounts.ts";
import { lostText } from "../../cli/lostAnswers.ts";
import type { ReadSource } from "./cells/source.ts";
import type { Outcome } from "../../records/entry.ts";
import { type Standing, standings } from "../../records/standing.ts";

/** What an import counts while it runs. */
export class Tally {
  read = 0;
  outcome: Outcome = { added: 0, unsubscribed: 0, suppressed: {} };
  readonly standings: Record<Standing, number> = { listed: 0, unsubscribed: 0, bounced: 0, complained: 0 };
  readonly #sources = { changed: 0, cut: 0, example: "" };

  source({ source, changed, cut }: ReadSource, text: string): void {
    if (!changed) return;
    this.#sources.changed += 1;
    if (cut) this.#sources.cut += 1;
    // What may be an address stays out of logs.
    this.#sources.example ||= `"${text.includes("@") ? "…@…" : text}" → ${source ?? "none"}`;
  }

  /** The lines of the summary; `lost` of the answers were. */
  summary(rejected: number, rehearsal: boolean, lost: number): string[] {
    const { added, unsubscribed, suppressed } = this.outcome;
    const reasons = Object.entries(suppressed);
    const keptOut = reasons.reduce((sum, [, n = 0]) => sum + n, 0);
    const duplicates = this.read - rejected - added - unsubscribed - keptOut;
    const left = standings.filter((standing) => standing !== "listed" && this.standings[standing] > 0);
    const { changed, cut, example } = this.#sources;
    const parts = [
      `${count(added)} ${rehearsal ? "to add" : "added"}`,
      ...(unsubscribed > 0
        ? [`${count(unsubscribed)} listed already and ${rehearsal ? "to unsubscribe" : "unsubscribed"}`]
        : []),
      ...(keptOut > 0
        ? [`${count(keptOut)} suppressed (${reasons.map(([reason, n = 0]) => `${count(n)} ${reason}`).join(", ")})`]
        : []),
      counted(duplicates, "duplicate"),
      `${count(rejected)} rejected`,
    ];
    return [
      `${counted(this.read, "line")}: ${parts.join(", ")}.${rehearsal ? "" : lostText(lost)}`,
      ...(left.length > 0
        ? [
            `According to the file: ${left.map((standing) => `${count(this.standings[standing])} ${standing}`).join(", ")}.`,
          ]
        : []),
      ...(changed > 0
        ? [
            `${counted(changed, "source was", "sources were")} changed to a valid form, ${count(cut)} of them cut: ${example}${changed > 1 ? ", …" : "."}`,
          ]
        : []),
      ...(keptOut > this.standings.bounced + this.standings.complained
        ? ["People on the suppression list are left out; --override-suppression imports them."]
        : []),
      ...(rehearsal ? ["Nothing was written (--dry-run)."] : []),
    ];
  }
}
