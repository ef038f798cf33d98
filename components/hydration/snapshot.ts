type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const controlsIn = (root: ParentNode): Control[] => [
  ...root.querySelectorAll<Control>("input[id], textarea[id], select[id]"),
];

const buttonsIn = (root: ParentNode): HTMLButtonElement[] => [...root.querySelectorAll("button")];

/**
 * Remembers the controls of an island. The returned function transfers their current content to the controls that replaced them:
 * text, ticks, choices, selection and focus. Controls that are still there are left alone.
 */
export function snapshot(island: Element): () => void {
  const before = controlsIn(island);
  const buttons = buttonsIn(island);
  let focused = document.activeElement;
  const done = new AbortController();
  // A removed control loses the focus too, but a control that the visitor leaves does so before any other code runs.
  const follow = () => queueMicrotask(() => (focused = document.activeElement));
  for (const type of ["focusin", "focusout"]) island.addEventListener(type, follow, { signal: done.signal });

  return () => {
    done.abort();
    for (const old of before) {
      const now = document.getElementById(old.id);
      if (!old.isConnected && now && island.contains(now)) bring(old, now, old === focused);
    }
    const left = buttons.findIndex((button) => button === focused && !button.isConnected);
    const now = buttonsIn(island)[left];
    if (!now) return;
    // Keep it disabled as it was; React enables it a moment later.
    now.disabled = false;
    now.focus({ preventScroll: true });
  };
}

function bring(old: Control, now: HTMLElement, focused: boolean): void {
  if (old instanceof HTMLInputElement && now instanceof HTMLInputElement) {
    now.value = old.value;
    now.checked = old.checked;
  } else if (
    (old instanceof HTMLTextAreaElement && now instanceof HTMLTextAreaElement) ||
    (old instanceof HTMLSelectElement && now instanceof HTMLSelectElement)
  ) {
    now.value = old.value;
  }
  if (!focused) return;
  now.focus({ preventScroll: true });
  if (!isText(old) || !isText(now)) return;
  // Null for an e-mail field, whose caret position scripts cannot read.
  if (old.selectionStart === null) return;
  now.setSelectionRange(old.selectionStart, old.selectionEnd, old.selectionDirection ?? "none");
}

const isText = (control: Element): control is HTMLInputElement | HTMLTextAreaElement =>
  control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
