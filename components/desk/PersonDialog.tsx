import { Dialog } from "@base-ui/react/dialog";
import { useState } from "react";
import type { DeskDone, Person, PersonEvent } from "../../server/contract/desk.ts";
import { questionIds } from "../../server/contract/questions.ts";
import { deskCopy } from "../copy/desk.ts";
import { questionWords } from "../copy/questions.ts";
import { secondaryButton } from "../ui/button.ts";
import { AddressDialog, type AddressTask } from "./AddressDialog.tsx";
import { useAction, useDesk } from "./api.ts";
import { dialogClass } from "./dialogClass.ts";
import { minute, wordsOf } from "./format.ts";
import { Loaded, Said } from "./states.tsx";

const words = deskCopy.people.person;

/** A person in full, over the list; closed where `id` is null. `onErased` gets the outcome of their erasure. */
export function PersonDialog(props: { id: string | null; onClose: () => void; onErased: (done: DeskDone) => void }) {
  const { id, onClose, onErased } = props;
  return (
    <Dialog.Root open={id !== null} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogClass.backdrop} />
        <Dialog.Popup className={dialogClass.popup}>
          {id !== null && <Content id={id} onErased={onErased} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Content({ id, onErased }: { id: string; onErased: (done: DeskDone) => void }) {
  return (
    <>
      <Loaded query={useDesk<Person>(`people/${id}`)}>
        {(person) => (
          <>
            <Dialog.Title className="text-xl wrap-anywhere">{person.email}</Dialog.Title>
            <Facts {...person} />
            <Actions person={person} onErased={onErased} />
            <section>
              <h3 className="mb-2 font-semibold">{words.timeline}</h3>
              <ol className="grid gap-2">
                {person.timeline.map(({ at, event, detail }) => (
                  <li key={`${at} ${event} ${detail}`} className="grid gap-x-4 sm:grid-cols-[10rem_1fr]">
                    <time dateTime={at} className="text-muted">
                      {minute(at)}
                    </time>
                    <span className="wrap-anywhere">
                      {words.events[event]}
                      {detail !== null && <span className="text-muted"> – {describeDetail(event, detail)}</span>}
                    </span>
                  </li>
                ))}
              </ol>
            </section>
          </>
        )}
      </Loaded>
      <Dialog.Close className={`${secondaryButton} justify-self-start`}>{deskCopy.close}</Dialog.Close>
    </>
  );
}

/** What is added to an event; the name of a source and a code stay as they are. */
function describeDetail(event: PersonEvent["event"], detail: string): string {
  if (event === "asked") return words.consentText(detail);
  return event === "joined" || event === "confirmed" || event === "invited" ? detail : wordsOf(detail);
}

function Facts({ answers, referred, status }: Person) {
  const given = questionIds.filter((id) => answers[id] !== null);
  return (
    <>
      <p className={`font-semibold ${status === "bounced" || status === "complained" ? "text-danger" : ""}`}>
        {deskCopy.people.statuses[status]}
      </p>
      {referred && <p>{words.referred}</p>}
      {given.length > 0 && (
        <dl className="grid gap-2">
          {given.map((id) => (
            <div key={id}>
              <dt className="text-muted">{questionWords[id].ask}</dt>
              <dd className="wrap-anywhere">
                {new Map<string, string>(Object.entries(questionWords[id].choices)).get(answers[id] ?? "") ??
                  answers[id]}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

const correct: AddressTask = {
  name: "correct",
  title: words.correctTitle,
  text: words.correctText,
  button: words.correctNow,
};
const erase: AddressTask = {
  name: "erase",
  title: words.eraseTitle,
  text: words.eraseText,
  button: words.eraseNow,
  isDangerous: true,
};

/** What may be done for a person in their status. */
function Actions({ person, onErased }: { person: Person; onErased: (done: DeskDone) => void }) {
  const [task, setTask] = useState<AddressTask>();
  const [corrected, setCorrected] = useState<DeskDone>();
  const onCorrected = (done: DeskDone) => {
    setTask(undefined);
    setCorrected(done);
  };
  const action = useAction<{ name: string }>(({ name }) => `people/${person.id}/${name}`);
  const { confirmed_at: confirmed, unsubscribed_at: unsubscribed, status } = person;
  const possible = [
    { name: "confirm-again", label: words.confirmAgain, shown: !confirmed && !unsubscribed },
    { name: "lift-bounce", label: words.liftBounce, shown: status === "bounced" },
    { name: "unsubscribe", label: words.unsubscribe, shown: !unsubscribed },
  ];
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {possible
          .filter(({ shown }) => shown)
          .map(({ name, label }) => (
            <button
              key={name}
              type="button"
              className={secondaryButton}
              disabled={action.isPending}
              onClick={() => {
                setCorrected(undefined);
                action.mutate({ name });
              }}
            >
              {label}
            </button>
          ))}
        {!confirmed && (!unsubscribed || status === "bounced") && (
          <button type="button" className={secondaryButton} onClick={() => setTask(correct)}>
            {words.correct}
          </button>
        )}
        <button type="button" className={`${secondaryButton} text-danger!`} onClick={() => setTask(erase)}>
          {words.erase}
        </button>
      </div>
      <Said of={corrected ? { data: corrected, error: null } : action} />
      {task && (
        <AddressDialog
          person={person}
          task={task}
          onClose={() => setTask(undefined)}
          onDone={task === erase ? onErased : onCorrected}
        />
      )}
    </>
  );
}
