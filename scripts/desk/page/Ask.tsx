import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";
import { deskCopy } from "../words/desk.ts";
import { primaryButton, secondaryButton } from "../../../components/ui/button.ts";
import { dialogClass } from "./dialogClass.ts";

/** Asks once more before something is done. The dialog is open as long as it is rendered. */
export function Ask(props: {
  title: string;
  text: string;
  button: string;
  children?: ReactNode;
  onYes: () => void;
  onClose: () => void;
}) {
  const { title, text, button, children, onYes, onClose } = props;
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialogClass.backdrop} />
        <AlertDialog.Popup className={dialogClass.popup}>
          <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
          {children}
          <AlertDialog.Description className="wrap-anywhere">{text}</AlertDialog.Description>
          <div className="flex flex-wrap gap-3">
            <button
              type="button"
              className={primaryButton}
              onClick={() => {
                onYes();
                onClose();
              }}
            >
              {button}
            </button>
            <AlertDialog.Close className={secondaryButton}>{deskCopy.cancel}</AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
