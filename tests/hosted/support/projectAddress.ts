import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { socketOf } from "../../support/databaseSocket.ts";
import { bareDatabase, roleUrl } from "./database.ts";
import { projectHost, projectRef } from "./managementApi.ts";

/** Port of a project's database; the CLI accepts no other. */
const databasePort = 5432;

/**
 * Whether a process may have private host names here (Linux, unshare(1)). They are needed because the CLI
 * derives the database's host name.
 */
export const canNameHosts = ((): boolean => {
  try {
    execFileSync("unshare", ["-rm", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

/** Code of the message that asks for TLS before the start-up message (PostgreSQL's manual, Message Formats: SSLRequest). */
const tlsRequest = 80_877_103;

/** A start-up message that asks for another database: length, version, and names with their values, each ended by a zero. */
function redirected(message: Buffer, database: string): Buffer {
  const fields = message.toString("utf8", 8).split("\0");
  fields[fields.indexOf("database") + 1] = database;
  const body = Buffer.from(fields.join("\0"));
  const head = Buffer.from(message.subarray(0, 8));
  head.writeInt32BE(head.length + body.length);
  return Buffer.concat([head, body]);
}

/** Forwards connections to one database of a cluster, whichever database they request. */
const forwarder = (clusterUrl: string, name: string) =>
  createServer((client) => {
    const database = connect(socketOf(clusterUrl));
    client.on("error", () => database.destroy()).on("close", () => database.destroy());
    database.on("error", () => client.destroy()).pipe(client);
    client.on("data", function start(message: Buffer) {
      if (message.readInt32BE(4) === tlsRequest) return void database.write(message);
      client.off("data", start);
      database.write(redirected(message, name));
      client.pipe(database);
    });
  });

/**
 * A project's database at the address that the CLI derives from its reference, and the CLI as that project's
 * operator runs it.
 */
export interface ProjectAddress {
  /**
   * Path of a `supabase` that records its command lines and finds the database; if private host names are
   * impossible, it skips `db push`.
   */
  program: string;
  /** The command lines so far, except requests for the version. */
  commands(): Promise<string[]>;
  /** Name of the project's database in the cluster. It is that of a new project until a deployment. */
  database: string;
  stop(): Promise<void>;
}

/** Creates a new project's database in a cluster and serves it at that address; `folder` is for the program and its records. */
export async function serveProjectAddress(cli: string, clusterUrl: string, folder: string): Promise<ProjectAddress> {
  const address = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  const database = `project_${randomInt(2 ** 40)}`;
  const [hosts, log, program] = [join(folder, "hosts"), join(folder, "commands"), join(folder, "supabase")];
  const server = forwarder(clusterUrl, database);
  if (canNameHosts) await once(server.listen(databasePort, address), "listening");
  const admin = roleUrl(clusterUrl, "postgres", "postgres");
  await withClient(admin, (client) =>
    client.query(`create database ${database} template ${bareDatabase} owner postgres`),
  );
  await writeFile(hosts, `127.0.0.1 localhost\n${address} db.${projectRef}.${projectHost}\n`);
  await writeFile(log, "");
  const run = canNameHosts
    ? `exec unshare -rm sh -c 'mount --bind "$0" /etc/hosts && exec "$@"' "${hosts}" "${cli}" "$@"`
    : `[ "$1 $2" = "db push" ] && exit 0\nexec "${cli}" "$@"`;
  const script = `#!/bin/sh\n[ "$1" = --version ] || echo "$*" >> "${log}"\n${run}\n`;
  await writeFile(program, script, { mode: 0o755 });
  return {
    program,
    database,
    commands: async () => (await readFile(log, "utf8")).trim().split("\n"),
    stop: async () => {
      await withClient(admin, (client) => client.query(`drop database ${database} with (force)`));
      if (!server.listening) return;
      server.close();
      await once(server, "close");
    },
  };
}
