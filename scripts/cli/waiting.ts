import type { Waiting } from "../../server/embedded/lock/waiting.ts";
import { type Io, say, type Speaker } from "./io.ts";

/** How a command waits for another process: until it is interrupted; on a terminal it says what it waits for. */
export const waiting = (io: Speaker & Pick<Io, "signal">): Required<Waiting> => ({
  signal: io.signal,
  waits: (line) => {
    if (io.interactive) say(io, line);
  },
});
