import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useState } from "react";
import type { Person } from "../../server/contract/desk.ts";
import { deskCopy } from "../copy/en/desk.ts";
import { secondaryButton } from "../ui/button.ts";
import { fieldClass } from "../ui/field.ts";
import { useAction } from "./api.ts";
import { dialogClass } from "./dialogClass.ts";
import { Said } from "./states.tsx";

/** What a dialog does with the address that is typed, and its words. */
export interface AddressTask {
  /** The route below that of the person. */
  name: "correct" | "erase";
  title: string;
  text: string;
  button: string;
  isDangerous?: boolean;
}

/** Asks for an address before something is done for a person; open while it is there. */
export function AddressDialog(props: { person: Person; task: AddressTask; onClose: () => void; onDone: () => void }) {
  const { person, task, onClose, onDone } = props;
  const [typed, setTyped] = useState("");
  const action = useAction<{ typed: string }>(() => `people/${person.id}/${task.name}`);
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && (action.isSuccess ? onDone() : onClose())}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialogClass.backdrop} forceRender />
        <AlertDialog.Popup className={dialogClass.popup}>
          <AlertDialog.Title className="text-xl">{task.title}</AlertDialog.Title>
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              action.mutate({ typed });
            }}
          >
            {!action.isSuccess && (
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
            )}
            <Said of={action} />
            <div className="flex flex-wrap gap-3">
              {!action.isSuccess && (
                <button
                  type="submit"
                  className={`${secondaryButton} ${task.isDangerous ? "text-danger!" : ""}`}
                  disabled={action.isPending}
                >
                  {task.button}
                </button>
              )}
              <AlertDialog.Close className={secondaryButton}>
                {action.isSuccess ? deskCopy.close : deskCopy.cancel}
              </AlertDialog.Close>
            </div>
          </form>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
