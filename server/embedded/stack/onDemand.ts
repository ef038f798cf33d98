import { StackError } from "../errors/stackError.ts";
import { type CleanUps, startWhole, unwind } from "./cleanUps.ts";
import { startDatabase, takePlace } from "./place.ts";
import type { Services } from "./services.ts";
import type { Stack } from "./stack.ts";

/** What a stack for one command is started with. */
export interface OnDemandOptions {
  dataFolder: string;
  log?: (line: string) => void;
  /** Ends the start of the database. */
  signal?: AbortSignal | undefined;
}

/**
 * Starts PostgreSQL for a command, and the services of the stack with the first request that comes, its own or that of
 * another command: their code is 16 MiB and half a second that an import or an export never needs. A database that is to
 * be migrated has them at once.
 * @throws StackError with one line that says what to do.
 */
export const startOnDemand = ({
  dataFolder,
  log,
  signal,
}: OnDemandOptions): Promise<Pick<Stack, "url" | "keys" | "databaseUrl" | "clientsGone" | "stop">> =>
  startWhole(async (cleanUps) => {
    const place = await takePlace({ dataFolder, port: 0 }, cleanUps);
    const { url: databaseUrl, migrated } = await startDatabase(place, { log, signal }, cleanUps);
    const own: CleanUps = [];
    let starting: Promise<Services> | undefined;
    const services = () =>
      (starting ??= import("./services.ts").then(({ startServices }) =>
        startServices({ place, databaseUrl, options: { dataFolder, port: 0, ...(log ? { log } : {}) } }, own),
      ));
    cleanUps.push(async () => {
      await starting?.catch(() => undefined);
      await unwind(own);
    });
    if (!migrated) await services();
    // As the first to stop, too: answers under way still need the database.
    cleanUps.push(place.close);
    place.open(async (request, clientAddress) => {
      try {
        const { answer } = await services();
        return await answer(request, clientAddress);
      } catch (error) {
        if (!(error instanceof StackError)) throw error;
        return Response.json({ message: error.message }, { status: 500 });
      }
    }, true);
    const { url, keys, clientsGone } = place;
    return { url, keys, databaseUrl, clientsGone };
  });
