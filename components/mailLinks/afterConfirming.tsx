import { createRoot } from "react-dom/client";
import { AfterJoining } from "../forms/AfterJoining.tsx";
import type { Person } from "../forms/send.ts";

/** Shows what somebody who confirmed can do next, until `closed`. It is a separate file, so that the dialog need not wait for React. */
export function showAfterConfirming(place: HTMLElement, person: Person, closed: AbortSignal): void {
  if (closed.aborted) return;
  const root = createRoot(place);
  root.render(<AfterJoining person={person} />);
  closed.addEventListener("abort", () => root.unmount());
}
