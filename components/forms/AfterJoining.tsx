import { type ReactNode, useState } from "react";
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
  const [asked] = useState(() => questionsFor(person));
  const [over, setOver] = useState(asked.length === 0);
  return (
    <div className="mt-2 grid w-full gap-6">
      <hr className="border-t border-rule" />
      {place && (
        <>
          {place}
          <Share code={person.shareCode} />
        </>
      )}
      {asked.length > 0 && <Questions asked={asked} token={person.token} onOver={() => setOver(true)} />}
      {over && (
        <>
          {!place && <Share code={person.shareCode} />}
          {children}
        </>
      )}
    </div>
  );
}
