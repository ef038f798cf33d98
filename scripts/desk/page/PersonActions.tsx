import { useState } from "react";
import { deskCopy } from "../words/desk.ts";
import { AddressDialog, type AddressTask } from "./AddressDialog.tsx";
import { api, useAction, type Done, type Person } from "./api.ts";
import { ActionResult } from "./states.tsx";

const words = deskCopy.people.person;

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

/** The actions that a person's status allows. */
export function PersonActions({ person, onErased }: { person: Person; onErased: (done: Done) => void }) {
  const [task, setTask] = useState<AddressTask>();
  const [corrected, setCorrected] = useState<Done>();
  const onCorrected = (done: Done) => {
    setTask(undefined);
    setCorrected(done);
  };
  const { confirmed_at: confirmed, unsubscribed_at: unsubscribed, status } = person;
  const possible = [
    { name: "confirm-again", label: words.confirmAgain, shown: !confirmed && !unsubscribed },
    { name: "mail-again", label: words.mailAgain, shown: person.again },
    { name: "retry-mails", label: words.retryMails, shown: person.retriable },
    { name: "lift-bounce", label: words.liftBounce, shown: status === "bounced" },
    { name: "unsubscribe", label: words.unsubscribe, shown: !unsubscribed },
  ] as const;
  const action = useAction((name: (typeof possible)[number]["name"]) =>
    api.people[":id"][name].$post({ param: { id: person.id }, json: {} }),
  );
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {possible
          .filter(({ shown }) => shown)
          .map(({ name, label }) => (
            <button
              key={name}
              type="button"
              className="small-button"
              disabled={action.isPending}
              onClick={() => {
                setCorrected(undefined);
                action.mutate(name);
              }}
            >
              {label}
            </button>
          ))}
        {!confirmed && (!unsubscribed || status === "bounced") && (
          <button type="button" className="small-button" onClick={() => setTask(correct)}>
            {words.correct}
          </button>
        )}
        <button type="button" className="small-button text-danger!" onClick={() => setTask(erase)}>
          {words.erase}
        </button>
      </div>
      <ActionResult of={corrected ? { data: corrected, error: null } : action} />
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
