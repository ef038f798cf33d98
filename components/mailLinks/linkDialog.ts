import { wideOnPhone, primaryButton, secondaryButton } from "../ui/button.ts";
import { createModal } from "../ui/modal.ts";
import { tick } from "../ui/tick.ts";

export interface View {
  title: string;
  text: string;
  /** Label of its only main action, a button or a link; none if there is nothing to do. */
  action?: string;
  onAction?: () => void;
  href?: string;
  /** Label of a button that closes it, where that is a decision. */
  stay?: string;
  ticked?: boolean;
  /** Whether another view follows by itself. */
  passing?: boolean;
  /** Content below the buttons. */
  more?: HTMLElement;
}

export interface LinkDialog {
  /**
   * Shows a state instead of the previous one, unless the dialog was closed. The heading gets the focus, so that screen readers read
   * it.
   */
  show(view: View): void;
  close(): void;
  /** Aborts when the visitor closes it, or follows another link. */
  closed: AbortSignal;
}

/** Opens a dialog instead of the previous one. */
export function openLinkDialog(): LinkDialog {
  const { dialog, content } = createModal("mail-link-title");
  const closing = new AbortController();
  dialog.addEventListener("close", () => closing.abort());
  // The back button closes the dialog. The address's fragment cannot tell that it is open, as its token was removed.
  addEventListener("popstate", () => dialog.close(), { signal: closing.signal });

  return {
    closed: closing.signal,
    close: () => dialog.close(),
    show({ title, text, action, onAction, href, stay, ticked, passing, more }) {
      if (closing.signal.aborted) return;
      const heading = part("h2", "pe-6 text-2xl font-semibold text-ink", title);
      heading.id = "mail-link-title";
      heading.tabIndex = -1;
      heading.setAttribute("aria-describedby", "mail-link-text");
      const paragraph = part("p", "mt-4", text);
      paragraph.id = "mail-link-text";
      const row = part("div", "mt-8 grid gap-4 empty:hidden sm:flex");
      if (action !== undefined && href !== undefined)
        row.append(Object.assign(part("a", `${primaryButton} ${wideOnPhone}`, action), { href }));
      else if (action !== undefined) row.append(button(primaryButton, action, onAction));
      if (stay !== undefined) row.append(button(secondaryButton, stay, () => dialog.close()));
      // A passing view keeps the height of the view before, so that the dialog does not jump under the button just pressed.
      content.style.minHeight = passing ? `${content.offsetHeight}px` : "";
      content.replaceChildren(ticked ? withTick(heading) : heading, paragraph, row, ...(more ? [more] : []));
      if (!dialog.open) dialog.showModal();
      heading.focus();
    },
  };
}

function button(className: string, words: string, onClick?: () => void): HTMLButtonElement {
  const element = part("button", `${className} ${wideOnPhone}`, words);
  element.type = "button";
  if (onClick) element.addEventListener("click", onClick);
  return element;
}

function part<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  textContent = "",
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), { className, textContent });
}

/** A heading with the tick of what is done before it. */
function withTick(heading: HTMLElement): HTMLElement {
  const draw = (tag: string, attributes: Record<string, string | number>) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    return element;
  };
  const picture = draw("svg", { viewBox: tick.viewBox, class: tick.className, "aria-hidden": "true" });
  picture.append(draw("circle", tick.circle), draw("path", { d: tick.sign, class: tick.signClass, pathLength: 1 }));
  const row = part("div", "flex items-center gap-3 tight:block");
  row.append(picture, heading);
  return row;
}
