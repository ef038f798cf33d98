import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

describe.skipIf(process.platform === "win32")("where few files may be open at once", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "keelbook-few-"));
    // When run by root, PostgreSQL runs as its own user, who must be able to reach the folder.
    await chmod(folder, 0o755);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Runs Node with at most so many open files. */
  function withAtMost(most: number, ...command: string[]) {
    const env = { PATH: process.env.PATH, DATA_FOLDER: join(folder, "data") };
    const where = { cwd: root, env, encoding: "utf8", timeout: 60_000 } as const;
    return spawnSync("sh", ["-c", `ulimit -n ${most}; exec "$0" "$@"`, process.execPath, ...command], where);
  }
  const evaluated = (most: number, program: string) =>
    withAtMost(most, "--import", "./scripts/typescript.mjs", "--input-type=module", "--eval", program);

  // Node takes a package's file for missing.
  it("says so, and how to allow more", () => {
    const { status, stderr } = withAtMost(64, "scripts/start.mjs", "--no-build");
    expect(stderr).toMatch(/^Only \d\d files may be open at once here, .+ LimitNOFILE=1024\n$/u);
    expect(status).toBeGreaterThan(0);
  });

  it("calls a package that is missing missing with macOS's usual limit", () => {
    const program = `const { fewFiles } = await import("./server/errors/fewFiles.ts");
      const because = (code) => fewFiles(new Error("not installed", { cause: Object.assign(new Error(), { code }) }));
      console.log(because("ERR_MODULE_NOT_FOUND"), because("EMFILE"));`;
    expect(evaluated(256, program).stdout).toMatch(/^undefined Only 256 files /u);
  });
});
