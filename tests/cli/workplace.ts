import { beforeAll } from "vitest";
import { startBackend } from "../support/backend.ts";
import { scratchFolder } from "./terminal.ts";

/** The backend and the folder that a test's commands work on. */
export interface Workplace {
  backend: Awaited<ReturnType<typeof startBackend>>;
  /** An empty folder. */
  folder: string;
  close(): Promise<void>;
}

/** A backend with an empty database, and a folder, until `close`. */
export async function openWorkplace(): Promise<Workplace> {
  const [backend, scratch] = await Promise.all([startBackend(), scratchFolder()]);
  return {
    backend,
    folder: scratch.folder,
    async close() {
      await scratch.remove();
      await backend.stop();
    },
  };
}

/** A workplace for the tests of one file; `given` is called with it before the first of them. */
export function useWorkplace(given: (place: Workplace) => unknown): void {
  beforeAll(async () => {
    const place = await openWorkplace();
    given(place);
    return place.close;
  });
}
