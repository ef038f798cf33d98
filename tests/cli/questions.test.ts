import { spawn, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { bin } from "./processes.ts";
import { scratchFolder } from "./terminal.ts";

/** script(1) gives a program a terminal. */
const pty = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;

const endOfInput = "\u0004";

describe.skipIf(!pty)("a question at a terminal", () => {
  let folder: string;
  beforeAll(async () => {
    const scratch = await scratchFolder();
    folder = scratch.folder;
    await writeFile(join(folder, "there.csv"), "");
    return scratch.remove;
  });

  /** Asks whether to replace a file; `prepare` and `finish` are what a shell does before and after. */
  const askToReplace = (prepare: string, finish = "") => {
    const command = `${prepare}; "${process.execPath}" "${bin}" export waitlist --out "${join(folder, "there.csv")}"${finish}`;
    // Nobody listens there; the file is the first thing to ask about.
    const away = { SUPABASE_URL: "http://127.0.0.1:9", SUPABASE_SECRET_KEY: `sb_secret_${"a".repeat(32)}` };
    const child = spawn("script", ["-qec", command, "/dev/null"], {
      cwd: folder,
      env: { PATH: process.env.PATH, TERM: "xterm", LANG: "C.UTF-8", ...away },
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    return { child, ended, output: () => output, asks: eventually("it asks", async () => output.includes("[y/N] ")) };
  };

  it.each([
    ["", ""],
    [", also where stdout leads elsewhere", " > /dev/null"],
  ])("fits it, and what follows has a line of its own, after Ctrl-D too%s", async (_where, redirection) => {
    const { child, ended, output, asks } = askToReplace("stty cols 30", redirection);
    await asks;
    child.stdin.write(endOfInput);
    expect(await ended).toBe(1);
    const lines = stripVTControlCharacters(output()).split(/[\r\n]+/u);
    expect(lines).toContain("exists. Replace it? [y/N] ");
    expect(lines).toContainEqual(expect.stringMatching(/^error:/u));
  });

  it("is no where the terminal is closed, without a crash of Node", async () => {
    const codeFile = join(folder, "code");
    const { child, asks } = askToReplace("trap : HUP", `; echo $? > "${codeFile}"`);
    await asks;
    child.kill("SIGKILL");
    await eventually("it has ended", async () => (await readFile(codeFile, "utf8").catch(() => "")) !== "");
    // The end of its input, or the signal that the terminal is gone, whichever comes first.
    expect(await readFile(codeFile, "utf8")).toMatch(/^(?:1|130)\n$/u);
  });
});
