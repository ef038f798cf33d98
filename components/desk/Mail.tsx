import type { MailLine, Mails } from "../../server/contract/desk.ts";
import { deskCopy } from "../copy/desk.ts";
import { secondaryButton } from "../ui/button.ts";
import { useAction, useDesk } from "./api.ts";
import { minute, wordsOf } from "./format.ts";
import { ListMails } from "./ListMails.tsx";
import { Loaded, Said } from "./states.tsx";
import { Totals } from "./Totals.tsx";
import { Wave } from "./Wave.tsx";

const words = deskCopy.mail;

/** Whether mails to the list are going out. */
const isSending = ({ list }: Mails): boolean => list.queued > 0 && !list.paused;

/** Mails to the list, the outbox, and the mails that failed. */
export function Mail() {
  const retry = useAction<object>(() => "mails/retry");
  return (
    <Loaded query={useDesk<Mails>("mails", isSending)}>
      {(mails) => (
        <div className="grid gap-4 [&>*]:min-w-0">
          <section className="panel">
            <Totals
              parts={[
                { name: words.queued, value: mails.queued },
                { name: words.failed, value: mails.failed, isBad: mails.failed > 0 },
                { name: words.sent, value: mails.sent },
                { name: words.bounced(mails.bouncedShare), value: mails.bounced },
                { name: words.complained(mails.complainedShare), value: mails.complained },
              ]}
            />
            <p className="mt-3 text-muted">
              {words.limits} {mails.whoSends}
            </p>
          </section>
          <section className="panel grid gap-4">
            <ListMails list={mails.list} />
            <Wave />
          </section>
          <section className="panel">
            <h2>{words.failedMails}</h2>
            <MailTable mails={mails.failedMails} all={mails.failed} time={words.failedAt} none={words.noneFailed} />
            {mails.failed > 0 && (
              <button
                type="button"
                className={`${secondaryButton} mt-4`}
                disabled={retry.isPending}
                onClick={() => retry.mutate({})}
              >
                {words.retry}
              </button>
            )}
            <Said of={retry} />
          </section>
          <section className="panel">
            <h2>{words.queuedMails}</h2>
            <MailTable mails={mails.queuedMails} all={mails.queued} time={words.due} none={words.noneQueued} />
          </section>
        </div>
      )}
    </Loaded>
  );
}

function MailTable({ mails, all, time, none }: { mails: MailLine[]; all: number; time: string; none: string }) {
  if (mails.length === 0) return <p className="text-muted">{none}</p>;
  return (
    <>
      <table className="grid-table">
        <thead>
          <tr>
            <th scope="col">{words.to}</th>
            <th scope="col" className="max-sm:hidden">
              {words.kind}
            </th>
            <th scope="col">{words.reason}</th>
            <th scope="col" className="max-sm:hidden">
              {time}
            </th>
          </tr>
        </thead>
        <tbody>
          {mails.map((mail) => (
            <tr key={mail.id}>
              <th scope="row" className="wrap-anywhere">
                {mail.email}
              </th>
              <td className="max-sm:hidden">{wordsOf(mail.kind)}</td>
              <td>{mail.last_error}</td>
              <td className="max-sm:hidden">{minute(mail.at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {all > mails.length && <p className="mt-2 text-muted">{words.first(mails.length)}</p>}
    </>
  );
}
