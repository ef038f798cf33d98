import { useState } from "react";
import type { Mails } from "../../server/contract/desk.ts";
import { deskCopy } from "../copy/desk.ts";
import { secondaryButton } from "../ui/button.ts";
import { useAction } from "./api.ts";
import { count } from "./format.ts";
import { Said } from "./states.tsx";

const words = deskCopy.mail.list;

/** How many mails to the list wait, and a button that holds them back. */
export function ListMails({ list: { waiting, paused, takes } }: Pick<Mails, "list">) {
  const action = useAction<{ paused: boolean }>(() => "wave/pause");
  // The most that waited since none did: what has gone out is of these.
  const [most, setMost] = useState(waiting);
  if (waiting > most || (waiting === 0 && most > 0)) setMost(waiting);
  return (
    <>
      <h2 className="text-lg">{words.title}</h2>
      {(waiting > 0 || paused) && (
        <div className="grid gap-3">
          {waiting > 0 && (
            <>
              <p>
                {words.waiting(count(waiting))} {paused ? words.paused : takes}
              </p>
              <progress className="progress" aria-label={words.progress} max={most} value={most - waiting} />
            </>
          )}
          {waiting === 0 && <p>{words.pausedNone}</p>}
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
