import { randomBytes } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StackError } from "../errors/stackError.ts";
import { type Claim, claimsOn, type HolderClaim } from "./claims.ts";
import { withShortPath } from "./shortPath.ts";
import type { Waiting } from "./waiting.ts";
import { messageOf } from "../../lib/caught.ts";
import { inDataFolder } from "../../files/dataFolder.ts";

/** A locked data folder. The kernel releases the lock when the process ends, for whatever reason. */
export interface Lock {
  /** Publishes this stack's address for programs, and what others have to know of its mails. */
  publish(url: string, mails?: MailClaim): void;
  /** Withdraws the address: processes that come from now on wait, as for a stack that is still starting. */
  withdraw(): void;
  /**
   * Resolves when no process that got the address is connected any more; from then on none gets it. A signal that was aborted
   * before the call does not end this wait.
   */
  clientsGone(waiting?: Waiting): Promise<void>;
  release(): Promise<void>;
}

/** What others have to know of a stack's mails. */
export type MailClaim = Pick<Claim, "mailsWait" | "settings">;

/** What others learn about the process that holds a lock. */
export interface LockHolder {
  /** It is a command, so there is no need to stop it. */
  ends?: boolean | undefined;
}

/** Another stack has this folder; two must never share one. */
export class FolderInUseError extends StackError {}

/**
 * Locks a data folder for this process (docs/decisions/0065): it listens on a socket with a unique name in the folder, then looks
 * for others. Whoever comes second sees the first; of two that come at the same time, the smaller name wins.
 * @throws FolderInUseError if another live process holds it, StackError if no sockets can be created in the folder.
 */
export async function acquireLock(folder: string, { ends = false }: LockHolder = {}): Promise<Lock> {
  const sockets = new Set<Socket>();
  const claim: Claim = { pid: process.pid, state: "taking", ...(ends && { ends }) };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
    socket.write(`${JSON.stringify(claim)}\n`);
    socket.resume();
  });
  const name = await listenIn(folder, server);
  const release = async () => {
    // The file is removed before the socket closes, so that no file's live owner ever refuses connections. Where it cannot be, as on a
    // disk that has become read-only, it is left as that of a dead owner.
    await rm(join(folder, inDataFolder.lock, name), { force: true }).catch(() => undefined);
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  try {
    await waitUntilAlone(folder, name);
  } catch (error) {
    await release();
    throw error;
  }
  claim.state = "holding";
  server.unref();
  const withdraw = () => void delete claim.url;
  return {
    publish: (url, mails) => void Object.assign(claim, mails, { url }),
    withdraw,
    clientsGone: async ({ signal, waits } = {}) => {
      const interrupted = new Promise<"interrupted">((resolve) =>
        signal?.addEventListener("abort", () => resolve("interrupted"), { once: true }),
      );
      for (let looks = 0; sockets.size > 0; looks++) {
        // Not at the first look: a connection that was closed a moment ago, such as our own, is nothing to wait for.
        if (looks === 1) waits?.("Waiting for other commands that use the stack which this one started.");
        if ((await Promise.race([sleep(50), interrupted])) === "interrupted") break;
      }
      // In the same tick as the last look, so that nobody joins in between.
      withdraw();
    },
    release,
  };
}

/** Listens under a new name, which becomes visible only when it answers. Names are never reused, so a dead one stays dead. */
async function listenIn(folder: string, server: Server): Promise<string> {
  const locks = join(folder, inDataFolder.lock);
  const id = randomBytes(8).toString("hex");
  const [fresh, name] = [`${id}.new`, `${id}.sock`];
  try {
    await mkdir(locks, { recursive: true, mode: 0o700 });
    await withShortPath(locks, (short) => {
      const listening = new Promise<void>((resolve, reject) => {
        server.once("error", reject).listen(join(short, fresh), resolve);
      });
      return listening;
    });
    await rename(join(locks, fresh), join(locks, name));
    return name;
  } catch (cause) {
    server.close();
    await rm(join(locks, fresh), { force: true }).catch(() => undefined);
    throw new StackError(`The data folder ${folder} cannot be locked: ${messageOf(cause)}`, { cause });
  }
}

/** Waits until nobody else claims the folder. */
async function waitUntilAlone(folder: string, own: string): Promise<void> {
  for (;;) {
    const others = await claimsOn(folder, own);
    for (const other of others) other.disconnect();
    if (others.length === 0) return;
    const first = others.find(({ claim, name }) => claim.state === "holding" || name < own);
    if (first) throw new FolderInUseError(inUse(folder, first));
    await sleep(20);
  }
}

function inUse(folder: string, { claim }: HolderClaim): string {
  const { pid, url, ends } = claim;
  if (pid === undefined)
    return `${folder} is in use by another stack. Stop it first; one that a command runs ends with it.`;
  if (ends) return `${folder} is in use by a command (process ${pid}). Wait until it has ended, then run this again.`;
  return `${folder} is in use by another stack (process ${pid}${url === undefined ? "" : `, ${url}`}). Stop it first.`;
}
