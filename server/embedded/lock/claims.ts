import { readdir, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { codeOf, isMissing } from "../../lib/caught.ts";
import { inDataFolder } from "../../files/dataFolder.ts";
import { withShortPath } from "./shortPath.ts";

const claimSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    pid: v.optional(v.number()),
    state: v.picklist(["taking", "holding"]),
    url: v.optional(v.string()),
    /** It is a command, which ends by itself. */
    ends: v.optional(v.boolean()),
    /** Mails wait while its stack runs, because a command started it for something else. */
    mailsWait: v.optional(v.boolean()),
    /** The settings that its stack was started with, by name, as keyed hashes. */
    settings: v.optional(v.record(v.string(), v.string())),
  }),
);

/** The answer of the process behind a lock's socket. */
export type Claim = v.InferOutput<typeof claimSchema>;

/**
 * A live claim on a data folder, by a socket on which the holder answers (with its address, and whether its mails wait). Output
 * files have another kind of claim, as they may be where no socket can be created, or be claimed from another machine:
 * scripts/cli/output/claim.ts.
 */
export interface HolderClaim {
  /** Name of its socket in the subfolder `lock`. */
  name: string;
  claim: Claim;
  /** Closes the connection. Until then the holder counts this process as a client, for which `clientsGone` waits. */
  disconnect(): void;
}

/** Longest wait for an answer, in ms: the kernel accepts connections for a suspended process, which never answers. */
const answerTimeout = 1000;

/** All live claims on a data folder, except `own`. Sockets that nobody listens on are removed, where that is possible. */
export async function claimsOn(folder: string, own?: string): Promise<HolderClaim[]> {
  const locks = join(folder, inDataFolder.lock);
  const names = await readdir(locks).catch((error: unknown) => {
    if (isMissing(error) || codeOf(error) === "ENOTDIR") return [];
    throw error;
  });
  const sockets = names.filter((name) => name.endsWith(".sock") && name !== own);
  if (sockets.length === 0) return [];
  return withShortPath(locks, async (short) => {
    const claims = await Promise.all(sockets.map((name) => ask(short, name)));
    return claims.filter((claim) => claim !== undefined);
  });
}

async function ask(
  folder: string,
  name: string,
  until = performance.now() + answerTimeout,
): Promise<HolderClaim | undefined> {
  const file = join(folder, name);
  const socket = connect(file);
  const answer = await answerOf(socket);
  // A process that is out of file descriptors ends every connection.
  const claim = answer === "ended" && performance.now() > until ? silentHolder : answer;
  if (typeof claim === "object") {
    socket.unref();
    return { name, claim, disconnect: () => socket.destroy() };
  }
  socket.destroy();
  if (claim === "refused") await rm(file, { force: true }).catch(() => undefined);
  if (claim !== "ended") return undefined;
  // It was being released: the file is removed before the socket closes.
  await sleep(20);
  return ask(folder, name, until);
}

/** What counts as the claim of a process that does not answer. */
const silentHolder: Claim = { state: "holding" };

/** What has become of the process behind a socket, by the error of connecting to it. */
const connectionErrors = new Map<unknown, "gone" | "refused" | "ended">([
  ["ENOENT", "gone"],
  ["ECONNREFUSED", "refused"],
  ["ECONNRESET", "ended"],
  ["EPIPE", "ended"],
]);

/** Asks the process behind a socket. Silence or an unknown answer counts as a holder, never as nobody. */
function answerOf(socket: Socket): Promise<Claim | "gone" | "refused" | "ended"> {
  return new Promise((resolve) => {
    let text = "";
    socket.setTimeout(answerTimeout, () => resolve(silentHolder));
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (!text.endsWith("\n")) return;
      const answer = v.safeParse(claimSchema, text);
      resolve(answer.success ? answer.output : silentHolder);
    });
    socket.on("close", () => resolve("ended"));
    socket.on("error", (error) => resolve(connectionErrors.get(codeOf(error)) ?? silentHolder));
  });
}

/** Finds the process that holds or is taking a data folder, with an open connection until `disconnect`. */
export async function connectToHolder(folder: string): Promise<HolderClaim | undefined> {
  const claims = await claimsOn(folder);
  const holder = claims.find(({ claim }) => claim.state === "holding") ?? claims[0];
  for (const other of claims) if (other !== holder) other.disconnect();
  return holder;
}
