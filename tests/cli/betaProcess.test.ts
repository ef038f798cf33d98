import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { bin, start } from "./processes.ts";
import { hosted } from "./terminal.ts";
import { useWorkplace, type Workplace } from "./workplace.ts";

/** script(1) gives a program a terminal. */
const pty = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;

describe("beta, as a process", () => {
  let backend: Workplace["backend"];
  let folder: string;
  useWorkplace((place) => ({ backend, folder } = place));
  const ids = Array.from({ length: 24 }, () => randomUUID());
  beforeEach(async () => {
    await backend.supabase.from("beta_applications").delete().neq("email", "").throwOnError();
    const rows = ids.map(
      (id, n) => ({ id, name: `P${n}`, email: `p${n}@example.com`, role: "other", reason: "x" }) as const,
    );
    await backend.supabase.from("beta_applications").insert(rows).throwOnError();
  });
  const decided = async () =>
    (await backend.supabase.from("beta_applications").select("id").neq("status", "pending").throwOnError()).data.length;

  it("decides and mails once each when it is killed again and again, and repeated", async () => {
    const accept = () => start(["beta", "accept", ...ids, "--yes", "--as", "ada"], hosted(backend), folder);
    for (const reached of [1, 7, 15]) {
      const { child, done } = accept();
      await eventually("some are decided on", async () => (await decided()) >= reached);
      child.kill("SIGKILL");
      await done;
    }
    expect(await accept().done).toMatchObject({ code: 0, err: expect.stringContaining("accepted by you already") });
    const events = await backend.supabase.from("beta_application_events").select("application_id").throwOnError();
    const mails = await backend.supabase.from("email_outbox").select("application_id").throwOnError();
    for (const { data } of [events, mails])
      expect(data.map(({ application_id: id }) => id).sort()).toEqual([...ids].sort());
  });

  describe.skipIf(!pty)("at a terminal", () => {
    let child: ChildProcess;
    let output: string;
    const reviewing = `"${process.execPath}" "${bin}" beta review --as ada`;
    const review = async (command = reviewing) => {
      output = "";
      child = spawn("script", ["-qec", command, "/dev/null"], {
        cwd: folder,
        env: { PATH: process.env.PATH, TERM: "xterm", LANG: "C.UTF-8", ...hosted(backend) },
      });
      child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
      await shown("q quit", 1);
    };
    const shown = (text: string, times: number) =>
      eventually(`${text} is shown`, async () => output.split(text).length > times);
    /** Presses keys after a pause longer than the one that scripts/cli/keys.ts requires. */
    const press = async (keys: string) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      child.stdin?.write(keys);
    };
    const ended = () => new Promise<number | null>((resolve) => child.on("close", resolve));

    it("takes keys one at a time, and only one of those that are held down, pasted or typed ahead", async () => {
      await review();
      await press("a");
      await shown("accepted; the applicant will be mailed in 60 s", 1);
      await shown("q quit", 2);
      await press("dddddddd");
      for (let n = 0; n < 10; n++) child.stdin?.write("d");
      await shown("declined; the applicant will be mailed in 60 s", 1);
      await shown("q quit", 3);
      await press("\u001B[A");
      await press("n");
      await shown("Note: ", 1);
      await press("Met at the fair.\n");
      await shown("It is saved with your decision", 1);
      await press("Q");
      expect(await ended()).toBe(0);
      expect(await decided()).toBe(2);
      expect(output).toContain("1 accepted, 1 declined.");
      const { data } = await backend.supabase.from("beta_application_events").select("note").not("note", "is", null);
      expect(data).toEqual([{ note: "Met at the fair." }]);
    });

    it("takes the rest of an answer after Ctrl-Z and fg", async () => {
      await review(`set -m; ${reviewing}; fg`);
      await press("n");
      await shown("Note: ", 1);
      await press("Met at\u001A");
      await shown("Note: Met at", 1);
      await press(" the fair.\n");
      await shown("It is saved with your decision", 1);
      await press("a");
      await shown("q quit", 2);
      await press("q");
      expect(await ended()).toBe(0);
      const { data } = await backend.supabase.from("beta_application_events").select("note").not("note", "is", null);
      expect(data).toEqual([{ note: "Met at the fair." }]);
    });

    it("is interrupted by Ctrl-C, and keeps the decisions", async () => {
      await review();
      await press("a");
      await shown("q quit", 2);
      await press("\u0003");
      expect(await ended()).toBe(130);
      expect(output).toContain("Interrupted.");
      expect(await decided()).toBe(1);
    });
  });
});
