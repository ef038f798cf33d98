import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { createProgram } from "../../scripts/program.ts";
import { processHost } from "../../scripts/cli/session/processHost.ts";
import { start } from "./processes.ts";
import { cli, scratchFolder } from "./terminal.ts";

const unreachable = {
  SUPABASE_URL: "http://127.0.0.1:9",
  SUPABASE_SECRET_KEY: "sb_secret_of_a_test_that_is_long_enough",
};
const sender = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "a@b.example" };
const root = fileURLToPath(new URL("../..", import.meta.url));

let folder: string;
beforeAll(async () => {
  const scratch = await scratchFolder();
  folder = scratch.folder;
  return scratch.remove;
});

describe("help", () => {
  it("explains every command with examples", async () => {
    const { host, dispose } = processHost(Symbol("unused"));
    dispose();
    const program = createProgram(host);
    for (const shown of program.createHelp().visibleCommands(program)) {
      const verb = shown.name();
      if (verb === "help") continue;
      const { code, out, err } = await cli([verb, "--help"]);
      expect(out).toMatch(new RegExp(`^Usage: npx prelaunch ${verb}[^]+\nExamples:\n  \\$ npx prelaunch ${verb}`, "u"));
      expect({ code, err }).toEqual({ code: 0, err: "" });
    }
  });

  it("documents the exit codes, and is shown on stderr if no command is given", async () => {
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
    expect(await cli([])).toMatchObject({ code: 2, out: "", err: expect.stringContaining("Usage: npx prelaunch") });
    expect((await cli(["--version"])).out).toMatch(/^prelaunch \d+\.\d+\.\d+\n$/u);
  });
});

it.each<[argv: string[], message: string]>([
  [["exprot", "waitlist"], "(Did you mean export?)"],
  [["export", "waitlist", "--formt", "csv"], "(Did you mean --format?)"],
  [["beta", "list", "--status", "lost"], "Run npx prelaunch beta list --help"],
  [["\u001b[31mexprot"], "\ufffd[31m"],
  [["seed", "--data", ""], "--data <folder> is empty. It takes: data folder of the embedded stack (default: .data)"],
  [
    ["--timeout", "2147484", "stats"],
    "'--timeout <seconds>' argument '2147484' is invalid. Give a whole number from 1 to 86400.",
  ],
  [["stats", "--since", "2026-05-04T12:00"], "a time such as 2026-05-04T12:00:00Z, yesterday, or 7d."],
  [["stats", "--since", "2026-02-30"], "There is no day 2026-02-30."],
  [["stats", "--since", "2026-05-02", "--until", "2026-05-02"], "--since must be before --until."],
  [["stats", "--data", "stack"], "--data names an embedded stack, but SUPABASE_URL a hosted project."],
  [["export", "waitlist", "--status", "pending"], "--status and --role are for `export beta`"],
  [["export", "waitlist", "--notified", "--not-notified"], "--notified and --not-notified contradict each other."],
  [
    ["export", "waitlist", "--format", "csv", "--out", "a.xlsx"],
    "--format csv and --out a.xlsx contradict each other.",
  ],
  [["export", "waitlist", "--format", "xlsx", "--out", "-"], "xlsx is written to a file, not to -."],
  [["export", "waitlist", "--columns", "email,password"], 'There is no column "password"'],
  [
    ["import", "beta", "-", "--confirmed-by", "Kit, double opt-in"],
    "--confirmed-by is for `import waitlist`; the status of an application",
  ],
  [
    ["beta", "list", "--overdue", "--status", "accepted"],
    "--overdue is for pending applications, and --status accepted asks",
  ],
  [["beta", "accept", "aaaa", "--note", "x".repeat(2001)], "A note has at most 2000 characters"],
  [["notify", "lunch"], "unknown command 'lunch'"],
  [["notify"], "Usage: npx prelaunch notify"],
  [["beta", "review"], "npx prelaunch beta list, beta show ID, beta accept ID"],
  [["check", "backend", "https://a.example"], "only check site takes an address"],
])("ends with 2 for wrong usage, and says what it takes: %j", async (argv, message) => {
  const { code, out, err } = await cli(argv, { env: unreachable, folder });
  expect(err).toContain(message);
  expect(err).not.toContain("\u001b");
  expect({ code, out }).toEqual({ code: 2, out: "" });
});

it.each<[argv: string[], env: Record<string, string>, message: string]>([
  [
    ["stats"],
    { SUPABASE_URL: "https://abc.supabase.example" },
    "SUPABASE_URL needs SUPABASE_SECRET_KEY beside it: set both for a hosted project, or neither for the embedded stack.",
  ],
  [["stats"], { SUPABASE_SECRET_KEY: "sb_secret_x" }, "SUPABASE_SECRET_KEY needs SUPABASE_URL beside it: set both"],
  [["stats"], { ...unreachable, SUPABASE_URL: "nowhere" }, "SUPABASE_URL must be the project's own URL"],
  [["stats"], { ...unreachable, SUPABASE_SECRET_KEY: `e30.${btoa('{"role":"anon"}')}.x` }, "not the publishable"],
  [["stats", "--data", "typo"], {}, "There is no database in"],
  [["mail", "send"], unreachable, "Set SMTP_URL or RESEND_API_KEY, and MAIL_FROM."],
  [
    ["notify", "launch", "--dry-run"],
    { ...unreachable, ...sender, SITE_URL: "site.example" },
    "SITE_URL must be a URL",
  ],
])("ends with 3 for wrong settings: %j %j", async (argv, env, message) => {
  const { code, out, err } = await cli(argv, { env, folder });
  expect(err).toContain(message);
  expect({ code, out }).toEqual({ code: 3, out: "" });
  expect(await readdir(folder)).not.toContain("typo");
});

