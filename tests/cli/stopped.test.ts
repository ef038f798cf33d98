import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { noSettings } from "../support/forgetSettings.ts";
import { fakeBackend } from "./fakeBackend.ts";
import { bin } from "./processes.ts";
import { hosted } from "./terminal.ts";
import { useCommands } from "./workplace.ts";

/** The message of commands that change many things in as many calls. */
const goOn = "What has been done stays. Run this again for the rest: nothing is done twice.";

describe("a command that is stopped", () => {
  const { backend, query, run, file } = useCommands();

  it.each([
    [
      ["seed", "--waitlist", "1", "--beta", "0"],
      "/waitlist",
      "What has been written stays; the same command continues.",
    ],
    [["import", "waitlist", "-"], "/rpc/import_waitlist", "Run the same import again; nothing is duplicated."],
    [["unsubscribe", "a@example.com"], "/rpc/mark_waitlist", goOn],
  ])("says how to go on when Ctrl-C comes while it waits for an answer: %j", async (argv, call, hint) => {
    const stopping = new AbortController();
    const fake = await fakeBackend(backend().origin, ({ method, url }) => {
      if (method !== "POST" || !url?.includes(call)) return false;
      stopping.abort();
      return true;
    });
    const { host } = new URL(fake.origin);
    const confirmed = argv[0] === "seed" ? [...argv, "--confirm", host] : argv;
    const env = hosted({ origin: fake.origin, secretKey: backend().secretKey });
    const outcome = await run(confirmed, { env, input: "b@example.com\n", signal: stopping.signal });
    await fake.stop();
    expect(outcome).toMatchObject({ code: 130, err: expect.stringContaining(`error: Interrupted.\n${hint}\n`) });
  });

  it("ends quietly when the reader of its output has seen enough", async () => {
    await query("insert into waitlist (email) select 'p' || i || '@example.com' from generate_series(1, 3000) i");
    const shell = spawn(
      "sh",
      [
        "-c",
        `{ "${process.execPath}" "${bin}" export waitlist --columns id,email --out -; echo "code $?" >&2; } | head -n 1`,
      ],
      {
        cwd: file("."),
        env: { PATH: process.env.PATH, ...noSettings, ...hosted(backend()) },
      },
    );
    let output = "";
    for (const stream of [shell.stdout, shell.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    await new Promise((resolve) => shell.on("close", resolve));
    expect(output).toBe("id,email\ncode 0\n");
  });
});
