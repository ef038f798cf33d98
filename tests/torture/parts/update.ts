import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../../package.json";
import { startStack } from "../../../server/embedded/stack/stack.ts";
import { eventually } from "../../support/eventually.ts";
import { makeOwnServer } from "../../support/ownServer.ts";
import { type Figure, figure, note, percentile } from "../support/figures.ts";
import { createCrowd } from "../support/visitors.ts";

type OwnServer = Awaited<ReturnType<typeof makeOwnServer>>;

/** Every program that deploy/update runs outside of pipelines. */
const programs = ["cp", "curl", "df", "du", "git", "ln", "mv", "npm", "rm", "runuser", "sync", "systemctl"];

/**
 * Takes the place of a program: counts the calls and, at the one that KILL names, sends SIGKILL to the whole update, at once or, with
 * LATE, that many seconds into its work.
 */
const shim = (name: string) => `#!/bin/sh
PATH=\${PATH#*:}
n=$(($(wc -l < "$CALLS") + 1))
echo "${name} $*" >> "$CALLS"
if [ "$n" = "\${KILL-}" ]; then
  [ -z "\${LATE-}" ] || { "${name}" "$@" & sleep "$LATE"; }
  kill -KILL 0
fi
exec "${name}" "$@"
`;

/** A column of its own for each release, which may take seconds to add, so that a kill meets it. */
const migration = (n: number, slow: boolean) =>
  `${slow ? "select pg_sleep(3);\n" : ""}alter table public.waitlist add column made_up_${n} text;\n`;

/** Puts a release into the folder that the link does not name, if it is missing. */
const fillOther = `link=/opt/keelbook
case $(readlink $link) in keelbook-a) other=$link-b ;; *) other=$link-a ;; esac
[ -e $other ] || git clone --quiet --depth 1 "file://$PLACE/repository" $other`;

/** Kills `keelbook update` at each of its steps, starts what is there, and updates again; then goes back as the documents say. */
export async function update(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-t-"));
  await chmod(folder, 0o755);
  const prepared = join(folder, "data");
  await (await startStack({ dataFolder: prepared, port: 0 })).stop();
  const server = await makeOwnServer(prepared);
  try {
    return await killEach(server);
  } finally {
    await server.discard();
    await rm(folder, { recursive: true });
  }
}

async function killEach(server: OwnServer): Promise<Figure[]> {
  const crowd = createCrowd(server.dataFolder, server.captchaSecret);
  const joins = async () => (await crowd.visit(server.url, "waitlist")).status;
  const calls = join(server.place, "calls");
  const shims = join(server.place, "shims");
  await mkdir(shims);
  for (const name of programs) await writeFile(join(shims, name), shim(name), { mode: 0o755 });
  const answers = (wanted: readonly string[]) =>
    eventually(`one of ${wanted.join(", ")} answers`, async () => wanted.includes((await server.page()) ?? ""), 60_000);
  const start = () => server.shell("systemctl start keelbook");
  const migrations: Record<string, string> = {};
  let number = 0;
  const next = async (slow = false) => {
    number++;
    migrations[`2099010100${String(number).padStart(4, "0")}`] = migration(number, slow);
    await server.release({ version: `99.0.${number}`, migrations });
    return `99.0.${number}`;
  };
  const run = async (more: Record<string, string> = {}) => {
    await writeFile(calls, "");
    return server.shell('PATH="$PLACE/shims:$PATH" /opt/keelbook/deploy/keelbook update', { CALLS: calls, ...more });
  };

  await start();
  await answers([version]);
  let now = version;
  // The second update has a former release to replace, as all later ones have.
  for (let n = 0; n < 2; n++) {
    const to = await next();
    const { code, said } = await run();
    if (code !== 0) throw new Error(said);
    await answers([(now = to)]);
  }
  const steps = (await readFile(calls, "utf8")).trim().split("\n");
  const stop = steps.findIndex((step) => step.startsWith("systemctl stop"));
  const kills = [...steps.keys()].map((n) => ({ at: n + 1, late: "" }));
  // In the midst of them the database starts, is read, or is being changed.
  const during = kills.flatMap(({ at }) => {
    const [, command] = /prelaunch\.mjs.* (backup|migrate)/u.exec(steps[at - 1] ?? "") ?? [];
    return command === undefined ? [] : [{ at, late: command === "migrate" ? "2.5" : "0.7" }];
  });

  const left = { old: 0, new: 0 };
  const wrong: string[] = [];
  const starts: number[] = [];
  let to = await next();
  for (const { at, late } of [...kills, ...during]) {
    const step = `${at} (${steps[at - 1]?.replaceAll(server.place, "").slice(0, 60)})${late && " late"}`;
    if (to === now) to = await next(late !== "");
    if ((await joins()) !== 201) wrong.push(`${step}: nobody could join before`);
    // The folder of the former release may be missing after a kill, and an update then has fewer steps.
    await server.shell(fillOther);
    const killed = await run({ KILL: `${at}`, ...(late && { LATE: late }) });
    // Until the stop of the service the site goes on by itself; after it, somebody or a reboot starts it.
    const since = performance.now();
    if (at > stop) await start();
    await answers([now, to]).catch(() => wrong.push(`${step}: nothing answers. ${killed.said}`));
    if (at > stop) starts.push(performance.now() - since);
    const found = (await server.page()) ?? "";
    left[found === to ? "new" : "old"]++;
    if ((await joins()) !== 201) wrong.push(`${step}: nobody can join ${found}`);
    // Until then the next kill, at the next step, shows that an update goes on from there.
    if (at < stop) continue;
    const again = await run();
    if (again.code !== 0) wrong.push(`${step}: the next update: ${again.said}`);
    await answers([to]).catch(() => wrong.push(`${step}: the next update does not end new`));
    if (at > stop && at < steps.length && !again.said.includes(`It left v${found}, `))
      wrong.push(`${step}: the next update does not say which: ${again.said}`);
    now = to;
  }
  const back = await goingBack(server, { next, run, answers, now, join: joins });
  const lost = await crowd.lost();
  return [
    note("kills at a step, and in the midst of one", `${kills.length}, ${during.length}`),
    figure("left the old release, the new one", `${left.old}, ${left.new}`, left.old > 0 && left.new > 0),
    figure("wrong", wrong.join("; ") || "nothing", wrong.length === 0),
    note("start of what was left, median and longest", `${ms(percentile(starts, 0.5))}, ${ms(percentile(starts, 1))}`),
    figure("acknowledged, of these not stored exactly once", `${crowd.acknowledged()}, ${lost}`, lost === 0),
    ...back,
  ];
}

const ms = (time: number): string => `${Math.round(time)} ms`;

interface Going {
  next(slow?: boolean): Promise<string>;
  run(): Promise<{ code: number | null; said: string }>;
  answers(wanted: readonly string[]): Promise<void>;
  join(): Promise<number>;
  now: string;
}

/** Goes back by the lines that an update prints, which docs/self-hosting.md has, too. */
async function goingBack(server: OwnServer, { next, run, answers, join: joins, now }: Going): Promise<Figure[]> {
  await next();
  const { said } = await run();
  const lines = said.split("\n").filter((line) => line.startsWith("  "));
  await server.shell(lines.join("\n").replaceAll("keelbook restore", "/opt/keelbook/deploy/keelbook restore"));
  await answers([now]).catch(() => undefined);
  const joined = await joins();
  return [
    figure(
      "going back by the printed lines: version, a join",
      `${await server.page()}, ${joined}`,
      (await server.page()) === now && joined === 201,
    ),
  ];
}
