import { Dialog } from "@base-ui/react/dialog";
import { deskCopy } from "../words/desk.ts";
import { secondaryButton } from "../../../components/ui/button.ts";
import { dialogClass } from "./dialogClass.ts";

const words = deskCopy.people.keys;

/**
 * Lists the keys of the list of people, with a switch for them: single keys hinder people who speak to their
 * computer (WCAG 2.1.4).
 */
export function KeysDialog(props: {
  isOpen: boolean;
  hasKeys: boolean;
  onClose: () => void;
  onSwitch: (isOn: boolean) => void;
}) {
  const { isOpen, hasKeys, onClose, onSwitch } = props;
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogClass.backdrop} />
        <Dialog.Popup className={dialogClass.popup}>
          <Dialog.Title className={dialogClass.title}>{words.title}</Dialog.Title>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
            {words.list.map(([key, does]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
          <label className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-sea"
              checked={hasKeys}
              onChange={({ target }) => onSwitch(target.checked)}
            />
            {words.on}
          </label>
          <Dialog.Close className={`${secondaryButton} justify-self-start`}>{deskCopy.close}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
