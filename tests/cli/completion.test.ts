import { execFile, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { cli, scratchFolder } from "./terminal.ts";

const run = promisify(execFile);

/** The text typed before Tab, and the expected completed word. */
const cases: [typed: string, word: string][] = [
  ["exp", "export"],
  ["export w", "waitlist"],
  ["export beta --status acc", "accepted"],
  ["export beta --role fr", "freelancer"],
  ["export beta --role=fr", "--role=freelancer"],
  ["export --format x", "xlsx"],
  ["export -f n", "ndjson"],
  ["export waitlist --not-", "--not-notified"],
  ["export waitlist --out pe", "people.csv"],
  ["import waitlist pe", "people.csv"],
  ["--data somewhere export b", "beta"],
  ["--data pe", "people.csv"],
  ["export --columns status b", "beta"],
  ["stats --by w", "week"],
  ["completion z", "zsh"],
  ["help exp", "export"],
  ["check si", "site"],
  ["mail st", "status"],
  ["mail bounces pe", "people.csv"],
  ["beta acc", "accept"],
  ["beta list --status dec", "declined"],
  ["beta list --role fr", "freelancer"],
  ["beta review --over", "--overdue"],
  ["notify la", "launch"],
  ["notify launch --role fr", "freelancer"],
  ["notify update pe", "people.csv"],
  ["check --no", "--no-browser"],
  ["check --verb", "--verbose"],
];

const works = (program: string, ...argv: string[]): Promise<boolean> =>
  run(program, argv).then(
    () => true,
    () => false,
  );
const [pty, zsh, fish] = await Promise.all([
  works("script", "-qec", "bash --version", "/dev/null"),
  works("zsh", "--version"),
  works("fish", "--version"),
]);

describe("completion", () => {
  let folder: string;
  beforeAll(async () => {
    const scratch = await scratchFolder();
    folder = scratch.folder;
    await writeFile(join(folder, "people.csv"), "");
    for (const shell of ["bash", "zsh", "fish"])
      await writeFile(join(folder, shell), (await cli(["completion", shell])).out);
    return scratch.remove;
  });

  /** The words that a shell completes from lines typed at its terminal, with Tab after each. */
  const typedAt = async (shell: string, begin: string): Promise<string[]> => {
    await writeFile(join(folder, "begin"), `PS1=; prelaunch() { printf '@@%s@@\\n' "\${@: -1}"; }; ${begin}`);
    const child = spawn("script", ["-qec", shell, "/dev/null"], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, TERM: "xterm", LANG: "C" },
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stdin.end([". ./begin", ...cases.map(([typed]) => `prelaunch ${typed}\t`), "exit", ""].join("\n"));
    await new Promise((resolve) => child.on("close", resolve));
    return [...output.matchAll(/@@([^@]+)@@/gu)].map(([, word = ""]) => word.trim());
  };
  const inFish = async (lines: string[]): Promise<string[]> => {
    const { stdout } = await run("fish", ["--no-config", "-c", `source ./fish; ${lines.join("; ")}; true`], {
      cwd: folder,
      env: { ...process.env, HOME: folder },
    });
    return stdout.trim().split("\n");
  };
  const words = cases.map(([, word]) => word);

  it.skipIf(!pty)("completes words, values and files in bash, where script(1) gives it a terminal", async () => {
    expect(await typedAt("bash --norc --noprofile -i", ". ./bash")).toEqual(words);
  });

  it.skipIf(!pty || !zsh)("completes words, values and files in zsh, where there is one", async () => {
    expect(await typedAt("zsh -f -i", "autoload -U compinit; compinit -u -D; . ./zsh")).toEqual(words);
  });

  it.skipIf(!fish)("completes words, values and files in fish, where there is one", async () => {
    const lines = cases.map(([typed]) => `string join -- , (complete -C 'prelaunch ${typed}' | string split -f 1 \\t)`);
    expect(await inFish(lines)).toEqual(words);
  });

  it.skipIf(!fish)("offers no files in fish where an option takes none", async () => {
    const lines = ["export beta --status ", "stats --by ", "beta list --limit "].map(
      (typed) => `string join -- , X (complete -C 'prelaunch ${typed}' | string split -f 1 \\t)`,
    );
    expect(await inFish(lines)).toEqual(["X,accepted,declined,pending", "X,day,week", "X"]);
  });
});
