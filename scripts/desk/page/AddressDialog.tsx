import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useState } from "react";
import { deskCopy } from "../words/desk.ts";
import { secondaryButton } from "../../../components/ui/button.ts";
import { fieldClass } from "../../../components/ui/field.ts";
import { api, useAction, type Done, type Person } from "./api.ts";
import { AskButtons, AskDialog } from "./Ask.tsx";
import { minute } from "./format.ts";
import { ActionResult } from "./states.tsx";

const words = deskCopy.people.person;

/** The action that a dialog does with the address that is typed, and its words. */
export interface AddressTask {
  /** The route below that of the person. */
  name: "correct" | "erase";
  title: string;
  text: string;
  button: string;
  isDangerous?: boolean;
}

/** Asks for an address before something is done for a person. The dialog is open as long as it is rendered. */
export function AddressDialog(props: {
  person: Person;
  task: AddressTask;
  onClose: () => void;
  /** This is called before anything is read again. */
  onDone: (done: Done) => void;
}) {
  const { person, task, onClose, onDone } = props;
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(() => person.applications.filter((one) => one.sameDay).map(({ id }) => id));
  const { correct, erase } = api.people[":id"];
  const param = { id: person.id };
  const action = useAction(
    () =>
      task.name === "correct"
        ? correct.$post({ param, json: { typed, applications: chosen } })
        : erase.$post({ param, json: { typed } }),
    { onDone },
  );
  return (
    <AskDialog title={task.title} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          action.mutate();
        }}
      >
        <label className={fieldClass.stack}>
          <AlertDialog.Description render={<span />}>{task.text}</AlertDialog.Description>
          <input
            className={fieldClass.input}
            autoComplete="off"
            value={typed}
            placeholder={person.email}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
        {task.name === "correct" && person.applications.length > 0 && (
          <fieldset className="grid gap-1">
            <legend className="mb-1">{words.correctApplications}</legend>
            {person.applications.map(({ id, name, created_at: sent }) => (
              <label key={id} className="flex min-h-11 items-center gap-2 wrap-anywhere">
                <input
                  type="checkbox"
                  className="size-5 shrink-0 accent-sea"
                  checked={chosen.includes(id)}
                  onChange={({ target }) =>
                    setChosen((ids) => (target.checked ? [...ids, id] : ids.filter((one) => one !== id)))
                  }
                />
                {name}, {minute(sent)}
              </label>
            ))}
          </fieldset>
        )}
        <ActionResult of={action} />
        <AskButtons>
          <button
            type="submit"
            className={`${secondaryButton} ${task.isDangerous ? "text-danger!" : ""}`}
            disabled={action.isPending}
          >
            {task.button}
          </button>
        </AskButtons>
      </form>
    </AskDialog>
  );
}
