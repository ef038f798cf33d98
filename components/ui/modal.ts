let last: HTMLDialogElement | undefined;

/**
 * Creates a dialog with the page's look, not open yet, and labelled by its heading, which gets the id `headingId`. It takes the place
 * of the previous one, which is closed, and is removed from the document when it is closed itself.
 */
export function createModal(headingId: string): HTMLDialogElement {
  last?.close();
  const dialog = document.createElement("dialog");
  dialog.className = "fixed max-w-2xl rounded-2xl border border-rule bg-surface text-ink";
  // No class in the page's style sheet, which every visitor downloads.
  Object.assign(dialog.style, {
    margin: "auto",
    // What is beside the text is not in rem, as larger text needs the room itself.
    maxWidth: "min(32rem, calc(100vw - 32px))",
    padding: "min(2rem, 6vw)",
  });
  dialog.setAttribute("aria-labelledby", headingId);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  last = dialog;
  return dialog;
}
