import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { noSettings } from "../support/forgetSettings.ts";
import { bin } from "./processes.ts";
import { hosted } from "./terminal.ts";
import { useCommands } from "./workplace.ts";

/** script(1) gives a program a terminal. */
const pty = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;

describe.skipIf(!pty)("a question at a terminal", () => {
  const { backend, supabase, file } = useCommands();
  let child: ChildProcess;
  let output: string;
  let ended: Promise<number | null>;
  const start = (command: string) => {
    output = "";
    child = spawn("script", ["-qec", command, "/dev/null"], {
      cwd: file("."),
      env: { PATH: process.env.PATH, ...noSettings, TERM: "xterm", LANG: "C.UTF-8", ...hosted(backend()) },
    });
    child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    ended = new Promise((resolve) => child.on("close", resolve));
  };
  const shown = (text: string) => eventually(`${text} is shown`, async () => output.includes(text));
  /** Presses keys once a question has been shown for longer than scripts/cli/terminal/prompts.ts requires. */
  const press = async (keys: string) => {
    await sleep(300);
    child.stdin?.write(keys);
  };

  it("takes one key, held down or not, then a line of text; Ctrl-C keeps what was decided", async () => {
    const rows = ["a", "b", "c"].map(
      (name) => ({ id: randomUUID(), name, email: `${name}@example.com`, role: "other", reason: "x" }) as const,
    );
    await supabase().from("beta_applications").insert(rows).throwOnError();
    start(`"${process.execPath}" "${bin}" beta review --as ada`);
    await shown("1 of 3");
    await press("aaaa");
    await shown("accepted; the applicant will be mailed in 60 s");
    await shown("2 of 3");
    await press("n");
    await shown("Note");
    await press("Met at the fair.\r");
    await shown("note: Met at the fair.");
    await press("d");
    await shown("declined; the applicant will be mailed in 60 s");
    await shown("3 of 3");
    await press("\u0003");
    expect(await ended).toBe(130);
    expect(output).toContain("1 accepted, 1 declined.");
    const { data } = await supabase().from("beta_application_events").select("to_status, note").order("created_at");
    expect(data).toEqual([
      { to_status: "accepted", note: null },
      { to_status: "pending", note: "Met at the fair." },
      { to_status: "declined", note: null },
    ]);
  });
});
