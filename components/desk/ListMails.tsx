import { useState } from "react";
import type { Mails } from "../../server/contract/desk.ts";
import { deskCopy } from "../copy/desk.ts";
import { secondaryButton } from "../ui/button.ts";
import { useAction } from "./api.ts";
import { count } from "./format.ts";
import { Said } from "./states.tsx";

const words = deskCopy.mail.list;

/** How many mails to the list are queued, and a button that pauses them. */
export function ListMails({ list: { queued, paused, why, takes } }: Pick<Mails, "list">) {
  const action = useAction<{ paused: boolean }>(() => "wave/pause");
  // The most that were queued since the queue was empty: progress is measured against it.
  const [most, setMost] = useState(queued);
  if (queued > most || (queued === 0 && most > 0)) setMost(queued);
  return (
    <>
      <h2 className="text-lg">{words.title}</h2>
      {(queued > 0 || paused) && (
        <div className="grid gap-3">
          {queued > 0 && (
            <>
              <p>
                {words.queued(count(queued))} {paused || takes}
              </p>
              <progress className="progress" aria-label={words.progress} max={most} value={most - queued} />
            </>
          )}
          {paused && (
            <p>
              {why} {words.paused}
            </p>
          )}
          <button
            type="button"
            className={`${secondaryButton} justify-self-start`}
            disabled={action.isPending}
            onClick={() => action.mutate({ paused: !paused })}
          >
            {paused ? words.resume : words.pause}
          </button>
        </div>
      )}
      <Said of={action} />
    </>
  );
}
