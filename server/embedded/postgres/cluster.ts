import { execFile, spawn } from "node:child_process";
import { chmod, chown, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { alive } from "../folder/lock.ts";
import { StackError } from "../stackError.ts";
import { postgresBinaries } from "./binaries.ts";
import { refuseOtherMajor } from "./majorVersion.ts";
import { type Owner, postgresOwner } from "./owner.ts";

const run = promisify(execFile);

/** A running PostgreSQL server on 127.0.0.1. */
export interface Cluster {
  port: number;
  /** Connection string of one of its databases, as superuser. */
  url(database: string): string;
  /** Ends open sessions and shuts down ("fast" mode). */
  stop(): Promise<void>;
  /** Whether the server process is still there. */
  running(): boolean;
}

export interface ClusterOptions {
  /** Folder of the cluster; made and initialised when missing. Its parents must be reachable by its owner. */
  folder: string;
  password: string;
  /** Skips waiting for the disk: for databases that a test throws away. */
  durable?: boolean;
}

// Statements and row values never reach the log: they hold personal data.
const quiet = ["log_min_messages=fatal", "log_min_error_statement=panic", "log_error_verbosity=terse"];

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new StackError("No free port for PostgreSQL.");
  return address.port;
}

async function initialise(initdb: string, { folder, password }: ClusterOptions, owner: Owner): Promise<void> {
  const passwordFile = `${folder}.pw`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(passwordFile, owner.uid, owner.gid);
  const flags = ["-U", "postgres", "-E", "UTF8", "--locale=C", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  try {
    await run(initdb, ["-D", folder, "--no-instructions", ...flags], owner);
  } catch (cause) {
    await rm(folder, { recursive: true, force: true });
    const unreachable = owner.uid !== undefined && /permission denied/iu.test(String(cause));
    const advice = unreachable
      ? ". Under root it runs as the user postgres, who must be able to reach this folder: name another with DATA_FOLDER, such as /var/lib/keelbook"
      : "";
    throw new StackError(`PostgreSQL could not set up ${folder}: ${lastLine(cause)}${advice}`, { cause });
  } finally {
    await rm(passwordFile, { force: true });
  }
}

const lastLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trim().split("\n").at(-1) ?? "";

const exists = (file: string): Promise<boolean> =>
  readFile(file).then(
    () => true,
    () => false,
  );

/** Starts pg_ctl with no pipes: the server would inherit them and keep the caller waiting for ever. */
function pgCtl(program: string, args: string[], owner: Owner): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...owner, stdio: "ignore", detached: true });
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

function listens(port: number): Promise<boolean> {
  const socket = connect({ port, host: "127.0.0.1", timeout: 1000 });
  return new Promise<boolean>((resolve) => {
    socket
      .once("connect", () => resolve(true))
      .once("error", () => resolve(false))
      .once("timeout", () => resolve(false));
  }).finally(() => socket.destroy());
}

/**
 * Shuts down the server that an earlier, killed process left behind. After a power cut the pid in its file may be
 * another process by now: where nothing listens on the port in the file, nobody is signalled and the file is removed.
 */
async function stopLeftover(folder: string, stop: () => Promise<number>): Promise<void> {
  const file = join(folder, "postmaster.pid");
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return;
  if (!(await listens(Number(text.split("\n")[3])))) return rm(file, { force: true });
  if ((await stop()) !== 0)
    throw new StackError(
      `An earlier PostgreSQL still runs in ${folder} and does not stop. Stop process ${text.split("\n")[0]} by hand.`,
    );
}

/**
 * Starts the cluster in a folder, initialising it first when it is new. A server that an earlier process left
 * running there (killed with -9) is shut down first, so no two ever share the folder.
 * @throws StackError when the folder cannot be set up or the server does not come up within 30 s.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, password, durable = true } = options;
  const [{ initdb, pg_ctl }, owner] = await Promise.all([postgresBinaries(), postgresOwner()]);
  if (!(await exists(join(folder, "PG_VERSION")))) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (owner.uid !== undefined && owner.gid !== undefined) await chown(folder, owner.uid, owner.gid);
    await initialise(initdb, options, owner);
  }
  await chmod(folder, 0o700);
  const stop = () => pgCtl(pg_ctl, ["stop", "-D", folder, "-m", "fast", "-w", "-t", "30", "-s"], owner);
  await stopLeftover(folder, stop);

  const port = await freePort();
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=100", ...quiet];
  if (!durable) settings.push("fsync=off", "synchronous_commit=off", "full_page_writes=off");
  const flags = settings.map((setting) => `-c ${setting.endsWith("=") ? `${setting}''` : setting}`).join(" ");
  const log = join(folder, "server.log");
  const code = await pgCtl(
    pg_ctl,
    ["start", "-D", folder, "-l", log, "-w", "-t", "30", "-s", "-o", `-p ${port} ${flags}`],
    owner,
  );
  if (code !== 0) {
    await refuseOtherMajor(folder, pg_ctl);
    const text = await readFile(log, "utf8").catch(() => "");
    throw new StackError(
      `The database in ${folder} does not start: ${text.trim().split("\n").at(-1) || "no reason given"}. Its log is ${log}`,
    );
  }
  const pid = Number((await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n")[0]);
  return {
    port,
    running: () => alive(pid),
    url: (database) => `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    stop: async () => {
      await stop();
    },
  };
}

/** Stops the server that a killed process has left running in a folder, if there is one. */
export async function stopLeftoverCluster(folder: string): Promise<void> {
  const [{ pg_ctl }, owner] = await Promise.all([postgresBinaries(), postgresOwner()]);
  await stopLeftover(folder, () => pgCtl(pg_ctl, ["stop", "-D", folder, "-m", "fast", "-w", "-t", "30", "-s"], owner));
}
