import { createRoot } from "react-dom/client";
import { AfterJoining } from "../forms/AfterJoining.tsx";
import type { Person } from "../forms/send.ts";

/** Shows what somebody who confirmed can go on with, until `closed`. A file of its own, as the dialog does not wait for React. */
export function showAfterConfirming(place: HTMLElement, person: Person, closed: AbortSignal): void {
  if (closed.aborted) return;
  const root = createRoot(place);
  root.render(<AfterJoining person={person} />);
  closed.addEventListener("abort", () => root.unmount());
}
