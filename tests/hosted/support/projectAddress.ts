import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { projectHost, projectRef } from "./managementApi.ts";

/** Port of a project's database; the CLI takes no other. */
const databasePort = 5432;

/** Whether this machine lets a process have names of its own (Linux, unshare(1)): the CLI makes the database's name itself. */
export const canNameHosts = ((): boolean => {
  try {
    execFileSync("unshare", ["-rm", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

/** A project's database at the address the CLI makes of its reference, and the CLI as that project's operator runs it. */
export interface ProjectAddress {
  /** Path of a `supabase` that notes how it is called, and finds the database; without names of its own it skips `db push`. */
  program: string;
  /** The command lines so far, questions for the version left out. */
  commands(): Promise<string[]>;
  stop(): Promise<void>;
}

/** Serves the database of a cluster as the project's; `folder` takes the program and what it notes. */
export async function serveProjectAddress(cli: string, clusterUrl: string, folder: string): Promise<ProjectAddress> {
  const address = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  const [hosts, log, program] = [join(folder, "hosts"), join(folder, "commands"), join(folder, "supabase")];
  const server = createServer((socket) => {
    const database = connect(Number(new URL(clusterUrl).port), "127.0.0.1");
    for (const [from, to] of [
      [socket, database],
      [database, socket],
    ] as const)
      from.on("error", () => to.destroy()).pipe(to);
  });
  if (canNameHosts) await once(server.listen(databasePort, address), "listening");
  await writeFile(hosts, `127.0.0.1 localhost\n${address} db.${projectRef}.${projectHost}\n`);
  await writeFile(log, "");
  const run = canNameHosts
    ? `exec unshare -rm sh -c 'mount --bind "$0" /etc/hosts && exec "$@"' "${hosts}" "${cli}" "$@"`
    : `[ "$1 $2" = "db push" ] && exit 0\nexec "${cli}" "$@"`;
  await writeFile(program, `#!/bin/sh\n[ "$1" = --version ] || echo "$*" >> "${log}"\n${run}\n`, { mode: 0o755 });
  return {
    program,
    commands: async () => (await readFile(log, "utf8")).trim().split("\n"),
    stop: async () => {
      if (!server.listening) return;
      server.close();
      await once(server, "close");
    },
  };
}
