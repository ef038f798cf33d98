import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createProgram } from "../../scripts/program.ts";
import { processHost } from "../../scripts/cli/processHost.ts";
import { start } from "./processes.ts";
import { cli, scratchFolder } from "./terminal.ts";

const unreachable = {
  SUPABASE_URL: "http://127.0.0.1:9",
  SUPABASE_SECRET_KEY: "sb_secret_of_a_test_that_is_long_enough",
};

const root = fileURLToPath(new URL("../..", import.meta.url));

const verbs = () => {
  const { host, dispose } = processHost(Symbol("unused"));
  dispose();
  const program = createProgram(host);
  const shown = program.createHelp().visibleCommands(program);
  return program.commands.filter((command) => shown.includes(command)).map((command) => command.name());
};

describe("the command line", () => {
  let folder: string;
  beforeAll(async () => {
    const scratch = await scratchFolder();
    folder = scratch.folder;
    return scratch.remove;
  });

  it.each(verbs())("explains %s with examples", async (verb) => {
    const { code, out, err } = await cli([verb, "--help"]);
    expect(out).toMatch(new RegExp(`^Usage: npx prelaunch ${verb}[^]+\nExamples:\n  \\$ npx prelaunch ${verb}`, "u"));
    expect(out).not.toContain("(default: [])");
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });

  it("prints its name and version", async () => {
    expect(await cli(["--version"])).toEqual({
      code: 0,
      out: expect.stringMatching(/^prelaunch \d+\.\d+\.\d+\n$/u),
      err: "",
    });
  });

  it.each([
    [["seed", "--data", ""], "--data <folder> is empty. It takes: data folder of the embedded stack (default: .data)"],
    [["export", "waitlist", "--out="], "-o, --out <file> is empty. It takes: file to write to; - is stdout"],
    [["import", "waitlist", "people.csv", "--rejects", ""], "--rejects <file> is empty."],
    [["backup", ""], "file is empty. It takes: file to write; - for stdout"],
  ])("takes nothing for no folder and no file: %j", async (argv, message) => {
    const scratch = await scratchFolder();
    onTestFinished(scratch.remove);
    expect(await cli(argv, { folder: scratch.folder })).toMatchObject({
      code: 2,
      err: expect.stringContaining(`error: ${message}`),
    });
    expect(await readdir(scratch.folder)).toEqual([]);
  });

  it("is called so that stdout has nothing but its output", async () => {
    // npx makes its cache even if it needs nothing of it, and a container's user may have no folder for it.
    const env = { ...process.env, npm_config_cache: join(folder, "npm") };
    const argv = ["--offline", "prelaunch", "config", "--json"];
    const { stdout } = await promisify(execFile)("npx", argv, { cwd: root, env });
    expect(JSON.parse(stdout)).toHaveProperty("settings");
  });

  it.skipIf(!existsSync(join(root, ".git"))).each([
    "waitlist-2026-05-04.csv",
    "a.ndjson",
    "may.backup",
    // What a killed command leaves.
    "failed.csv.new-0123456789ab",
  ])("leaves what a command writes in the repository out of it: %s", async (name) => {
    const ignored = promisify(execFile)("git", ["check-ignore", "--no-index", name], { cwd: root });
    expect((await ignored).stdout.trim()).toBe(name);
  });

  it("shows a wrong argument without its control characters", async () => {
    for (const argv of [["\u001b[31mexprot"], ["export", "\u001b[31mlist"], ["export", "--\u001b[31mlimit"]]) {
      const { code, err } = await cli(argv, { folder });
      expect(err).toMatch(/^error: .*\ufffd\[31m/u);
      expect(err).not.toContain("\u001b");
      expect(code).toBe(2);
    }
  });

  it("documents its exit codes", async () => {
    const { out } = await cli(["--help"]);
    for (const line of [
      "0    success",
      "1    something is wrong",
      "2    wrong usage",
      "3    wrong or missing",
      "4    the backend",
      "130  interrupted",
    ])
      expect(out).toContain(line);
  });

  it.each([
    [["exprot", "waitlist"], "(Did you mean export?)"],
    [["export", "waitlist", "--formt", "csv"], "(Did you mean --format?)"],
  ])("suggests the nearest for %s", async (argv, suggestion) => {
    const { code, err, out } = await cli(argv);
    expect(err).toContain(suggestion);
    expect({ code, out }).toEqual({ code: 2, out: "" });
  });

  it.each([
    [["exprot"], "Run npx prelaunch --help"],
    [["beta", "list", "--status", "lost"], "Run npx prelaunch beta list --help"],
  ])("leads to the help of the command that %s was meant for", async (argv, hint) => {
    const { code, err } = await cli(argv);
    expect(err).toContain(hint);
    expect(code).toBe(2);
  });

  it.each([
    [["--timeout", "2147484", "stats"], "'--timeout <seconds>'", "Give a whole number from 1 to 86400."],
    [["seed", "--waitlist", "-1"], "'--waitlist <n>'", "Give a whole number of at least 0."],
    [["stats", "--since", "2026-05-04T12:00"], "'--since <time>'", "or a time such as 2026-05-04T12:00:00Z."],
    [["stats", "--by", "month"], "'--by <span>'", "Allowed choices are day, week."],
    [["import", "waitlist", "-", "--date-format", "ymd"], "'--date-format <order>'", "Allowed choices are dmy, mdy."],
    [["stats", "--json", "--html", "-"], "'--json'", "cannot be used with option '--html <file>'"],
  ])("refuses a value by the name of its flag, and says what it takes: %j", async (argv, flag, takes) => {
    expect(await cli(argv, { env: unreachable })).toMatchObject({
      code: 2,
      err: expect.stringMatching(new RegExp(`^error: option ${flag} [^]*${takes}`, "u")),
    });
  });

  it.each([
    [["stats", "--since", "2026-05-02", "--until", "2026-05-02"], "--since must be before --until."],
    [["stats", "--force"], "--force is for --html."],
  ])("refuses flags that make no sense together: %j", async (argv, message) => {
    expect(await cli(argv, { env: unreachable })).toEqual({ code: 2, out: "", err: `error: ${message}\n` });
  });

  it("shows its help on stderr if no command is given", async () => {
    const { code, err, out } = await cli([]);
    expect(err).toContain("Usage: npx prelaunch");
    expect({ code, out }).toEqual({ code: 2, out: "" });
  });

  it("ends with 4 when the backend cannot be reached, and says why", async () => {
    const { code, err, out } = await cli(["export", "waitlist", "--retries", "0", "--out", "-", "--columns", "email"], {
      env: unreachable,
    });
    expect(err).toMatch(/^error: The backend cannot be reached: .+\nThe output on stdout is incomplete\.\n$/u);
    expect({ code, out }).toEqual({ code: 4, out: "email\n" });
  });

  it.each([
    ["stats", "--data"],
    ["check", "--data"],
    ["show", "ada@example.com", "--data"],
  ])("ends with 3 where there is no database, and makes none: %s", async (...argv) => {
    await writeFile(join(folder, "file"), "");
    await mkdir(join(folder, "full", "of"), { recursive: true });
    for (const name of ["typo", "file", "full"]) {
      const { code, err } = await cli([...argv, join(folder, name)]);
      expect(err).toMatch(/^error: There is no database in .+\. Name its folder .+\n$/u);
      expect(code).toBe(3);
    }
    expect(await readdir(folder)).not.toContain("typo");
    expect(await readdir(join(folder, "full"))).toEqual(["of"]);
  });

  it("ends with 4 when the embedded stack cannot start", async () => {
    await mkdir(join(folder, "damaged", "postgres", "base"), { recursive: true });
    const { code, err } = await cli(["stats", "--data", join(folder, "damaged")]);
    expect(err).toMatch(/^error: .+ is not empty, but its file PG_VERSION is missing\. .+\n$/u);
    expect(code).toBe(4);
  });

  it("ends with 130 when it is interrupted", async () => {
    const { code, err } = await cli(["stats"], { env: unreachable, signal: AbortSignal.abort() });
    expect(err).toBe("error: Interrupted.\n");
    expect(code).toBe(130);
  });

  it.each([
    [["--help"], {}, 0],
    [["import", "waitlist", "missing.csv", "--retries", "0"], unreachable, 1],
    [["nonsense"], {}, 2],
    [["stats"], { SUPABASE_URL: "https://abc.supabase.example" }, 3],
    [["stats", "--retries", "0"], unreachable, 4],
  ] as const)("is a program whose exit code says so: %s", async (argv, env, code) => {
    expect((await start(argv, env, folder).done).code).toBe(code);
  });

  it("shows stack traces and retries only with --verbose", async () => {
    const { err: plain } = await cli(["stats", "--retries", "1"], { env: unreachable });
    expect(plain).not.toMatch(/\n\s+at |trying again/u);
    const { err } = await cli(["stats", "--retries", "1", "--verbose"], { env: unreachable });
    expect(err).toMatch(/trying again in 200 ms/u);
    expect(err).toMatch(/\n\s+at /u);
  });

  it("says how to find out more about an error that nobody expected", async () => {
    const clock = () => {
      throw new Error("The clock has stopped.");
    };
    expect(await cli(["stats"], { env: unreachable, clock })).toEqual({
      code: 1,
      out: "",
      err: "error: The clock has stopped.\nThis was not expected. Run it again with --verbose to see where it comes from.\n",
    });
    const { err } = await cli(["stats", "--verbose"], { env: unreachable, clock });
    expect(err).toMatch(/^error: The clock has stopped\.\nError: The clock has stopped\.\n +at .*clock/u);
  });

  it("prints only errors with --quiet", async () => {
    expect(
      await cli(["export", "waitlist", "--raw", "--quiet", "--retries", "0", "--out", "-"], { env: unreachable }),
    ).toMatchObject({ err: expect.not.stringContaining("Warning") });
    expect(await cli(["stats", "--quiet", "--verbose"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("--quiet and --verbose cannot be used together."),
    });
  });
});
