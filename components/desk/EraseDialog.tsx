import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useState } from "react";
import type { Person } from "../../server/contract/desk.ts";
import { deskCopy } from "../copy/en/desk.ts";
import { secondaryButton } from "../ui/button.ts";
import { fieldClass } from "../ui/field.ts";
import { useAction } from "./api.ts";
import { dialogClass } from "./dialogClass.ts";
import { Said } from "./states.tsx";

const words = deskCopy.people.person;

/** Asks for a person's address before they are erased. */
export function EraseDialog(props: { person: Person; open: boolean; onClose: () => void; onErased: () => void }) {
  const { person, open, onClose, onErased } = props;
  const [typed, setTyped] = useState("");
  const action = useAction<{ typed: string }>(() => `people/${person.id}/erase`);
  return (
    <AlertDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && (action.isSuccess ? onErased() : onClose())}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialogClass.backdrop} />
        <AlertDialog.Popup className={dialogClass.popup}>
          <AlertDialog.Title className="text-xl">{words.eraseTitle}</AlertDialog.Title>
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              action.mutate({ typed });
            }}
          >
            {!action.isSuccess && (
              <label className={fieldClass.stack}>
                <AlertDialog.Description render={<span />}>{words.eraseText}</AlertDialog.Description>
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
                <button type="submit" className={`${secondaryButton} text-danger!`} disabled={action.isPending}>
                  {words.eraseNow}
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
