import type { EmbeddedKeys } from "../folder/keys.ts";
import { serveExport } from "../http/staticExport.ts";
import { noteMailRoute } from "../folder/mailRoute.ts";
import type { MailClaim } from "../lock/lock.ts";
import type { Waiting } from "../lock/waiting.ts";
import { startWhole } from "./cleanUps.ts";
import { type PlaceOptions, startDatabase, takePlace } from "./place.ts";
import { startedWith } from "./startedWith.ts";
import { type Services, type ServiceSettings, startServices } from "./services.ts";

/** Options of a stack. */
export interface StackOptions extends PlaceOptions, ServiceSettings {
  /**
   * Folder of the static export, or a function that builds it, which is called after folder and port have been taken. Without
   * it only the APIs are served.
   */
  exportFolder?: string | (() => Promise<string>);
  /** Aborts the start of the database. */
  signal?: AbortSignal | undefined;
}

/** A running embedded stack. */
export interface Stack extends Pick<Services, "mail" | "inbox"> {
  /** Its address on this machine, for a person. */
  url: string;
  /** The same for a program, by its number. */
  boundUrl: string;
  keys: EmbeddedKeys;
  dataFolder: string;
  /** Connection string of the database, as superuser. */
  databaseUrl: string;
  /** Resolves with one line if the database has ended and could not be restarted. */
  died: Promise<string>;
  /** Resolves when no other process is connected to the stack; from then on none can join it. */
  clientsGone(waiting?: Waiting): Promise<void>;
  /** Stops everything in reverse order; processes that come meanwhile wait for the end. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL, Supabase's REST and auth services, the form backend and the static export on one port. If a part fails, the
 * parts that were started are stopped again.
 * @throws StackError with one line that says what to do; the signal's reason.
 */
export const startStack = (options: StackOptions): Promise<Stack> =>
  startWhole(async (cleanUps) => {
    const { exportFolder, log, signal } = options;
    const built = typeof exportFolder === "string" ? await serveExport(exportFolder) : undefined;
    const place = await takePlace(options, cleanUps);
    const site = typeof exportFolder === "function" ? await serveExport(await exportFolder()) : built;
    if (options.mail) await noteMailRoute(place.dataFolder, options.mail.route.kind, options);
    const { url: databaseUrl, gone } = await startDatabase(place, { log, signal }, cleanUps);
    const { answer, mail, inbox } = await startServices({ place, databaseUrl, settings: options, site }, cleanUps);
    // Registered once more, so that it stops first: unfinished answers still need the database. Closing twice is harmless.
    cleanUps.push(place.close);
    const { url, boundUrl, keys, dataFolder, clientsGone } = place;
    place.open(answer, mailClaim(options, keys.secretKey));
    return { url, boundUrl, keys, dataFolder, mail, inbox, databaseUrl, died: gone, clientsGone };
  });

/** Others compare their own settings with those of a stack that runs until it is stopped; a command's are of no use to them. */
function mailClaim({ mail, siteUrl, ends }: StackOptions, secretKey: string): MailClaim {
  if (!mail) return { mailsWait: true };
  return ends ? {} : { settings: startedWith({ mail, siteUrl }, secretKey) };
}
