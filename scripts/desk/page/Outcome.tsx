import { useEffect, useState } from "react";
import { deskCopy } from "../words/desk.ts";
import type { useAction } from "./api.ts";
import { ActionResult } from "./states.tsx";
import { decisionWait } from "../../../server/contract/limits.ts";

const words = deskCopy.applications;

/** The application whose last decision can be undone, and until when: until its mail is due. */
export function useUndoable() {
  const [undoable, setUndoable] = useState<{ id: string; until: number }>();
  useEffect(() => {
    if (undoable === undefined) return undefined;
    const timer = setTimeout(() => setUndoable(undefined), undoable.until - Date.now());
    return () => clearTimeout(timer);
  }, [undoable]);
  const set = (id: string | undefined) =>
    setUndoable(id === undefined ? undefined : { id, until: Date.now() + decisionWait * 1000 });
  return [undoable, set] as const;
}

/**
 * Shows the result of the last decision at the foot of the window, so that what is decided next stays where it
 * is. While the decision can be undone, it shows the time left.
 */
export function Outcome(props: {
  action: Pick<ReturnType<typeof useAction>, "data" | "error" | "reset">;
  until: number | undefined;
  onUndo: () => void;
}) {
  const { action, until, onUndo } = props;
  if (!action.data && !action.error) return null;
  return (
    <div className="slip outcome">
      <div className="flex-1">
        <ActionResult of={action} />
      </div>
      {until !== undefined && (
        <>
          <SecondsLeft until={until} />
          <button type="button" className="small-button" onClick={onUndo}>
            {words.undo}
          </button>
        </>
      )}
      <button type="button" className="small-button" aria-label={deskCopy.close} onClick={action.reset}>
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}

/** Screen readers do not read this out, as it changes each second. */
function SecondsLeft({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span aria-hidden="true" className="text-muted tabular-nums">
      {words.secondsLeft(Math.max(0, Math.ceil((until - now) / 1000)))}
    </span>
  );
}
