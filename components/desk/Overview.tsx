import type { Funnel, Overview as Figures } from "../../server/contract/desk.ts";
import { isQuestion } from "../../server/contract/questions.ts";
import { deskCopy } from "../copy/desk.ts";
import { questionWords } from "../copy/questions.ts";
import { useDesk } from "./api.ts";
import { count, percent } from "./format.ts";
import { FigureTable } from "./FigureTable.tsx";
import { Signups } from "./Signups.tsx";
import { Loaded } from "./states.tsx";
import { Totals } from "./Totals.tsx";

const words = deskCopy.overview;
const days = new Map(Object.entries(words.days));
const spanOf = (n: number): string => days.get(String(n)) ?? String(n);

/** The figures of the launch. */
export function Overview() {
  return (
    <Loaded query={useDesk<Figures>("overview")}>
      {(figures) => (
        <div className="grid gap-4 [&>*]:min-w-0 lg:grid-cols-2">
          <Now {...figures} />
          <div className="lg:col-span-2">
            <Signups signups={figures.signups} />
          </div>
          <section className="panel">
            <h2>{words.movement}</h2>
            <FigureTable
              title={words.movement}
              columns={[words.span, words.joined, words.confirmedThen, words.unsubscribedThen]}
              rows={figures.spans.map(({ days: n, joined, confirmed, unsubscribed }) => ({
                name: spanOf(n),
                figures: [joined, confirmed, unsubscribed].map(count),
              }))}
            />
            <p className="mt-2 text-xs text-muted">{words.timeZone(figures.timeZone)}</p>
          </section>
          <section className="panel">
            <h2>{words.funnel}</h2>
            <FunnelTable
              title={words.funnel}
              first={words.span}
              rows={figures.funnel.map((line) => ({ ...line, name: spanOf(line.days) }))}
            />
          </section>
          <section className="panel">
            <h2>{words.sources}</h2>
            <FunnelTable
              title={words.sources}
              first={words.source}
              rows={figures.sources.map((line) => ({ ...line, name: line.source ?? words.direct }))}
            />
          </section>
          <section className="panel">
            <h2>{words.answers}</h2>
            {figures.answers.map((one) => (
              <Answers key={one.question} {...one} />
            ))}
          </section>
        </div>
      )}
    </Loaded>
  );
}

/** How many there are today, and what the operator has to see to. */
function Now({ where, people, applications, mails }: Figures) {
  const parts = [
    { name: words.onList, value: people.total - people.unsubscribed },
    { name: words.confirmed, value: people.confirmed },
    { name: words.unsubscribed, value: people.unsubscribed },
    { name: words.pending, value: applications.pending },
    { name: words.overdue, value: applications.overdue, isBad: applications.overdue > 0 },
    { name: words.queued, value: mails.queued },
    { name: words.failed, value: mails.failed, isBad: mails.failed > 0 },
  ];
  return (
    <section className="panel lg:col-span-2">
      <h2>{where}</h2>
      <Totals parts={parts} />
    </section>
  );
}

function FunnelTable(props: { title: string; first: string; rows: (Funnel & { name: string })[] }) {
  const { title, first, rows } = props;
  return (
    <FigureTable
      title={title}
      columns={[first, words.visits, words.joined, words.confirmedThen, words.rate, words.applied]}
      rows={rows.map(({ name, visits, joined, confirmed, applied }) => ({
        name,
        figures: [count(visits), count(joined), count(confirmed), percent(confirmed, joined), count(applied)],
      }))}
    />
  );
}

function Answers({ question, answered, answers }: Figures["answers"][number]) {
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
        columns={[words.answer, words.people, words.share]}
        rows={answers.map(({ answer, count: n }) => ({
          name: choices.get(answer) ?? answer,
          figures: [count(n), percent(n, answered)],
        }))}
      />
    </details>
  );
}
