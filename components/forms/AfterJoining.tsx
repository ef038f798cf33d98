import { Questions } from "./Questions.tsx";
import type { Person } from "./send.ts";
import { Share } from "./Share.tsx";

/** What somebody who joined or confirmed can go on with: a few questions, and a link for friends. */
export function AfterJoining({ person }: { person: Person }) {
  return (
    <div className="mt-2 grid w-full gap-6">
      <hr className="border-t border-rule" />
      <Questions person={person} />
      <Share code={person.shareCode} />
    </div>
  );
}
