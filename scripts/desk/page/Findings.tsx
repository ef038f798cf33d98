import { replyWithin } from "../../../server/contract/limits.ts";
import { overviewCopy } from "../words/overview.ts";
import { api, useDesk, type Finding, type Overview } from "./api.ts";
import { DeskLink } from "./DeskLink.tsx";
import { daysOrHours } from "./format.ts";
import { Loaded, Sentence } from "./states.tsx";

const words = overviewCopy.findings;

/** The view in which a finding can be dealt with, by the name of its check. */
const views: Readonly<Record<string, keyof typeof words.open>> = { reviews: "applications", mail: "mail" };

/** What the operator has to deal with. It is read apart from the figures, because the checks ask other services. */
export const useFindings = () => useDesk(["findings"], () => api.findings.$get());

/**
 * Lists what the operator has to deal with, or says in one calm line that there is nothing.
 */
export const Findings = (props: Pick<Overview, "pending"> & { now: number }) => (
  <Loaded query={useFindings()}>{(findings) => <FindingList {...props} findings={findings} />}</Loaded>
);

function FindingList({ findings, pending, now }: Pick<Overview, "pending"> & { findings: Finding[]; now: number }) {
  const left = pending.since === null ? 0 : Date.parse(pending.since) + replyWithin - now;
  // Overdue applications are a finding already.
  const waiting = pending.applications > 0 && left > 0 && (
    <p className="text-muted">
      {words.pending(pending.applications, daysOrHours(left))}{" "}
      <DeskLink to={{ view: "applications" }} className="font-semibold text-sea underline underline-offset-4">
        {words.open.applications}
      </DeskLink>
    </p>
  );
  if (findings.length === 0) {
    return (
      <section className="panel">
        <p className="font-semibold text-success">{words.nothing}</p>
        {waiting}
      </section>
    );
  }
  return (
    <section className="panel">
      <h2 className="text-danger">{words.title}</h2>
      <ul className="grid gap-3">
        {findings.map(({ check, message, remedy }) => {
          const view = views[check];
          return (
            <li key={message} className="flex flex-wrap items-baseline gap-x-4">
              <span className="font-semibold">
                <Sentence of={message} />
              </span>
              <span className="text-muted">
                <Sentence of={remedy} />
              </span>
              {view !== undefined && (
                <DeskLink to={{ view }} className="font-semibold text-sea underline underline-offset-4">
                  {words.open[view]}
                </DeskLink>
              )}
            </li>
          );
        })}
      </ul>
      {waiting}
    </section>
  );
}
