import { useState } from "react";
import { mailCopy } from "../words/mail.ts";
import { quietButton, secondaryButton } from "../../../components/ui/button.ts";
import { api, useAction, useDesk, type Mails, type TroubledMail } from "./api.ts";
import { DeskLink } from "./DeskLink.tsx";
import { count, minute, nameOf } from "./format.ts";
import { Segments } from "./Segments.tsx";
import { Email, Empty, Loaded, ActionResult, Sentence } from "./states.tsx";
import { codeOf } from "./WaveBar.tsx";
import { mailTroubles } from "../words/choices.ts";

const words = mailCopy.trouble;

const segments = [
  { value: "all", name: words.all },
  ...mailTroubles.map((value) => ({ value, name: words[value] })),
] as const;

/**
 * Mails that bounced, failed or brought a complaint, with the cause and the remedy; rates above what providers
 * tolerate are red.
 */
export function Trouble({ mails, isSending }: { mails: Mails; isSending: boolean }) {
  const { month, failed } = mails;
  const hasNone = month.bounced + month.complained + failed === 0;
  return (
    <section id="trouble" tabIndex={-1} className="panel grid scroll-mt-4 gap-4">
      <h2 className="mb-0!">{words.title}</h2>
      <PausedAdvice list={mails.list} />
      {(month.sent > 0 || !hasNone) && (
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
          <Figure name={words.sent} value={month.sent} />
          <Figure
            name={words.bounced}
            value={month.bounced}
            isBad={month.tooManyBounces}
            notes={[words.ofSent(month.bouncedShare), words.tolerated.bounced]}
          />
          <Figure
            name={words.complained}
            value={month.complained}
            isBad={month.tooManyComplaints}
            notes={[words.ofSent(month.complainedShare), words.tolerated.complained]}
          />
          <Figure name={words.failed} value={failed} isBad={failed > 0} />
        </dl>
      )}
      {hasNone ? (
        <p className="text-success">{words.none}</p>
      ) : (
        <Troubles isSending={isSending} canRetry={failed > 0} />
      )}
    </section>
  );
}

/** Advice for a pause, whose reason is in the bar above. */
function PausedAdvice({ list: { reason } }: Pick<Mails, "list">) {
  if (reason === null) return null;
  const advice = mailCopy.now.advice[reason];
  return (
    <p>
      {advice} {mailCopy.now.waiting}
    </p>
  );
}

function Figure(props: { name: string; value: number; notes?: string[]; isBad?: boolean }) {
  const { name, value, notes = [], isBad = false } = props;
  return (
    <div className="flex flex-col">
      <dt className="text-muted">{name}</dt>
      <dd className={`text-xl font-semibold tabular-nums ${isBad ? "text-danger" : ""}`}>{count(value)}</dd>
      {notes.map((note) => (
        <dd key={note} className={`text-xs ${isBad ? "font-semibold text-danger" : "text-muted"}`}>
          {note}
        </dd>
      ))}
    </div>
  );
}

function Troubles({ isSending, canRetry }: { isSending: boolean; canRetry: boolean }) {
  const [of, setOf] = useState<(typeof segments)[number]["value"]>("all");
  const retry = useAction(() => api.mails.retry.$post({ json: {} }));
  const query = useDesk(
    ["mails", "trouble", of],
    () => api.mails.trouble.$get({ query: of === "all" ? {} : { of } }),
    () => isSending,
  );
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Segments label={words.which} options={segments} value={of} onChange={setOf} />
        {canRetry && (
          <button
            type="button"
            className={`${secondaryButton} min-h-11!`}
            disabled={retry.isPending}
            onClick={() => retry.mutate()}
          >
            {words.retry}
          </button>
        )}
        <ActionResult of={retry} />
      </div>
      <Loaded query={query} still={of}>
        {(mails) => (mails.length === 0 ? <Empty text={words.noneOfThese} /> : <TroubleTable mails={mails} />)}
      </Loaded>
    </>
  );
}

/** Number of mails of each cause that are shown at first. */
const mostOfCause = 5;

/** Mails grouped by the kind of their trouble. */
function TroubleTable({ mails }: { mails: TroubledMail[] }) {
  const [isAll, setIsAll] = useState(false);
  const causes = Object.entries(words.causes).flatMap(([cause, [reason, remedy]]) => {
    const ofCause = mails.filter((mail) => mail.cause === cause);
    const shown = isAll ? ofCause : ofCause.slice(0, mostOfCause);
    return shown.length === 0 ? [] : [{ cause, reason, remedy, all: ofCause.length, shown }];
  });
  return (
    <>
      <table className="grid-table cards" aria-label={words.title}>
        <thead>
          <tr>
            {[words.to, words.kind, words.source, words.when].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {causes.map(({ cause, reason, remedy, all, shown }) => (
          <tbody key={cause}>
            <tr>
              <th scope="rowgroup" colSpan={4} className="whitespace-normal! pt-4!">
                <p className="font-semibold">
                  {reason} <span className="font-normal text-muted">({count(all)})</span>
                </p>
                <p className="font-normal text-muted">
                  <Sentence of={remedy} />
                </p>
              </th>
            </tr>
            {shown.map((mail) => (
              <tr key={mail.id}>
                <th scope="row">
                  {mail.person === null ? (
                    <Email of={mail.email} />
                  ) : (
                    <DeskLink
                      to={{ view: "people", person: mail.person }}
                      className="inline-block min-h-6 font-semibold text-sea underline underline-offset-4"
                    >
                      <Email of={mail.email} />
                    </DeskLink>
                  )}
                </th>
                <td data-label={words.kind}>
                  {nameOf(mail.kind)}
                  {mail.code !== null && <span className="text-muted"> · {codeOf(mail.code)}</span>}
                </td>
                <td data-label={words.source}>{mail.source ?? "–"}</td>
                <td data-label={words.when} className="sm:whitespace-nowrap">
                  {minute(mail.at)}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {causes.some(({ all, shown }) => shown.length < all) && (
        <button type="button" className={`${quietButton} justify-self-start`} onClick={() => setIsAll(true)}>
          {words.more(mails.length)}
        </button>
      )}
      {mails.length >= 100 && <p className="text-muted">{words.first(mails.length)}</p>}
    </>
  );
}
