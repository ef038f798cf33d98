import { useState } from "react";
import { isQuestion } from "../../../server/contract/questions.ts";
import { deskCopy } from "../words/desk.ts";
import { overviewCopy } from "../words/overview.ts";
import { questionWords } from "../../../components/copy/questions.ts";
import { quietButton } from "../../../components/ui/button.ts";
import { api, useDesk, type Overview as OverviewFigures } from "./api.ts";
import { DeskLink } from "./DeskLink.tsx";
import { FigureTable } from "./FigureTable.tsx";
import { count, minute, percent } from "./format.ts";
import { FunnelSteps } from "./FunnelSteps.tsx";
import { Findings, useFindings } from "./Findings.tsx";
import { Signups } from "./Signups.tsx";
import { Email, Empty, Loaded, Sentence } from "./states.tsx";
import { Mailable, WeekFigures } from "./WeekFigures.tsx";

const words = overviewCopy;

/** Number of sources that are shown at first. */
const mostSources = 10;

const column = "min-w-0 gap-4 max-lg:contents lg:flex lg:flex-col";

/** The launch at a glance: what needs the operator, and how it goes. */
export function Overview() {
  // Asked for beside the figures, and shown by `Findings`.
  useFindings();
  return (
    <Loaded query={useDesk(["overview"], () => api.overview.$get())} shape="overview" still="overview">
      {(figures, at) => (
        // On a phone, what needs the operator comes second; else there are two columns, so that a long list leaves no gap.
        <div className="grid gap-4 lg:grid-cols-2 [&_.panel]:min-w-0">
          <div className={column}>
            {figures.list.total === 0 ? <FirstSteps {...figures} /> : <Mailable {...figures} />}
            {figures.list.total > 0 && (
              <div className="grid grow max-lg:order-1">
                <WeekFigures {...figures} />
              </div>
            )}
          </div>
          <div className={column}>
            <Findings {...figures} now={at} />
            {figures.list.total > 0 && (
              <div className="grid grow max-lg:order-1">
                <FunnelSteps {...figures} />
              </div>
            )}
          </div>
          {figures.list.total > 0 && <Figures {...figures} />}
          <p className="order-1 text-xs text-muted lg:col-span-2">{words.at(minute(new Date(at).toISOString()))}</p>
        </div>
      )}
    </Loaded>
  );
}

/** The figures of the launch, once somebody is on the list. */
function Figures(figures: OverviewFigures) {
  return (
    <div className="order-1 grid gap-4 lg:col-span-2 lg:grid-cols-2 lg:[&>.wide]:col-span-2 [&>*]:min-w-0">
      <div className="wide">
        <Signups {...figures} />
      </div>
      <div className="wide">
        <Sources {...figures} />
      </div>
      <Referrers {...figures} />
      <section className="panel">
        <h2>{words.answers}</h2>
        {figures.answers.map((one) => (
          <Answers key={one.question} {...one} />
        ))}
      </section>
    </div>
  );
}

/** The first steps, while nobody is on the list. */
function FirstSteps({ site }: Pick<OverviewFigures, "site">) {
  const { title, share, bring, test } = words.empty;
  return (
    <section className="panel">
      <h2>{title}</h2>
      <dl className="grid gap-3 [&_dt]:font-semibold [&_dd]:wrap-anywhere">
        <div>
          <dt>{share}</dt>
          <dd>{site === null ? deskCopy.noSite : <code>{site}</code>}</dd>
        </div>
        <div>
          <dt>{bring}</dt>
          <dd>
            <code>
              <Sentence of="npx prelaunch import waitlist people.csv --dry-run" />
            </code>
          </dd>
        </div>
        <div>
          <dt>{test}</dt>
          <dd>
            <code>npx prelaunch mail test you@your.name</code>
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Referrers({ referrers }: Pick<OverviewFigures, "referrers">) {
  return (
    <section className="panel">
      <h2>{words.referrers}</h2>
      {referrers.length === 0 ? (
        <Empty text={words.noReferrers} />
      ) : (
        <ol className="grid">
          {referrers.map(({ id, email, friends }) => (
            <li
              key={id}
              className="flex min-h-8 items-center justify-between gap-4 border-b border-rule py-1 last:border-b-0"
            >
              <DeskLink
                to={{ view: "people", person: id }}
                className="min-w-0 font-semibold wrap-anywhere text-sea underline underline-offset-4"
              >
                <Email of={email} />
              </DeskLink>
              <span className="whitespace-nowrap tabular-nums">{words.friends(count(friends))}</span>
            </li>
          ))}
        </ol>
      )}
      <p className="mt-3 text-xs text-muted">{words.referrersNote}</p>
    </section>
  );
}

function Sources({ sources }: Pick<OverviewFigures, "sources">) {
  const [all, setAll] = useState(false);
  const shown = all ? sources : sources.slice(0, mostSources);
  const { columns } = words.sources;
  return (
    <section className="panel">
      <h2>{words.sources.title}</h2>
      {sources.length === 0 ? (
        <Empty text={words.sources.none} />
      ) : (
        <FigureTable
          title={words.sources.title}
          columns={[
            { name: columns.source },
            { name: columns.visits, wide: true },
            { name: columns.joined },
            { name: columns.visitToJoin, wide: true },
            { name: columns.confirmed },
            { name: columns.joinToConfirm, wide: true },
            { name: columns.applied, wide: true },
          ]}
          rows={shown.map(({ source, visits, joined, confirmed, applied }) => ({
            name: source ?? words.sources.direct,
            figures: [
              count(visits),
              count(joined),
              percent(joined, visits),
              count(confirmed),
              percent(confirmed, joined),
              count(applied),
            ],
          }))}
        />
      )}
      {shown.length < sources.length && (
        <button type="button" className={quietButton} onClick={() => setAll(true)}>
          {words.sources.more(sources.length)}
        </button>
      )}
    </section>
  );
}

function Answers({ question, answered, answers }: OverviewFigures["answers"][number]) {
  const asked = isQuestion(question) ? questionWords[question] : undefined;
  const choices = new Map<string, string>(Object.entries(asked?.choices ?? {}));
  return (
    <details className="border-b border-rule last:border-b-0">
      <summary className="min-h-11 cursor-pointer py-2.5">
        <span className="font-semibold">{asked?.ask ?? question}</span>{" "}
        <span className="text-muted">{words.answered(count(answered))}</span>
      </summary>
      <FigureTable
        title={asked?.ask ?? question}
        columns={[{ name: words.answer }, { name: words.people }, { name: words.share }]}
        rows={answers.map(({ answer, count: n }) => ({
          name: choices.get(answer) ?? answer,
          figures: [count(n), percent(n, answered)],
        }))}
      />
    </details>
  );
}
