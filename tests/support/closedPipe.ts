import { constants, open } from "node:fs/promises";
import { eventually } from "./eventually.ts";

/**
 * Waits until nobody has a named pipe open for reading. What has just been closed may be open for some ms more: a process that
 * another thread of the test run starts has a copy until it executes its program (fork(2)).
 * @throws Error when somebody still has it open after 20 s.
 */
export async function closedPipe(pipe: string): Promise<void> {
  await eventually("a pipe without a reader", () =>
    open(pipe, constants.O_WRONLY | constants.O_NONBLOCK).then(
      (writer) => writer.close().then(() => false),
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENXIO") return true;
        throw error;
      },
    ),
  );
}
