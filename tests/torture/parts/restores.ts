import { chmod, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { start } from "../../cli/processes.ts";
import { openDatabase } from "../../../server/embedded/backup/openDatabase.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { serversOf } from "../../../server/embedded/postgres/processes.ts";
import { startStack } from "../../../server/embedded/stack/stack.ts";
import { type Figure, figure } from "../support/figures.ts";
import { killIfThere } from "../support/stackProcess.ts";

const restoreKills = 12;
const backupKills = 8;
const people = 2000;
/** Number of people who join after the backup, which distinguish the former database from the restored one. */
const later = 100;
const domain = "torture.example";

/** Files that a command leaves behind, except its result. */
const leftover = /^(?:restoring-|restored$)|unfinished/u;

/** SIGKILL of `restore --replace` and `backup` at any moment, after one person was erased and another unsubscribed since the backup. */
export async function restores(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-torture-"));
  const [data, backups, temporary] = [join(folder, "data"), join(folder, "backups"), join(folder, "tmp")];
  try {
    // Under root PostgreSQL runs as another user, who needs access to the folder.
    await chmod(folder, 0o711);
    for (const path of [backups, temporary]) await mkdir(path, { mode: 0o711 });
    let printed = "";
    const env = { DATA_FOLDER: data, TMPDIR: temporary };
    const run = async (argv: string[], until?: number) => {
      const { child, done } = start(argv, env, folder);
      if (until !== undefined) void sleep(until).then(() => child.kill("SIGKILL"));
      const outcome = await done;
      printed += outcome.err;
      return outcome;
    };
    const query = async (sql: string) => {
      const database = await openDatabase(data);
      try {
        return await withClient(database.url, (client) => client.query<{ n: string }>(sql));
      } finally {
        await database.close();
      }
    };
    const joinLater = `insert into waitlist (email, confirmed_at) select 'later' || i || '@${domain}', now() from generate_series(1, ${later}) i`;
    await startStack({ dataFolder: data, port: 0 }).then((stack) => stack.stop());
    await query(
      `insert into waitlist (email, confirmed_at) select 'p' || i || '@${domain}', now() from generate_series(1, ${people}) i`,
    );
    const base = join(backups, "base.backup");
    await run(["backup", base]);
    await query(
      `select erase_person('p1@${domain}'); update waitlist set unsubscribed_at = now() where email = 'p2@${domain}'; ${joinLater}`,
    );
    let [torn, forgotten, replaced, longest] = [0, 0, 0, 4000];
    for (let n = 0; n < restoreKills; n++) {
      const begun = performance.now();
      const { signal } = await run(["restore", base, "--replace"], Math.random() * longest);
      if (signal === null) longest = performance.now() - begun;
      const { out } = await run(["export", "waitlist", "--columns", "email,unsubscribed_at", "--out", "-"]);
      const lines = out.trim().split("\n").slice(1);
      if (![people - 1, people - 1 + later].includes(lines.length)) torn++;
      const at = (name: string) => lines.find((line) => line.startsWith(`${name}@`));
      if (at("p1") !== undefined || !/,2/u.test(at("p2") ?? "")) forgotten++;
      if (lines.length !== people - 1) continue;
      replaced++;
      await query(joinLater);
    }
    for (let n = 0; n < backupKills; n++) await run(["backup", join(backups, `${n}.backup`)], Math.random() * 2500);
    await run(["backup", join(backups, "last.backup")]);
    const whole = (await readdir(backups)).filter((name) => name.endsWith(".backup"));
    let unsound = 0;
    for (const name of whole) if ((await run(["restore", join(backups, name), "--dry-run"])).code !== 0) unsound++;
    const scratch = (await readdir(temporary, { recursive: true })).filter((name) => /\/postgres[^/]*$/u.test(name));
    const left = [...(await readdir(data)), ...(await readdir(backups))]
      .filter((name) => leftover.test(name))
      .concat(scratch);
    const running = await serversOf(join(data, "postgres"));
    return [
      figure("restores killed; of these whole by then", `${restoreKills}; ${replaced}`, replaced < restoreKills),
      figure("databases that were neither the one before nor the restored", torn, torn === 0),
      figure("people erased or gone since, back on the list", forgotten, forgotten === 0),
      figure("backups with a name, of these not restorable", `${whole.length}, ${unsound}`, unsound === 0),
      figure("what killed commands left", left.join(", ") || "nothing", left.length === 0 && running.length === 0),
      figure("addresses of people in outputs", printed.split(domain).length - 1, !printed.includes(domain)),
    ];
  } finally {
    for (const { pid } of await serversOf(join(data, "postgres"))) killIfThere(pid);
    await rm(folder, { recursive: true, force: true });
  }
}
