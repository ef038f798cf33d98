import { useState } from "react";
import { waveName } from "../../../server/contract/figures.ts";
import { mailCopy } from "../words/mail.ts";
import { secondaryButton } from "../../../components/ui/button.ts";
import { api, useAction, type MailLine, type Mails } from "./api.ts";
import { Ask } from "./Ask.tsx";
import { count, minute, nameOf } from "./format.ts";
import { FigureTable } from "./FigureTable.tsx";
import { Email, ActionResult, Sentence } from "./states.tsx";

const words = mailCopy.now;

/** The wave that goes out: a bar that stays in view, and further facts about it below. */
export function WaveBar({ mails }: { mails: Mails }) {
  const { list, sender } = mails;
  const { queued, paused, reason, takes } = list;
  const action = useAction(() => api.wave.pause.$post({ json: { paused: !paused } }));
  const isOn = queued > 0 || paused;
  const isBad = reason === "bounces" || reason === "complaints";
  return (
    <>
      {mails.stuck && (
        <section role="alert" className="slip grid gap-1 px-4 py-3 sm:px-5">
          <p className="font-semibold text-danger">
            <Sentence of={mails.stuck.message} />
          </p>
          <p>
            <Sentence of={mails.stuck.remedy} />
          </p>
        </section>
      )}
      <section
        aria-label={words.title}
        className={isOn ? "slip sticky-bar sticky top-0 z-20 grid gap-2 px-4 py-3 sm:px-5" : "panel grid gap-2 py-3!"}
      >
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4">
            <Progress list={list} isBad={isBad} />
          </div>
          {isOn && (
            <button
              type="button"
              className={`${secondaryButton} min-h-11!`}
              disabled={action.isPending}
              onClick={() => action.mutate()}
            >
              {paused ? words.resume : words.pause}
            </button>
          )}
        </div>
        {queued > 0 && (
          <progress className="progress" aria-label={words.progress} max={list.sent + queued} value={list.sent} />
        )}
        <ActionResult of={action} />
        <OpenWaves open={mails.open} />
        {!paused && queued > 0 && (
          <p className="text-muted">
            {takes} {sender}
          </p>
        )}
        {(mails.failed > 0 || isBad) && (
          <p>
            <a href="#trouble" className="font-semibold text-sea underline underline-offset-4">
              {mails.failed > 0 ? words.failed(count(mails.failed)) : words.whose}
            </a>
          </p>
        )}
      </section>
    </>
  );
}

/** The waves that have queued mails, each of which can be taken back. */
function OpenWaves({ open }: Pick<Mails, "open">) {
  const [asking, setAsking] = useState<Mails["open"][number]>();
  const action = useAction((number: number) => api.wave.cancel.$post({ json: { number } }));
  return (
    <>
      {open.length > 0 && (
        <ul aria-label={words.open} className="grid gap-1">
          {open.map((wave) => (
            <li key={wave.number} className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="font-semibold">{titleOf(wave)}</span>
              <span className="tabular-nums">{words.queued(count(wave.queued), wave.starts)}</span>
              <button
                type="button"
                className="small-button"
                disabled={action.isPending}
                onClick={() => setAsking(wave)}
              >
                {words.takeBack}
              </button>
            </li>
          ))}
        </ul>
      )}
      <ActionResult of={action} />
      {asking && (
        <Ask
          title={words.takeBackSure(titleOf(asking))}
          text={words.takeBackText(count(asking.queued))}
          button={words.takeBackNow}
          onYes={() => action.mutate(asking.number)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

const titleOf = (wave: Pick<Mails["open"][number], "number" | "kind" | "name">): string =>
  `${wave.number} ${waveName(wave)}`;

/** The wave's progress in figures. */
function Progress({ list, isBad }: Pick<Mails, "list"> & { isBad: boolean }) {
  const { queued, sent, paused, kind, why, reason } = list;
  return (
    <>
      {paused && <p className={`basis-full font-semibold ${isBad ? "text-danger" : ""}`}>{why}</p>}
      {queued > 0 && <p className="font-semibold">{mailCopy.waves[kind ?? ""] ?? words.wave}</p>}
      {queued === 0 && !paused && <p className="font-semibold">{words.idle}</p>}
      {queued > 0 && <p className="tabular-nums">{words.sent(count(sent), count(sent + queued))}</p>}
      {queued === 0 && sent > 0 && <p className="text-muted">{words.last(count(sent))}</p>}
      {/* The reason of the pause is said above already. */}
      {sent > 0 && reason !== "bounces" && (
        <p className={list.tooManyBounces ? "font-semibold text-danger" : "text-muted"}>
          {words.bounced(count(list.bounced), list.bouncedShare)}
        </p>
      )}
      {sent > 0 && reason !== "complaints" && (
        <p className={list.tooManyComplaints ? "font-semibold text-danger" : "text-muted"}>
          {words.complained(count(list.complained), list.complainedShare)}
        </p>
      )}
    </>
  );
}

/** Results of the newest waves. */
export function Waves({ waves }: Pick<Mails, "waves">) {
  if (waves.length === 0) return null;
  const { title, columns } = words.waves;
  return (
    <section className="panel">
      <h2>{title}</h2>
      <FigureTable
        title={title}
        columns={[
          { name: columns.wave },
          { name: columns.queued, wide: true },
          { name: columns.sent },
          { name: columns.bounced },
          { name: columns.complained, wide: true },
          { name: columns.unsubscribed, wide: true },
          { name: columns.came },
        ]}
        rows={waves.map((wave) => ({
          name: titleOf(wave),
          at: minute(wave.at),
          figures: [
            ...[wave.queued, wave.sent, wave.bounced, wave.complained, wave.unsubscribed].map(count),
            wave.redeemed === null ? "–" : count(wave.redeemed),
          ],
        }))}
      />
    </section>
  );
}

/** The queued mails, the next ones first. Each can be opened. */
export function Queue({ mails, all }: { mails: MailLine[]; all: number }) {
  if (mails.length === 0) return null;
  return (
    <details className="px-4 sm:px-5">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-sea">{words.queue(count(all))}</summary>
      <table className="grid-table cards" aria-label={words.queue(count(all))}>
        <thead>
          <tr>
            {[words.to, words.kind, words.due, words.error].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {mails.map((mail) => (
            <tr key={mail.id}>
              <th scope="row">
                <Email of={mail.email} />
              </th>
              <td data-label={words.kind}>{nameOf(mail.kind)}</td>
              <td data-label={words.due}>{minute(mail.at)}</td>
              <td data-label={words.error}>{codeOf(mail.last_error) || "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {all > mails.length && <p className="mt-2 text-muted">{words.first(mails.length)}</p>}
    </details>
  );
}

/** The code of a failed attempt as the server gave it: `smtp_550_5.1.1` as "550 5.1.1". */
export const codeOf = (code: string | null): string =>
  (code ?? "").replace(/^(?:smtp|resend)_/u, "").replaceAll("_", " ");
