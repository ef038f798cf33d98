import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { assert, afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { takeFolder } from "../../server/embedded/folder/hold.ts";
import { runningServer } from "../../server/embedded/postgres/leftovers.ts";
import { eventually } from "../support/eventually.ts";
import { noSettings } from "../support/forgetSettings.ts";
import { prepareDataFolder } from "../support/preparedFolder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Starts a site on a data folder as npm does; `said` is its output so far. */
async function running(dataFolder: string) {
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    env: { PATH: process.env.PATH, ...noSettings, PORT: "0", DATA_FOLDER: dataFolder },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await eventually("it runs", async () => said.includes("Ctrl-C stops it"), 60_000);
  return { child, said: () => said };
}

/** Runs Node to its end; in a copy of the project, if its folder is given. */
async function toEnd(
  args: string[],
  env: Record<string, string>,
  cwd = root,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, ...noSettings, PORT: "0", ...env },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, said };
}

/** Runs `npm start` to its end as npm does. */
const npmStart = (args: string[], env: Record<string, string>, cwd?: string) =>
  toEnd(["scripts/start.mjs", ...args], env, cwd);

describe("npm start", () => {
  let parent = "";
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), "keelbook-start-"));
    await chmod(parent, 0o755);
  });
  afterAll(() => rm(parent, { recursive: true, force: true }));

  it.each([
    [["--nobuild"], {}, 'npm start does not know "--nobuild". Its one option is --no-build: npm start -- --no-build\n'],
    [[], { npm_config_build: "" }, "npm keeps options before -- to itself. Write: npm start -- --no-build\n"],
  ])("refuses an option that it does not know: %s %s", async (args, env, message) => {
    const { code, said } = await npmStart(args, { DATA_FOLDER: join(parent, "none"), ...env });
    expect(said).toContain(message);
    expect(code).toBe(2);
  });

  it("builds nothing if another stack uses the data folder, and names the project that the page would talk to, or that nobody is mailed", async () => {
    const dataFolder = join(parent, "data");
    await mkdir(dataFolder);
    const { release } = await takeFolder(dataFolder);
    onTestFinished(release);
    const project = { PUBLIC_SUPABASE_URL: "https://a.example", PUBLIC_SUPABASE_KEY: "sb_publishable_x" };
    const { code, said } = await npmStart([], { DATA_FOLDER: dataFolder, ...project });
    expect(said).toMatch(/^The page will talk to https:\/\/a\.example, not to this stack: /u);
    expect(said).toContain(`${dataFolder} is in use by another stack (process ${process.pid}). Stop it first.\n`);
    expect(said).not.toContain("Building");
    expect(code).toBe(1);
    const unmailed = await npmStart([], { DATA_FOLDER: dataFolder, SITE_URL: "https://a.example" });
    expect(unmailed.said).toMatch(/^Nobody gets mail: SITE_URL is public, .*\n.* is in use/u);
  });

  it("says in a line that the checkout may not be read, whichever part of it", async () => {
    const project = join(parent, "unreadable");
    for (const name of ["package.json", "scripts", "dist/scripts"])
      await cp(join(root, name), join(project, name), { recursive: true });
    // The owner of the checkout may be root, who can read everything.
    const reader = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const said = async () => {
      const child = spawn(process.execPath, ["scripts/start.mjs"], { cwd: project, env: {}, ...reader });
      return [await text(child.stderr), (await once(child, "close"))[0]];
    };
    const line = `This user may not read the checkout, as after an installation under umask 077. As its owner: cd ${project}/ && chmod -R go+rX dist node_modules package.json scripts server supabase\n`;
    const programs = join(project, "dist/scripts");
    const packages = join(project, "node_modules");
    await mkdir(packages);
    for (const unreadable of [join(programs, "start.js"), programs, packages]) {
      await chmod(unreadable, 0);
      expect(await said()).toEqual([line, 1]);
      await chmod(unreadable, 0o755);
    }
    await rm(programs, { recursive: true });
    expect(await said()).toEqual(["This checkout is not installed, or only in part. Install it: npm ci\n", 1]);
  });

  it("shows what a failed build said, and leaves no database running", async () => {
    const project = join(parent, "project");
    for (const name of ["package.json", "server", "scripts", "supabase", "dist/scripts"])
      await cp(join(root, name), join(project, name), { recursive: true });
    await symlink(join(root, "node_modules"), join(project, "node_modules"));
    await writeFile(join(project, "scripts/build.mjs"), 'console.error("A page is wrong."); process.exitCode = 1;');
    const dataFolder = join(parent, "unbuilt");
    await prepareDataFolder(dataFolder);
    const { code, said } = await npmStart([], { DATA_FOLDER: dataFolder }, project);
    expect(said).toBe("Building the site …\nA page is wrong.\nThe build failed; the lines above say why.\n");
    expect(code).toBe(1);
    expect(await runningServer(join(dataFolder, "postgres"))).toBeUndefined();
  });

  it("ends without an error at a Ctrl-C while its database is being set up", async () => {
    const dataFolder = join(parent, "early");
    const child = spawn(process.execPath, ["scripts/start.mjs"], {
      cwd: root,
      env: { PATH: process.env.PATH, ...noSettings, PORT: "0", DATA_FOLDER: dataFolder },
      detached: true,
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const files = () => readdir(dataFolder, { recursive: true }).catch(() => []);
    await eventually("initdb runs", async () => (await files()).some((file) => file.endsWith("PG_VERSION")), 60_000);
    // A terminal also sends the signal to the children.
    assert(child.pid);
    process.kill(-child.pid, "SIGINT");
    expect(await once(child, "close")).toEqual([0, null]);
    expect(said).toMatch(/^(?:Building the site …\n|The site is built already.*\n)$/u);
    expect(await runningServer(join(dataFolder, "postgres"))).toBeUndefined();
  });

  it("ends with 1, for a service manager, when its database ends", async () => {
    const dataFolder = join(parent, "broken");
    await prepareDataFolder(dataFolder);
    const { child, said } = await running(dataFolder);
    const ended = once(child, "close");
    const server = await runningServer(join(dataFolder, "postgres"));
    assert(server);
    process.kill(server, "SIGKILL");
    expect(await ended).toEqual([1, null]);
    expect(said()).toMatch(/\nPostgreSQL has ended \(signal SIGKILL\)\. .+\nStart again: npm start\n$/u);
  });
});
