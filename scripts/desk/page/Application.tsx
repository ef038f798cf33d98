import { detailsOf } from "../../../server/contract/beta.ts";
import { type ApplicationStatus, longestNote } from "../../../server/contract/limits.ts";
import { betaWords } from "../../../components/copy/beta.ts";
import { deskCopy } from "../words/desk.ts";
import { primaryButton, secondaryButton } from "../../../components/ui/button.ts";
import { fieldClass } from "../../../components/ui/field.ts";
import { api, useAction, useDesk, type ApplicationEvent, type ApplicationLine } from "./api.ts";
import { useDrafts } from "./drafts.ts";
import { minute } from "./format.ts";
import { Loaded, ActionResult } from "./states.tsx";

const words = deskCopy.applications;

/** An application in full, with its history and the actions for it. */
export function Application(props: {
  application: ApplicationLine;
  actor: string;
  isBusy: boolean;
  onDecide: (id: string, decision: ApplicationStatus) => void;
}) {
  const { application, actor, isBusy, onDecide } = props;
  const { id, name, email, role, reason, status, before, created_at: sent } = application;
  const button = (label: string, decision: ApplicationStatus, look: string) => (
    <button type="button" className={look} disabled={isBusy} onClick={() => onDecide(id, decision)}>
      {label}
    </button>
  );
  return (
    <article className="panel grid gap-4">
      <div className="wrap-anywhere">
        <h2 className="text-xl">{name}</h2>
        <p>{[email, ...detailsOf(application)].join(", ")}</p>
        <p className="text-muted">
          {betaWords.roles[role]}, {minute(sent)}
        </p>
        {before !== null && <p className="font-semibold">{words.before[before]}</p>}
      </div>
      <p className="whitespace-pre-wrap wrap-anywhere">{reason}</p>
      <div className="flex flex-wrap items-center gap-3">
        {status === "pending" ? (
          <>
            {button(words.accept, "accepted", primaryButton)}
            {button(words.decline, "declined", secondaryButton)}
          </>
        ) : (
          button(words.reopen, "pending", secondaryButton)
        )}
        <span className="text-muted">{words.actor(actor)}</span>
      </div>
      <Note id={id} />
      <section>
        <h3 className="mb-2 font-semibold">{words.history}</h3>
        <Loaded
          query={useDesk(["applications", id, "events"], () => api.applications[":id"].events.$get({ param: { id } }))}
        >
          {(events) => (
            <ol className="grid gap-2 wrap-anywhere">
              {events.length === 0 && <li className="text-muted">{deskCopy.none}</li>}
              {events.map((event) => (
                <li key={event.id}>
                  <span className="text-muted">{minute(event.created_at)}</span> {event.actor}: {changeOf(event)}
                  {event.note !== null && <p className="whitespace-pre-wrap">{event.note}</p>}
                </li>
              ))}
            </ol>
          )}
        </Loaded>
      </section>
    </article>
  );
}

function changeOf({ from_status: from, to_status: to }: ApplicationEvent): string {
  if (from === null) return words.received;
  return from === to ? words.noted : words.statuses[to].toLowerCase();
}

function Note({ id }: { id: string }) {
  const { texts, keep } = useDrafts();
  const note = texts[id] ?? "";
  const setNote = (text: string) => keep({ [id]: text });
  const action = useAction(() => api.applications[":id"].review.$post({ param: { id }, json: { note } }));
  return (
    <form
      className="grid justify-items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (note.trim() !== "") action.mutate(undefined, { onSuccess: () => setNote("") });
      }}
    >
      <label className={`${fieldClass.stack} w-full`}>
        <span className={fieldClass.label}>{words.note}</span>
        <textarea
          className={fieldClass.textarea}
          rows={2}
          maxLength={longestNote}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
      <button type="submit" className={secondaryButton} disabled={action.isPending}>
        {words.addNote}
      </button>
      <ActionResult of={action} />
    </form>
  );
}
