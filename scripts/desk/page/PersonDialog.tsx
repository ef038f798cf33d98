import { Dialog } from "@base-ui/react/dialog";
import { subscriberDetails } from "../../../server/contract/waitlist.ts";
import { deskCopy } from "../words/desk.ts";
import { api, useDesk, type Done, type PersonEvent } from "./api.ts";
import { dialogClass } from "./dialogClass.ts";
import { minute, nameOf } from "./format.ts";
import { PersonActions } from "./PersonActions.tsx";
import { Answers, PersonFacts } from "./PersonFacts.tsx";
import { Email, Loaded } from "./states.tsx";

const words = deskCopy.people.person;

/**
 * A person in full on a sheet over the list; it is closed if `id` is null. `onErased` gets the result of their
 * erasure.
 */
export function PersonDialog(props: {
  id: string | null;
  /** Suggestions: the tags of other people. */
  tags: readonly string[];
  onOpen: (id: string) => void;
  onClose: () => void;
  onErased: (done: Done) => void;
}) {
  const { id, onClose, ...others } = props;
  return (
    <Dialog.Root open={id !== null} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogClass.backdrop} />
        <Dialog.Popup className={dialogClass.sheet}>
          <Dialog.Close className="small-button absolute top-4 right-4" aria-label={deskCopy.close}>
            <span aria-hidden="true">×</span>
          </Dialog.Close>
          {id !== null && <Content key={id} id={id} {...others} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const isOfMail = ({ event }: PersonEvent): boolean =>
  event.startsWith("mail-") || event === "bounced" || event === "complained";

function Content(props: {
  id: string;
  tags: readonly string[];
  onOpen: (id: string) => void;
  onErased: (done: Done) => void;
}) {
  const { id, tags, onOpen, onErased } = props;
  return (
    <Loaded query={useDesk(["people", id], () => api.people[":id"].$get({ param: { id } }))} shape="person">
      {(person) => (
        <>
          <header className="grid gap-1 pe-12">
            <Dialog.Title className="text-xl wrap-anywhere">
              <Email of={person.email} />
            </Dialog.Title>
            {person.name !== null && <p>{person.name}</p>}
            {subscriberDetails(person).map((detail) => (
              <p key={detail}>{detail}</p>
            ))}
            <p className="flex flex-wrap items-center gap-x-3">
              <span className="status" data-status={person.status}>
                {deskCopy.people.statuses[person.status]}
              </span>
              <span className="text-muted">{words.joined(minute(person.created_at), person.source)}</span>
            </p>
          </header>
          <PersonActions person={person} onErased={onErased} />
          <div className="grid items-start gap-x-8 gap-y-5 md:grid-cols-[3fr_2fr] [&>*]:min-w-0">
            <PersonFacts person={person} tags={tags} onOpen={onOpen} />
            <div className="grid gap-5">
              <Events title={words.mails} none={words.noMails} events={person.timeline.filter(isOfMail)} />
              <Events title={words.timeline} none="" events={person.timeline.filter((one) => !isOfMail(one))} />
              <Answers answers={person.answers} />
            </div>
          </div>
        </>
      )}
    </Loaded>
  );
}

function Events({ title, none, events }: { title: string; none: string; events: PersonEvent[] }) {
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      {events.length === 0 && <p className="text-muted">{none}</p>}
      <ol className="grid gap-1.5">
        {events.map(({ at, event, detail }) => (
          <li key={`${at} ${event} ${detail}`} className="grid grid-cols-[8.5rem_1fr] gap-x-3">
            <time dateTime={at} className="text-muted">
              {minute(at)}
            </time>
            <span className={`wrap-anywhere ${isBad(event) ? "text-danger" : ""}`}>
              {words.events[event]}
              {detail !== null && <span className="text-muted"> – {describeDetail(event, detail)}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const isBad = (event: PersonEvent["event"]): boolean =>
  event === "mail-failed" || event === "bounced" || event === "complained" || event === "suppressed";

/** Details of an event; the name of a source and a code stay as they are. */
function describeDetail(event: PersonEvent["event"], detail: string): string {
  if (event === "asked") return words.consentText(detail);
  return event === "joined" || event === "confirmed" || event === "invited" ? detail : nameOf(detail);
}
