import { spawnSync } from "node:child_process";
import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { version } from "../../package.json";
import { openDatabase } from "../../server/embedded/backup/openDatabase.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { eventually } from "../support/eventually.ts";
import { makeOwnServer } from "../support/ownServer.ts";

const missing = ["curl", "flock", "setsid", "git"].some((program) => spawnSync(program, ["--version"]).error);

describe.skipIf(process.platform !== "linux" || missing)("keelbook update (needs curl, flock, setsid and git)", () => {
  let server: Awaited<ReturnType<typeof makeOwnServer>>;
  beforeAll(async () => {
    server = await makeOwnServer(inject("preparedFolder"));
    await server.shell("systemctl start keelbook");
    await eventually("the first release answers", async () => (await server.page()) === version);
    return () => server.discard();
  });
  const update = (tag = "", env = {}) => server.shell(`/opt/keelbook/deploy/keelbook update ${tag}`, env);
  const query = async (sql: string) => {
    const database = await openDatabase(server.dataFolder);
    return withClient(database.url, async (client) =>
      (await client.query({ text: sql, rowMode: "array" })).rows.flat(),
    );
  };
  const people = () => query("select email from waitlist order by created_at");
  const untouched = `v${version} was not touched, and runs on as it did.\n`;

  it("leaves everything where nothing is newer, or what is newer cannot be fetched or built", async () => {
    expect(await update()).toEqual({ code: 0, said: `There is nothing newer than v${version}, which is installed.\n` });
    await server.release({ version: "98.0.0", unbuildable: true });
    const failed = await update();
    expect([failed.code, failed.said]).toEqual([
      1,
      expect.stringContaining(
        `This cannot be built.\nThe update to v98.0.0 failed at: building the page.\n${untouched}`,
      ),
    ]);
    const full = await update("", { FREE: "1" });
    expect([full.code, full.said]).toEqual([
      1,
      expect.stringMatching(/\nThere is no room for another release: it takes \d+ MB, /u),
    ]);
    expect(await readdir(join(server.place, "opt"))).toEqual(["keelbook", "keelbook-a"]);
    const nothing = await update("v97.0.0");
    expect([nothing.code, nothing.said]).toEqual([
      1,
      expect.stringMatching(/\nv97\.0\.0 cannot be fetched from file:\S+\n.+ runs on as it did\.\n$/u),
    ]);
    await writeFile(join(server.place, "opt/keelbook/mine"), "");
    const dirty = await update();
    expect([dirty.code, dirty.said]).toEqual([
      1,
      expect.stringMatching(
        /^\S+keelbook-a has changes that no release has \(git status\)\. .+\n.+ runs on as it did\.\n$/u,
      ),
    ]);
    await rm(join(server.place, "opt/keelbook/mine"));
    await rename(server.repository, `${server.repository}-away`);
    const away = await update();
    await rename(`${server.repository}-away`, server.repository);
    expect([away.code, away.said]).toEqual([
      1,
      expect.stringMatching(/\nThe repository cannot be reached: file:\S+\n.+ runs on as it did\.\n$/u),
    ]);
    expect(await server.page()).toBe(version);
  });

  it(
    "goes back to what ran if a migration fails, and then brings the release that repairs it",
    { timeout: 600_000 },
    async () => {
      expect(await server.join("before@example.com")).toBe(201);
      const made = "alter table public.waitlist add column made_up text default 'yes';\n";
      await server.release({ version: "99.0.0", migrations: { 20990101000000: `${made}select 1 / 0;\n` } });
      const failed = await update();
      expect([failed.code, failed.said]).toEqual([
        1,
        expect.stringMatching(
          /20990101000000_made_up\.sql: division by zero\nThe update to v99\.0\.0 failed at: the migrations\.\nv\S+ runs, with everything that was stored\.\n$/u,
        ),
      ]);
      expect([await server.current(), await server.page()]).toEqual(["keelbook-a", version]);
      expect(await server.join("between@example.com")).toBe(201);

      await server.release({ version: "99.0.1", migrations: { 20990101000000: made } });
      const done = await update();
      expect(done.code === 0 ? "" : done.said).toBe("");
      const [saved = ""] = /\S+keelbook-before-v99\.0\.1-\S+\.backup/u.exec(done.said) ?? [];
      expect(await readdir(join(saved, ".."))).toHaveLength(2);
      expect([await server.current(), await server.page()]).toEqual(["keelbook-b", "99.0.1"]);
      // A page that was opened before still gets its code.
      expect(await server.page(`assets/${version}.js`)).toBe(version);
      expect(await server.join("after@example.com")).toBe(201);
      expect(await people()).toEqual(["before", "between", "after"].map((name) => `${name}@example.com`));
      expect(await query("select made_up from waitlist where email = 'before@example.com'")).toEqual(["yes"]);
      expect((await update()).said).toBe("There is nothing newer than v99.0.1, which is installed.\n");
    },
  );

  it("does not migrate the database of a stack that runs", async () => {
    const { code, said } = await server.shell(
      `DATA_FOLDER=/var/lib/keelbook/data /usr/bin/node /opt/keelbook/scripts/prelaunch.mjs migrate`,
    );
    expect([code, said]).toEqual([1, expect.stringMatching(/is in use by another stack .+ Stop it first\.\n$/u)]);
  });
});
