import { type ReactNode, useState } from "react";
import { rememberAsked, wasAskedHere } from "../joinedHere.ts";
import { Questions, questionsFor } from "./Questions.tsx";
import type { Person } from "./send.ts";
import { Share } from "./Share.tsx";

interface AfterJoiningProps {
  person: Person;
  /** Where somebody who confirmed is on the list; their link for friends is beside it from the start. */
  place?: ReactNode;
  children?: ReactNode;
}

/** What somebody who joined or confirmed can go on with: a few questions, and after the last a link for friends and `children`. */
export function AfterJoining({ person, place, children }: AfterJoiningProps) {
  // Questions that were skipped are not asked a second time.
  const [asked] = useState(() => (place && wasAskedHere() ? [] : questionsFor(person)));
  const [over, setOver] = useState(asked.length === 0);
  const onOver = () => {
    setOver(true);
    if (!place) rememberAsked();
  };
  return (
    <div className="mt-2 grid w-full gap-6">
      <hr className="border-t border-rule" />
      {place && (
        <>
          {place}
          <Share code={person.shareCode} />
        </>
      )}
      {asked.length > 0 && <Questions asked={asked} token={person.token} onOver={onOver} />}
      {over && (
        <>
          {!place && <Share code={person.shareCode} />}
          {children}
        </>
      )}
    </div>
  );
}
