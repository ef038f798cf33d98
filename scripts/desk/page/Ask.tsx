import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";
import { deskCopy } from "../words/desk.ts";
import { primaryButton, secondaryButton } from "../../../components/ui/button.ts";
import { dialogClass } from "./dialogClass.ts";

/** A dialog that asks something before it is done. It is open as long as it is rendered, also above another dialog. */
export function AskDialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialogClass.backdrop} forceRender />
        <AlertDialog.Popup className={dialogClass.popup}>
          <AlertDialog.Title className={dialogClass.title}>{title}</AlertDialog.Title>
          {children}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** The last row of an {@link AskDialog}: its buttons, and one that cancels. */
export const AskButtons = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap gap-3">
    {children}
    <AlertDialog.Close className={secondaryButton}>{deskCopy.cancel}</AlertDialog.Close>
  </div>
);

/** Asks once more before something is done. */
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
    <AskDialog title={title} onClose={onClose}>
      {children}
      <AlertDialog.Description className="wrap-anywhere">{text}</AlertDialog.Description>
      <AskButtons>
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
      </AskButtons>
    </AskDialog>
  );
}
