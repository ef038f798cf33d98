import * as v from "valibot";

const event = v.object({
  name: v.string(),
  pid: v.number(),
  tid: v.number(),
  ts: v.optional(v.number(), 0),
  tdur: v.optional(v.number(), 0),
});

/** Trace categories that `readTasks` reads. */
export const taskCategories = ["toplevel", "blink.user_timing"];

/**
 * Lengths of the tasks on a page's main thread that began after a `performance.mark`, in ms, longest first. Processor
 * time, which other work on the machine does not lengthen.
 */
export function readTasks(trace: readonly unknown[], mark: string): number[] {
  const events = trace.map((one) => v.parse(event, one));
  const start = events.find(({ name }) => name === mark);
  if (!start) throw new Error(`The trace has no mark ${mark}.`);
  return events
    .filter(
      ({ name, pid, tid, ts }) =>
        name === "ThreadControllerImpl::RunTask" && pid === start.pid && tid === start.tid && ts >= start.ts,
    )
    .map(({ tdur }) => tdur / 1000)
    .toSorted((a, b) => b - a);
}
