import { messageOf } from "../../lib/caught.ts";
import type { CaptchaSettings } from "../../settings/hosts.ts";
import { type CleanUps, startWhole, unwind } from "./cleanUps.ts";
import { startDatabase, takePlace } from "./place.ts";
import type { Services } from "./services.ts";
import type { Stack } from "./stack.ts";

/** Options of a stack for one command. */
export interface OnDemandOptions {
  dataFolder: string;
  log?: (line: string) => void;
  /** That of `npm start`, for `check`, which asks for it. */
  captcha?: CaptchaSettings;
  /** Aborts the start of the database. */
  signal?: AbortSignal | undefined;
}

/**
 * Starts PostgreSQL for a command, and the stack's services only at the first request, from this or another command: their code
 * takes 16 MiB and half a second, and an import or export never needs it. For a database that has to be migrated they start
 * at once.
 * @throws StackError with one line that says what to do; the signal's reason.
 */
export const startOnDemand = ({
  dataFolder,
  log,
  captcha,
  signal,
}: OnDemandOptions): Promise<Pick<Stack, "boundUrl" | "keys" | "databaseUrl" | "clientsGone" | "stop">> =>
  startWhole(async (cleanUps) => {
    const place = await takePlace({ dataFolder, port: 0, ends: true }, cleanUps);
    const { url: databaseUrl, migrated } = await startDatabase(place, { log, signal }, cleanUps);
    const own: CleanUps = [];
    const settings = { ...(log ? { log } : {}), ...(captcha ? { captcha } : {}) };
    let starting: Promise<Services> | undefined;
    const services = () =>
      (starting ??= import("./services.ts").then(({ startServices }) =>
        startServices({ place, databaseUrl, settings }, own),
      ));
    cleanUps.push(async () => {
      await starting?.catch(() => undefined);
      await unwind(own);
    });
    if (!migrated) await services();
    // Registered last too, so that it stops first: unfinished answers still need the database.
    cleanUps.push(place.close);
    place.open(
      async (request, clientAddress) => {
        // Why they do not start is for the command, which has nothing else to tell, whatever the reason is.
        const { answer } = await services().catch((error: unknown) => ({
          answer: () => Response.json({ message: messageOf(error) }, { status: 500 }),
        }));
        return answer(request, clientAddress);
      },
      { mailsWait: true },
    );
    const { boundUrl, keys, clientsGone } = place;
    return { boundUrl, keys, databaseUrl, clientsGone };
  });
