import type { EmbeddedKeys } from "../folder/keys.ts";
import { serveExport } from "../http/staticExport.ts";
import type { Waiting } from "../lock/waiting.ts";
import { startWhole } from "./cleanUps.ts";
import { startDatabase, takePlace } from "./place.ts";
import { type Services, type ServiceSettings, startServices } from "./services.ts";

/** What a stack is started with. */
export interface StackOptions extends ServiceSettings {
  /**
   * Folder of the static export, or what makes it, called when folder and port are this stack's own; without one only
   * the APIs are served.
   */
  exportFolder?: string | (() => Promise<string>);
  /** Ends the start of the database. */
  signal?: AbortSignal | undefined;
}

/** The embedded stack, up and serving. */
export interface Stack extends Pick<Services, "mail" | "inbox"> {
  url: string;
  keys: EmbeddedKeys;
  dataFolder: string;
  /** Connection string of the database, as superuser. */
  databaseUrl: string;
  /** Resolves with one line when the database has died under the stack and does not come back. */
  died: Promise<string>;
  /** Resolves when no other process is connected to the stack by its data folder; from that moment on none can join it. */
  clientsGone(waiting?: Waiting): Promise<void>;
  /** Stops in reverse order of starting, and who comes meanwhile waits for the end; safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL, Supabase's REST and auth services, the form backend and the static export on one port.
 * Whatever was started is stopped again when a later part fails.
 * @throws StackError with one line that says what to do.
 */
export const startStack = (options: StackOptions): Promise<Stack> =>
  startWhole(async (cleanUps) => {
    const { exportFolder, log, signal } = options;
    const built = typeof exportFolder === "string" ? await serveExport(exportFolder) : undefined;
    const place = await takePlace(options, cleanUps);
    const site = typeof exportFolder === "function" ? await serveExport(await exportFolder()) : built;
    const { url: databaseUrl, gone } = await startDatabase(place, { log, signal }, cleanUps);
    const { answer, mail, inbox } = await startServices({ place, databaseUrl, options, site }, cleanUps);
    // Once more, now as the first to stop: answers under way still need the database. Closing twice is harmless.
    cleanUps.push(place.close);
    place.open(answer, options.mail === undefined);
    const { url, keys, dataFolder, clientsGone } = place;
    return { url, keys, dataFolder, mail, inbox, databaseUrl, died: gone, clientsGone };
  });
