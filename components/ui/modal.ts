import { closeLabel } from "../copy/loading.ts";

let last: HTMLDialogElement | undefined;

/** A dialog, and the part of it for its content, which its button to close is not in. */
interface Modal {
  dialog: HTMLDialogElement;
  content: HTMLElement;
}

/**
 * Creates a dialog with the page's look, not open yet, and labelled by its heading, which gets the id `headingId`. It takes the place
 * of the previous one, which is closed, and is removed from the document when it is closed itself.
 */
export function createModal(headingId: string): Modal {
  last?.close();
  const dialog = document.createElement("dialog");
  dialog.className = "fixed rounded-2xl border border-rule bg-surface text-ink";
  // The styles are inline, because every visitor downloads the page's style sheet.
  Object.assign(dialog.style, {
    // The dialog begins at the same place at every height, so that the next view begins where this one did.
    margin: "12dvh auto auto",
    maxHeight: "calc(88dvh - 16px)",
    // The space beside the text is not in rem, because larger text needs that room.
    width: "min(32rem, 100vw - 32px)",
    padding: "min(2rem, 6vw)",
  });
  dialog.setAttribute("aria-labelledby", headingId);
  dialog.addEventListener("close", () => dialog.remove());
  const content = document.createElement("div");
  const close = Object.assign(document.createElement("button"), {
    type: "button",
    className:
      "absolute end-0 top-0 grid size-[44px] cursor-pointer place-items-center text-xl text-muted hover:text-ink",
    textContent: "×",
  });
  close.setAttribute("aria-label", closeLabel);
  close.addEventListener("click", () => dialog.close());
  dialog.append(content, close);
  document.body.append(dialog);
  last = dialog;
  return { dialog, content };
}
