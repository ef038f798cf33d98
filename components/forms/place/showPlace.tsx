import { createRoot } from "react-dom/client";
import type { PlaceAnswer } from "../../../server/contract/outcomes.ts";
import { sentMark } from "../headScript.ts";
import { askPlace, keepPlace, readPlace, wordsOf } from "./place.ts";
import { PlaceView } from "./PlaceView.tsx";

export { readPlace } from "./place.ts";

/**
 * Shows the place of who confirmed in this browser instead of a form, which `toForm` makes live if it is wanted, or
 * if there is no place to be shown: the person left, or the backend does not answer.
 */
export async function showKeptPlace(island: HTMLElement, link: string, toForm: () => void): Promise<void> {
  const answer = await askPlace(link);
  const seen = answer.kind === "accepted" ? readPlace(answer.received) : undefined;
  if (answer.kind === "refused" && answer.code === "token_spent_or_unknown") keepPlace(null);
  // Whoever is in the form already, or has sent it, has decided for it.
  if (!seen || island.hasAttribute(sentMark) || island.contains(document.activeElement)) return toForm();
  const place = document.createElement("div");
  island.before(place);
  island.hidden = true;
  const root = createRoot(place);
  const leave = () => {
    root.unmount();
    place.remove();
    island.hidden = false;
    toForm();
    island.querySelector("input")?.focus();
  };
  root.render(<PlaceView seen={seen} link={link} onForm={leave} onForget={leave} />);
}

/** A dialog that shows some words with an element below, and a tick above what is done, until it is `closed`. */
interface Dialog {
  show: (view: { title: string; text: string; more?: HTMLElement; ticked?: boolean }) => void;
  closed: AbortSignal;
}

/** Shows a person's place in a dialog, until that is closed. */
export function showPlace({ show, closed }: Dialog, seen: PlaceAnswer, link: string): void {
  if (closed.aborted) return;
  const place = Object.assign(document.createElement("div"), { className: "mt-6" });
  show({ ...wordsOf(seen), more: place });
  const root = createRoot(place);
  root.render(<PlaceView seen={seen} link={link} inDialog onGone={(said) => show({ ...said, ticked: true })} />);
  closed.addEventListener("abort", () => root.unmount());
}
