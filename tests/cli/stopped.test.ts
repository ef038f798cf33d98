import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { type Fault, fakeBackend } from "./fakeBackend.ts";
import { bin, start } from "./processes.ts";
import { cli, hosted } from "./terminal.ts";
import { useWorkplace, type Workplace } from "./workplace.ts";

const rows = 3000;

/** What commands say that change many things in as many calls. */
const goOn = "What has been done stays. Run this again for the rest: nothing is done twice.";

describe("a command that is stopped", () => {
  let backend: Workplace["backend"];
  let folder: string;
  useWorkplace((place) => ({ backend, folder } = place));
  beforeAll(async () => {
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
    child.kill(signal);
    const outcome = await done;
    await fake.stop();
    return outcome;
  };
  it("import is completed by running it again after kill -9", async () => {
    const file = join(folder, "people.csv");
    await writeFile(file, `email\n${Array.from({ length: 6000 }, (_, index) => `q${index}@example.com`).join("\n")}\n`);
    const fake = await fakeBackend(backend.origin, async (_request, _response, nth, pass) => {
      if (nth === 2) {
        await pass();
        child.kill("SIGKILL");
      }
      return nth >= 2;
    });
    const { child, done } = start(
      ["import", "waitlist", file],
      hosted({ origin: fake.origin, secretKey: backend.secretKey }),
      folder,
    );
    expect((await done).signal).toBe("SIGKILL");
    await fake.stop();
    const again = await cli(["import", "waitlist", file], { env: hosted(backend) });
    expect(again.code).toBe(0);
    const count = { count: "exact", head: true } as const;
    expect((await backend.supabase.from("waitlist").select("*", count).like("email", "q%")).count).toBe(6000);
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
        err: expect.stringContaining(when === "before" ? "Erased." : "Nothing is held"),
      });
      expect(await held()).toBe(0);
    },
  );

  it.each([
    [
      ["seed", "--waitlist", "1", "--beta", "0"],
      "/waitlist",
      "What has been written stays; the same command continues.",
    ],
    [["import", "waitlist", "-"], "/rpc/import_waitlist", "Run the same import again; nothing is duplicated."],
    [["unsubscribe", "--file", "-"], "/rpc/mark_waitlist", goOn],
  ])("says how to go on when Ctrl-C comes while it waits for an answer: %j", async (argv, call, hint) => {
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

  it("ends quietly when the reader of its output has seen enough", async () => {
    const shell = spawn(
      "sh",
      ["-c", `{ "${process.execPath}" "${bin}" export waitlist --out -; echo "code $?" >&2; } | head -n 1`],
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
