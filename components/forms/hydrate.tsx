import { hydrateRoot } from "react-dom/client";
import { Component, type ReactNode, startTransition } from "react";
import { placeKey, recall } from "../storage.ts";
import { mountToaster } from "../ui/toast.ts";
import { Form } from "./Form.tsx";
import { forms } from "./forms.ts";

/** Makes an island live: with the place of who confirmed in this browser instead of the waitlist's form, else with its form. */
export function hydrate(island: HTMLElement): void {
  const link = island.dataset["island"] === "waitlist" && recall(placeKey);
  const toForm = () => hydrateForm(island);
  if (link) import("./place/showPlace.tsx").then((code) => code.showKeptPlace(island, link, toForm), toForm);
  else toForm();
}

/** Hydrates the pre-rendered form of an island. */
function hydrateForm(island: HTMLElement): void {
  const definition = Object.values(forms).find(({ name }) => name === island.dataset["island"]);
  if (!definition) return;
  mountToaster();
  const bringOver = snapshot(island);
  // A transition is rendered in slices of 5 ms, so that the visitor can type in between.
  startTransition(() => {
    hydrateRoot(
      island,
      <KeptInput island={island} bringOver={bringOver}>
        <Form definition={definition} />
      </KeptInput>,
      // Rendering again is intended where a translator has changed the page (KeptInput).
      { onRecoverableError: () => {} },
    );
  });
}

interface KeptInputProps {
  island: Element;
  /** A {@link snapshot} of the pre-rendered form, which transfers its content. */
  bringOver: () => void;
  children: ReactNode;
}

/**
 * Keeps the visitor's input when the form has to be rendered again: if a translator or password manager changed the page before
 * hydration, which React then gives up, or later, when React fails on nodes that were moved.
 */
class KeptInput extends Component<KeptInputProps, { failure: unknown }> {
  override state = { failure: undefined };

  /** React then renders the children again, and gives up if they fail again at once. */
  static getDerivedStateFromError(failure: unknown): { failure: unknown } {
    return { failure };
  }

  override componentDidMount(): void {
    this.props.bringOver();
  }

  override getSnapshotBeforeUpdate(): () => void {
    return snapshot(this.props.island);
  }

  override componentDidUpdate(_props: unknown, _state: unknown, bringOver: () => void): void {
    bringOver();
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

const inputs = "input, textarea, select";
type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Remembers the controls of an island; the returned function transfers their content and the focus to those that replaced them. */
function snapshot(island: Element): () => void {
  const before = [...island.querySelectorAll<Input>(inputs)];
  let focused = document.activeElement;
  // A control that is removed loses the focus as well, but by then it is no longer in the page.
  const follow = () => queueMicrotask(() => (focused = document.activeElement));
  island.addEventListener("focusin", follow);
  return () => {
    island.removeEventListener("focusin", follow);
    const after = [...island.querySelectorAll<Input>(inputs)];
    if (after.length !== before.length) return;
    for (const [index, old] of before.entries()) {
      const now = after[index];
      if (!now || now === old) continue;
      // Before the text, which moves the caret to its end; only in some kinds of fields a script can move it elsewhere.
      if (old === focused) now.focus({ preventScroll: true });
      now.value = old.value;
      if (old instanceof HTMLInputElement && now instanceof HTMLInputElement) now.checked = old.checked;
      if (old instanceof HTMLSelectElement || now instanceof HTMLSelectElement || old.selectionStart === null) continue;
      if (old === focused) now.setSelectionRange(old.selectionStart, old.selectionEnd);
    }
  };
}
