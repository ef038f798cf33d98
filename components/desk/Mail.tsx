import type { Mails } from "../../server/contract/deskMails.ts";
import { useDesk } from "./api.ts";
import { Loaded } from "./states.tsx";
import { Trouble } from "./Trouble.tsx";
import { WaveBar } from "./WaveBar.tsx";
import { Write } from "./Write.tsx";

/** Whether mails to the list are going out. */
const isSending = ({ list }: Mails): boolean => list.queued > 0 && !list.paused;

/** What goes out now, what went wrong, and what is written next. */
export function Mail() {
  return (
    <Loaded query={useDesk<Mails>("mails", isSending)}>
      {(mails) => (
        // No grid: the bar would only stay in its own row.
        <div className="flex flex-col gap-4">
          <WaveBar mails={mails} />
          <Trouble mails={mails} isSending={isSending(mails)} />
          <Write operator={mails.operator} />
        </div>
      )}
    </Loaded>
  );
}
