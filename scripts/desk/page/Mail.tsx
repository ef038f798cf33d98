import { api, useDesk, type Mails } from "./api.ts";
import { Loaded } from "./states.tsx";
import { Trouble } from "./Trouble.tsx";
import { Queue, WaveBar, Waves } from "./WaveBar.tsx";
import { Write } from "./Write.tsx";

const isSending = ({ list }: Mails): boolean => list.queued > 0 && !list.paused;

/** The view of mails: what goes out now, what is written next, and what went wrong. */
export function Mail() {
  return (
    <Loaded query={useDesk(["mails"], () => api.mails.$get(), isSending)} shape="mail">
      {(mails) => (
        // This is no grid, in which the bar would only stay in its row.
        <div className="flex flex-col gap-4">
          <WaveBar mails={mails} />
          <Write operator={mails.operator} />
          <Waves waves={mails.waves} />
          <Trouble mails={mails} isSending={isSending(mails)} />
          <Queue mails={mails.queuedMails} all={mails.queued} />
        </div>
      )}
    </Loaded>
  );
}
