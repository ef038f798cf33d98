import { readdir, readFile, writeFile } from "node:fs/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { fakeBackend } from "./fakeBackend.ts";
import { hosted } from "./terminal.ts";
import { useCommands } from "./workplace.ts";

describe("what a command writes to", () => {
  const { run, query, file, backend } = useCommands();
  beforeEach(() => query("insert into waitlist (email) select 'p' || i || '@x.org' from generate_series(1, 1500) i"));
  const argv = (out: string) => ["export", "waitlist", "--columns", "email", "--out", out];
  const lines = async (name: string) => (await readFile(file(name), "utf8")).split("\n").length - 1;

  it("is a file that is replaced only with --force, or after a yes", async () => {
    await writeFile(file("there.csv"), "mine");
    expect(await run(argv("there.csv"))).toMatchObject({
      code: 2,
      err: `error: ${file("there.csv")} exists.\nGive another name, or --force to replace the file.\n`,
    });
    expect(await run(argv("there.csv"), { answers: ["n"] })).toMatchObject({ code: 1 });
    expect(await readFile(file("there.csv"), "utf8")).toBe("mine");
    expect(await run(argv("there.csv"), { answers: ["y"] })).toMatchObject({ code: 0 });
    expect(await lines("there.csv")).toBe(1501);
    expect(await run([...argv("there.csv"), "--force"])).toMatchObject({ code: 0 });
  });

  it("is as it was until all is written, when the backend fails", async () => {
    await writeFile(file("old.csv"), "mine");
    const failing = await fakeBackend(backend().origin, (_request, response, nth) => {
      if (nth === 3) response.writeHead(400, { "content-type": "application/json" }).end('{"message":"No more."}');
      return nth === 3;
    });
    const env = hosted({ origin: failing.origin, secretKey: backend().secretKey });
    expect(await run([...argv("old.csv"), "--force"], { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining("No more."),
    });
    await failing.stop();
    expect(await readdir(file("."))).toEqual(["old.csv"]);
    expect(await readFile(file("old.csv"), "utf8")).toBe("mine");
  });

  it("is told in one line where it cannot be written", async () => {
    await writeFile(file("plain"), "");
    for (const [out, code, message] of [
      [".", 2, /^error: .+ is a folder\. Give the name of a file in it\.\n$/u],
      ["none/a.csv", 1, /^error: .+a\.csv cannot be written: its folder does not exist\.\n$/u],
      ["plain/a.csv", 1, /^error: .+ cannot be written: its folder is a file\.\n$/u],
      // Not even root may write here.
      ["/sys/a.csv", 1, /^error: .+ cannot be written: permission denied\.\nWrite it where \w+ may: .*stdout/u],
      ["/dev/full", 1, /^error: \/dev\/full cannot be written: the disk is full\.\n$/u],
    ] as const)
      expect(await run(argv(out))).toEqual({ code, out: "", err: expect.stringMatching(message) });
  });
});