describe("a command that fails", () => {
  it("ends with 4 when the backend cannot be reached, says why, and more with --verbose", async () => {
    const argv = ["export", "waitlist", "--retries", "1", "--out", "-", "--columns", "email", "--raw"];
    const { code, err, out } = await cli([...argv, "--quiet"], { env: unreachable });
    expect(err).toMatch(/^error: The backend cannot be reached: .+\nThe output on stdout is incomplete\.\n$/u);
    expect({ code, out }).toEqual({ code: 4, out: "email\n" });
    expect((await cli([...argv, "--verbose"], { env: unreachable })).err).toMatch(
      /^Warning: --raw [^]+trying again in 200 ms[^]+\n\s+at /u,
    );
  });

  it("ends with 4 when the embedded stack cannot start", async () => {
    await mkdir(join(folder, "damaged", "postgres", "base"), { recursive: true });
    const { code, err } = await cli(["stats", "--data", join(folder, "damaged")]);
    expect(err).toMatch(/^error: .+ is not empty, but its file PG_VERSION is missing\. .+\n$/u);
    expect(code).toBe(4);
  });

  it("ends with 130 when it is interrupted", async () => {
    const outcome = await cli(["stats"], { env: unreachable, signal: AbortSignal.abort() });
    expect(outcome).toEqual({ code: 130, out: "", err: "error: Interrupted.\n" });
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
  });
});

it("config says where each setting came from and which are wrong, secrets masked", async () => {
  await writeFile(
    join(folder, ".env"),
    "SUPABASE_URL=https://from-file.example\nSITE_URL=https://site.example # x\nSITE_ULR=x\n",
  );
  const secret = "sb_secret_0123456789abcdefghijklmnop";
  const env = { SUPABASE_URL: "https://a.example", SUPABASE_SECRET_KEY: secret, OPERATOR: "ada\nPORT\u001b[2J" };
  const { out, err } = await cli(["config", "--json", "--data", "elsewhere"], { folder, env });
  const { settings }: { settings: { key: string; value: string | null; source: string | null }[] } = JSON.parse(out);
  expect(Object.fromEntries(settings.map(({ key, value, source }) => [key, [value, source]]))).toMatchObject({
    SUPABASE_URL: ["https://a.example", "environment"],
    SUPABASE_SECRET_KEY: ["sb_secret_••••••mnop", "environment"],
    SITE_URL: ["https://site.example", ".env"],
    DATA_FOLDER: [join(folder, "elsewhere"), "flag"],
    PORT: ["4173", "default"],
    FORMS_SECRET: [null, null],
  });
  expect(err).toContain("note: .env sets SITE_ULR, which is not a setting of this project.");
  const wrong = await cli(["config"], { folder, env: { ...env, PORT: "http", SUPABASE_DB_PASSWORD: "tiny-secret" } });
  expect(wrong).toMatchObject({
    code: 3,
    err: expect.stringContaining("PORT must be a whole number from 0 to 65535."),
  });
  expect(wrong.out).toContain("environment  ada\ufffdPORT\ufffd[2J\n");
  expect(wrong.out + wrong.err).not.toMatch(/abcdefghijkl|tiny/u);
});

describe("the program", () => {
  it("ends with its exit code, and stdout has nothing but its output", async () => {
    expect((await start(["stats", "--retries", "0"], unreachable, folder).done).code).toBe(4);
    const { code, out } = await start(["config", "--json"], {}, folder).done;
    expect(JSON.parse(out)).toHaveProperty("settings");
    expect(code).toBe(0);
    // npx starts this file.
    const { bin } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    expect(bin).toEqual({ prelaunch: "scripts/prelaunch.mjs" });
  });

  it("leaves what it writes out of the repository", async () => {
    const names = ["waitlist-2026-05-04.csv", "a.ndjson", "may.backup", "failed.csv.new-0123456789ab"];
    const ignored = promisify(execFile)("git", ["check-ignore", "--no-index", ...names], { cwd: root });
    expect((await ignored).stdout.trim().split("\n")).toEqual(names);
  });

  it("is told to be installed in one line, as every npm script", async () => {
    await cp(join(root, "scripts"), join(folder, "bare", "scripts"), { recursive: true });
    for (const program of ["start.mjs", "prelaunch.mjs"]) {
      const run = promisify(execFile)(process.execPath, [join(folder, "bare", "scripts", program)]);
      await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/^.+: npm ci\n$/u) });
    }
  });
});
