import type { DeskNeed, Overview } from "../../server/contract/desk.ts";
import { replyWithin } from "../../server/contract/limits.ts";
import { overviewCopy } from "../copy/deskOverview.ts";
import { DeskLink } from "./DeskLink.tsx";
import { daysOrHours } from "./format.ts";

const words = overviewCopy.needs;

/** What a need is in words, and the view where it can be seen to. */
function describe(need: DeskNeed, now: number): { text: string; hint?: string; view?: keyof typeof words.open } {
  switch (need.need) {
    case "stopped":
      return { text: words.stopped, hint: words.start };
    case "overdue":
      return {
        text: words.overdue(need.applications, daysOrHours(now - Date.parse(need.since))),
        view: "applications",
      };
    case "paused":
      return { text: words.paused(need.reason ?? "operator"), hint: words.pausedQueue(need.queued), view: "mail" };
    case "failed":
      return { text: words.failed(need.mails), view: "mail" };
    case "late":
      return { text: words.late(daysOrHours(now - Date.parse(need.since))), view: "mail" };
    case "events":
      return { text: words.events(need.events), hint: words.eventsHint };
    case "backup":
      return need.failed
        ? { text: words.backupFailed(daysOrHours(now - Date.parse(need.at))), hint: words.backupHint }
        : { text: words.backupOld(daysOrHours(now - Date.parse(need.at))), hint: words.backupHint };
    case "disk":
      return { text: words.disk(need.megabytes), hint: words.diskHint };
  }
}

/** What the operator has to see to; one calm line where that is nothing. */
export function Needs({ needs, pending, now }: Pick<Overview, "needs" | "pending"> & { now: number }) {
  if (needs.length === 0) {
    const left = pending.since === null ? 0 : Date.parse(pending.since) + replyWithin - now;
    return (
      <p className="panel py-3!">
        <span className="font-semibold text-success">{words.nothing}</span>{" "}
        <span className="text-muted">
          {pending.applications > 0 && words.pending(pending.applications, daysOrHours(left))}
        </span>
      </p>
    );
  }
  return (
    <section className="panel border-s-4 border-s-danger">
      <h2>{words.title}</h2>
      <ul className="grid gap-3">
        {needs.map((need) => {
          const { text, hint, view } = describe(need, now);
          return (
            <li key={need.need} className="flex flex-wrap items-baseline gap-x-4">
              <span className="font-semibold">{text}</span>
              {hint !== undefined && <span className="text-muted">{hint}</span>}
              {view !== undefined && (
                <DeskLink to={{ view }} className="font-semibold text-sea underline underline-offset-4">
                  {words.open[view]}
                </DeskLink>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
