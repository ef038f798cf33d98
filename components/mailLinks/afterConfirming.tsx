import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { AfterJoining } from "../forms/AfterJoining.tsx";
import type { Person } from "../forms/send.ts";
import { askPlace, keepPlace, readPlace, wordsOf } from "../forms/place/place.ts";

/** Says where somebody is on the list who has just confirmed. */
function Place({ link }: { link: string }) {
  const [said, say] = useState("");
  useEffect(() => {
    const look = async () => {
      const answer = await askPlace(link);
      const seen = answer.kind === "accepted" && readPlace(answer.received);
      if (seen) say(Object.values(wordsOf(seen)).join(" "));
    };
    void look();
  }, [link]);
  return <p className="text-lg font-semibold">{said}</p>;
}

/**
 * Shows what somebody who confirmed can do next, until `closed`, and keeps the link to their place in this browser. It
 * is a separate file, so that the dialog need not wait for React.
 */
export function showAfterConfirming(place: HTMLElement, person: Person, closed: AbortSignal): void {
  keepPlace(person.placeLink);
  if (closed.aborted) return;
  const root = createRoot(place);
  root.render(<AfterJoining person={person} place={<Place link={person.placeLink} />} />);
  closed.addEventListener("abort", () => root.unmount());
}
