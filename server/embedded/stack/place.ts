import { defaults } from "../../settings/definitions.ts";
import type { StackSettings } from "../../settings/hosts.ts";
import { isMigrated } from "../database/migrate.ts";
import { type EmbeddedKeys, readOrCreateKeys } from "../folder/keys.ts";
import { clusterFolder, openDataFolder } from "../folder/open.ts";
import { settleRestores } from "../folder/unfinished.ts";
import { type Handler, serve } from "../http/serve.ts";
import { acquireLock, type LockHolder, type MailClaim } from "../lock/lock.ts";
import type { Waiting } from "../lock/waiting.ts";
import { type Cluster, type ClusterOptions, startCluster } from "../postgres/cluster.ts";
import type { CleanUps } from "./cleanUps.ts";

/** A data folder and a port that this process has taken. */
export interface Place {
  dataFolder: string;
  keys: EmbeddedKeys;
  /** Address of the interface it listens on. */
  host: string;
  /** Number of the operator's reverse proxies in front. */
  proxies: number;
  /** Its address on this machine, for a person; until `open` it answers that the stack is starting. */
  url: string;
  /** The same for a program, by its number. */
  boundUrl: string;
  /** Starts answering requests, and tells other processes the address and what they have to know of its mails. */
  open(answer: Handler, mails: MailClaim): void;
  /** Withdraws the address, answers the accepted requests, then closes the port; safe to call twice. */
  close(): Promise<void>;
  /** Resolves when no other process is connected to the stack; from then on none can join it. */
  clientsGone(waiting?: Waiting): Promise<void>;
}

/** Options of a place; by default it can be reached from this machine alone. */
export interface PlaceOptions
  extends Pick<StackSettings, "dataFolder" | "port">, Partial<Pick<StackSettings, "host" | "proxies">>, LockHolder {}

/**
 * Takes folder and port before the slow parts start, so that a conflict is reported at once.
 * @throws StackError, FolderInUseError
 */
export async function takePlace(
  { dataFolder: path, port, host = defaults.HOST, proxies = defaults.TRUST_PROXY, ends }: PlaceOptions,
  cleanUps: CleanUps,
): Promise<Place> {
  const dataFolder = await openDataFolder(path);
  const lock = await acquireLock(dataFolder, { ends });
  cleanUps.push(lock.release);
  await settleRestores(dataFolder);
  const keys = await readOrCreateKeys(dataFolder);
  let answer: Handler = () => new Response("Starting", { status: 503, headers: { "retry-after": "1" } });
  const { url, boundUrl, close } = await serve((request, clientAddress) => answer(request, clientAddress), {
    port,
    host,
    proxies,
  });
  cleanUps.push(close);
  return {
    dataFolder,
    keys,
    host,
    proxies,
    url,
    boundUrl,
    open: (handler, mails) => {
      answer = handler;
      lock.publish(boundUrl, mails);
    },
    close: () => {
      lock.withdraw();
      return close();
    },
    clientsGone: lock.clientsGone,
  };
}

/**
 * Starts PostgreSQL in the data folder, and checks whether its database has all migrations of this checkout.
 * @throws StackError, also if a newer version has used the database; the signal's reason
 */
export async function startDatabase(
  { dataFolder, keys }: Place,
  options: Pick<ClusterOptions, "log" | "signal">,
  cleanUps: CleanUps,
): Promise<{ url: string; migrated: boolean; gone: Cluster["gone"] }> {
  const cluster = await startCluster({
    folder: clusterFolder(dataFolder),
    password: keys.postgresPassword,
    ...options,
  });
  cleanUps.push(cluster.stop);
  const url = cluster.url("postgres");
  return { url, migrated: await isMigrated(url), gone: cluster.gone };
}
