import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { syncInterval } from "../../scripts/commands/export/partial.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { startBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { type Fault, fakeBackend } from "./fakeBackend.ts";
import { bin, start } from "./processes.ts";
import { cli, hosted } from "./terminal.ts";
import { useWorkplace, type Workplace } from "./workplace.ts";

const rows = 32_000;

/** What commands say that change many things in as many calls. */
const goOn = "What has been done stays. Run this again for the rest: nothing is done twice.";

/** Time in ms after which the next written row is followed by a checkpoint. */
const pastCheckpoint = syncInterval + 100;

/** How many connections to a port of 127.0.0.1 the kernel is still asking for (TCP's state SYN-SENT, proc(5)). */
const unanswered = async (port: number): Promise<number> => {
  const to = `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")} 02`;
  return (await readFile("/proc/net/tcp", "utf8")).split(to).length - 1;
};

describe("a command that is stopped", () => {
  let backend: Workplace["backend"];
  let folder: string;
  useWorkplace((place) => ({ backend, folder } = place));
  beforeAll(async () => {
    // Many rows share a time, so that pages end between rows of the same time.
    await withClient(backend.databaseUrl, (client) =>
      client.query(
        `insert into waitlist (email, created_at) select 'person' || i || '@example.com', '2026-05-01'::timestamptz + (i / 3000) * interval '1 hour' from generate_series(1, ${rows}) i`,
      ),
    );
  });

  /** Runs a command against a backend that stops answering, and then stops the command with a signal. */
  const stopWhenSilent = async (
    argv: string[],
    signal: "SIGKILL" | "SIGINT",
    fault: (...parameters: [...Parameters<Fault>, silent: () => true]) => ReturnType<Fault>,
    settled: () => Promise<boolean> = async () => true,
  ) => {
    let fellSilent: () => void = () => undefined;
    const silence = new Promise<void>((resolve) => (fellSilent = resolve));
    const silent = (): true => {
      fellSilent();
      return true;
    };
    const fake = await fakeBackend(backend.origin, (request, response, nth, pass) =>
      fault(request, response, nth, pass, silent),
    );
    const { child, done } = start(argv, hosted({ origin: fake.origin, secretKey: backend.secretKey }), folder);
    await silence;
    await eventually("the run has done what it could before the silence", settled);
    child.kill(signal);
    const outcome = await done;
    await fake.stop();
    return outcome;
  };
  /** Answers where the export and its pages end, answers the first page slowly, and no later one. */
  const silentAtSecondPage: Parameters<typeof stopWhenSilent>[2] = async (_request, _response, nth, _pass, silent) => {
    if (nth === 3) await sleep(pastCheckpoint);
    return nth >= 4 && silent();
  };

  /** Waits until everything answered so far has been written. */
  const checkpointed = (out: string) => async (): Promise<boolean> =>
    (await readFile(`${out}.partial.json`, "utf8")).includes('"rows":10000,');

  it.each([
    ["csv", "SIGKILL"],
    ["csv", "SIGINT"],
    ["ndjson", "SIGKILL"],
    ["xlsx", "SIGKILL"],
  ] as const)("export --format %s continues after %s to the same bytes", async (format, signal) => {
    const [whole, stopped] = [join(folder, `whole.${format}`), join(folder, `${signal}.${format}`)];
    await cli(["export", "waitlist", "--format", format, "--out", whole], { env: hosted(backend) });
    const argv = ["export", "waitlist", "--format", format, "--out", stopped];
    const outcome = await stopWhenSilent(argv, signal, silentAtSecondPage, checkpointed(stopped));
    const interrupted = {
      code: 130,
      err: expect.stringContaining("10,000 rows are kept. Continue with the same command and --resume."),
    };
    expect(outcome).toMatchObject(signal === "SIGINT" ? interrupted : { signal });
    await expect(stat(stopped)).rejects.toThrow("ENOENT");

    const resumed = await cli([...argv, "--resume"], { env: hosted(backend) });
    expect(resumed.err).toContain("Continuing after 10,000 rows.");
    expect(resumed.code).toBe(0);
    expect(Buffer.compare(await readFile(stopped), await readFile(whole))).toBe(0);
    await expect(stat(`${stopped}.partial`)).rejects.toThrow("ENOENT");
  });

  it("refuses to continue an export that was not begun, or another one", async () => {
    const out = join(folder, "other.csv");
    expect(await cli(["export", "waitlist", "--out", out, "--resume"], { env: hosted(backend) })).toMatchObject({
      code: 2,
      err: expect.stringContaining("There is no unfinished export"),
    });
    await stopWhenSilent(["export", "waitlist", "--out", out], "SIGKILL", silentAtSecondPage, checkpointed(out));
    expect(
      await cli(["export", "waitlist", "--out", out, "--resume", "--excel"], { env: hosted(backend) }),
    ).toMatchObject({ code: 2, err: expect.stringContaining("made with other options") });
    const elsewhere = await startBackend();
    expect(await cli(["export", "waitlist", "--out", out, "--resume"], { env: hosted(elsewhere) })).toMatchObject({
      code: 2,
      err: expect.stringContaining("stopped at a row that is not in this backend"),
    });
    await elsewhere.stop();
    const damaged = { code: 1, err: expect.stringContaining("is damaged") };
    await truncate(`${out}.partial`, 5);
    expect(await cli(["export", "waitlist", "--out", out, "--resume"], { env: hosted(backend) })).toMatchObject(
      damaged,
    );
    await rm(`${out}.partial`);
    expect(await cli(["export", "waitlist", "--out", out, "--resume"], { env: hosted(backend) })).toMatchObject({
      code: 2,
      err: expect.stringContaining("There is no unfinished export"),
    });
    await writeFile(`${out}.partial.json`, "{");
    expect(await cli(["export", "waitlist", "--out", out, "--resume"], { env: hosted(backend) })).toMatchObject(
      damaged,
    );
  });

  it("import is completed by running it again after kill -9", async () => {
    const target = await startBackend();
    const file = join(folder, "people.csv");
    await writeFile(file, `email\n${Array.from({ length: 6000 }, (_, index) => `p${index}@example.com`).join("\n")}\n`);
    const fake = await fakeBackend(target.origin, async (_request, _response, nth, pass) => {
      if (nth === 2) {
        await pass();
        child.kill("SIGKILL");
      }
      return nth >= 2;
    });
    const { child, done } = start(
      ["import", "waitlist", file],
      hosted({ origin: fake.origin, secretKey: target.secretKey }),
      folder,
    );
    expect((await done).signal).toBe("SIGKILL");
    await fake.stop();
    const again = await cli(["import", "waitlist", file], { env: hosted(target) });
    expect(again.err).toContain("6,000 lines: 2,000 added, 4,000 duplicates");
    expect((await target.supabase.from("waitlist").select("*", { count: "exact", head: true })).count).toBe(6000);
    await target.stop();
  });

  it.each(["before", "after"] as const)(
    "erase is whole or not begun when it is killed %s the backend acts",
    async (when) => {
      const email = `gone.${when}@example.com`;
      await backend.supabase.from("waitlist").insert({ email }).throwOnError();
      await backend.supabase
        .from("beta_applications")
        .insert({ email, name: "G", role: "other", reason: "x" })
        .throwOnError();
      const held = async () => {
        const { out } = await cli(["show", email, "--quiet"], { env: hosted(backend) });
        const { held: tables }: { held: Record<string, unknown[]> } = JSON.parse(out);
        return Object.values(tables).flat().length;
      };
      const { signal } = await stopWhenSilent(
        ["erase", email, "--yes"],
        "SIGKILL",
        async (_request, response, nth, pass, silent) => {
          if (nth === 1) return false;
          response.end = () => response;
          if (when === "after") await pass();
          return silent();
        },
      );
      expect(signal).toBe("SIGKILL");
      expect(await held()).toBe(when === "before" ? 2 : 0);
      expect(await cli(["erase", email, "--yes"], { env: hosted(backend) })).toMatchObject({
        code: when === "before" ? 0 : 1,
        err: expect.stringContaining(when === "before" ? "Erased 2 rows" : "Nothing is held"),
      });
      expect(await held()).toBe(0);
    },
  );

  it("export neither misses nor repeats a row while others sign up", async () => {
    let joined = 0;
    const fake = await fakeBackend(backend.origin, async () => {
      await backend.supabase
        .from("waitlist")
        .insert(Array.from({ length: 50 }, () => ({ email: `late${joined++}@example.com` })))
        .throwOnError();
      return false;
    });
    const { code, out } = await cli(
      ["export", "waitlist", "--columns", "email", "--out", "-", "--until", "2026-06-01"],
      { env: hosted({ origin: fake.origin, secretKey: backend.secretKey }) },
    );
    const all = await cli(["export", "waitlist", "--columns", "email", "--out", "-"], {
      env: hosted({ origin: fake.origin, secretKey: backend.secretKey }),
    });
    await fake.stop();
    expect(code).toBe(0);
    expect(new Set(out.trim().split("\n").slice(1)).size).toBe(rows);
    const emails = all.out.trim().split("\n").slice(1);
    expect(new Set(emails).size).toBe(emails.length);
    expect(emails.length).toBeGreaterThanOrEqual(rows);
    expect(joined).toBeGreaterThan(200);
  });

  it.each([
    [
      ["seed", "--waitlist", "1", "--beta", "0"],
      "/waitlist",
      "What has been written stays; the same command continues.",
    ],
    [["import", "waitlist", "-"], "/rpc/import_waitlist", "Run the same import again; nothing is duplicated."],
    [["beta", "erase", "--yes"], "/rpc/erase_applications", "Run it again to erase the rest."],
    [["unsubscribe", "--file", "-"], "/rpc/mark_waitlist", goOn],
    [["mail", "bounces", "-"], "/rpc/record_email_event", goOn],
    [["mail", "retry"], "/rpc/retry_emails", goOn],
    [["prune"], "/rpc/prune_page", goOn],
  ])("says how to go on when Ctrl-C comes while it waits for an answer: %j", async (argv, call, hint) => {
    await backend.supabase
      .from("beta_applications")
      .insert({ email: `${randomUUID()}@example.com`, name: "A", role: "other", reason: "x" })
      .throwOnError();
    const stopping = new AbortController();
    const fake = await fakeBackend(backend.origin, ({ method, url }) => {
      if (method !== "POST" || !url?.includes(call)) return false;
      stopping.abort();
      return true;
    });
    const { host } = new URL(fake.origin);
    const confirmed = argv[0] === "seed" ? [...argv, "--confirm", host] : argv;
    const env = hosted({ origin: fake.origin, secretKey: backend.secretKey });
    const outcome = await cli(confirmed, { env, input: "b@example.com\n", signal: stopping.signal });
    await fake.stop();
    expect(outcome).toMatchObject({ code: 130, err: expect.stringContaining(`error: Interrupted.\n${hint}\n`) });
  });

  it("ends at once when it is interrupted, even if a connection is not answered", async () => {
    // Blocked, so that it accepts no connection: once the kernel's queue is full, further connections get no answer at all.
    const code = `const s = require("node:net").createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
      require("node:fs").writeSync(1, String(s.address().port)); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); })`;
    const deaf = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "ignore"] });
    const [port] = await once(deaf.stdout, "data");
    const queue = Array.from({ length: 4 }, () => connect(Number(port), "127.0.0.1").on("error", () => undefined));
    try {
      const env = { SUPABASE_URL: `http://127.0.0.1:${String(port)}`, SUPABASE_SECRET_KEY: "sb_secret_x" };
      const { child, done } = start(["stats"], env, folder);
      // Linux alone tells whether it connects already.
      if (process.platform === "linux")
        await eventually("it connects", async () => {
          const waiting = queue.filter(({ connecting }) => connecting).length;
          return (await unanswered(Number(port))) > waiting;
        });
      else await sleep(3000);
      child.kill("SIGINT");
      const interrupted = performance.now();
      expect(await done).toMatchObject({ code: 130, err: "error: Interrupted.\n" });
      // By itself, `fetch` waits ten seconds for a connection.
      expect(performance.now() - interrupted).toBeLessThan(8000);
    } finally {
      for (const socket of queue) socket.destroy();
      deaf.kill("SIGKILL");
    }
  });

  it.each(["-", "/dev/stdout"])("ends quietly when the reader of %s has seen enough", async (out) => {
    const shell = spawn(
      "sh",
      ["-c", `{ "${process.execPath}" "${bin}" export waitlist --out ${out}; echo "code $?" >&2; } | head -n 1`],
      {
        cwd: folder,
        env: { PATH: process.env.PATH, ...hosted(backend) },
      },
    );
    let output = "";
    for (const stream of [shell.stdout, shell.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    await new Promise((resolve) => shell.on("close", resolve));
    expect(output).toBe("id,email,notified,created_at,confirmed_at,unsubscribed_at,source\ncode 0\n");
  });
});
