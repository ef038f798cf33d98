import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { databaseUrl } from "../../../server/embedded/postgres/cluster.ts";
import { socketNumber } from "../../../server/embedded/postgres/leftovers.ts";
import { giveToPostgres, postgresOwner } from "../../../server/embedded/postgres/programs.ts";
import { eventually } from "../../support/eventually.ts";
import { password } from "./database.ts";
import { prepareCluster } from "./hostedCluster.ts";

/** Debian's folders for the programs and extensions of a major version. */
const [programs, extensions] = ["/usr/lib/postgresql", "/usr/share/postgresql"];

/** The newest of Debian's PostgreSQL majors on this machine that has plpgsql_check, or undefined. */
export const checkedMajor: string | undefined = (existsSync(programs) ? readdirSync(programs) : [])
  .filter(
    (major) =>
      existsSync(join(programs, major, "bin/postgres")) &&
      existsSync(join(extensions, major, "extension/plpgsql_check.control")),
  )
  .sort((a, b) => Number(b) - Number(a))[0];

/** Starts that PostgreSQL, set up as a hosted project has it, with our migrations and plpgsql_check in the template. */
export async function startDebianPostgres(major: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const owner = await postgresOwner();
  const folder = await mkdtemp(join(tmpdir(), "keelbook-debian-"));
  await giveToPostgres(folder);
  const [data, passwordFile] = [join(folder, "data"), join(folder, "password")];
  writeFileSync(passwordFile, password, { mode: 0o644 });
  const bin = join(programs, major, "bin");
  const cluster = ["-U", "postgres", "-E", "UTF8", "--locale=C", "--auth=scram-sha-256", "--no-sync"];
  execFileSync(join(bin, "initdb"), ["-D", data, ...cluster, `--pwfile=${passwordFile}`], {
    ...owner,
    stdio: "ignore",
  });
  const settings = ["listen_addresses=", `unix_socket_directories=${folder}`, "fsync=off"];
  const server = spawn(
    join(bin, "postgres"),
    ["-D", data, "-p", String(socketNumber), ...settings.flatMap((setting) => ["-c", setting])],
    { ...owner, stdio: "ignore" },
  );
  const url = databaseUrl(folder, password);
  const stop = async () => {
    const ended = once(server, "exit");
    server.kill("SIGINT");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await eventually(`PostgreSQL ${major}`, () => withClient(url, () => Promise.resolve(true)).catch(() => false));
    await prepareCluster(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
