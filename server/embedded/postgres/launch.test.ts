import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { launch } from "./launch.ts";

it.skipIf(process.platform === "win32")(
  "writes no log through a link, and gives nobody the file it leads to",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "keelbook-launch-"));
    const [file, precious] = [join(folder, "server.log"), join(folder, "precious")];
    try {
      await writeFile(precious, "precious");
      await symlink(precious, file);
      const started = launch({ folder: join(folder, "none"), durable: false }, file);
      await expect(started.then(({ exited }) => exited)).rejects.toThrow(`${file} is a link`);
      expect((await stat(precious)).uid).toBe(process.getuid?.());
      expect(await readFile(precious, "utf8")).toBe("precious");
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

it.skipIf(process.platform === "win32")("puts a long log aside, and a longer one in its place", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-launch-"));
  const file = join(folder, "server.log");
  const start = async () => {
    const { exited, logged } = await launch({ folder, durable: false }, file);
    await exited;
    return logged;
  };
  const long = (letter: string) => letter.repeat(1024 ** 2);
  try {
    await writeFile(file, long("a"));
    expect(await start()).toBe(0);
    expect(await readFile(`${file}.1`, "utf8")).toBe(long("a"));
    const said = await readFile(file, "utf8");
    expect(said).not.toBe("");
    expect(said).not.toContain("aa");
    expect(await start()).toBe(Buffer.byteLength(said));
    expect(await readFile(`${file}.1`, "utf8")).toBe(long("a"));
    await writeFile(file, long("b"));
    await start();
    expect(await readFile(`${file}.1`, "utf8")).toBe(long("b"));
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** A language of this machine other than English. */
const language = (process.platform === "win32" ? "" : execFileSync("locale", ["-a"], { encoding: "utf8" }))
  .split("\n")
  .find((name) => /^(?!en)\w+_.*utf/iu.test(name));

it.skipIf(language === undefined)("has the log in English (needs another language on this machine)", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-launch-"));
  const file = join(folder, "server.log");
  vi.stubEnv("LC_ALL", language);
  try {
    await (
      await launch({ folder, durable: false }, file)
    ).exited;
    expect(await readFile(file, "utf8")).toMatch(/: (?:Permission denied|No such file or directory)\n/u);
  } finally {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  }
});

it("says that the database is gone, of which a start would make a new one", async () => {
  const folder = join(tmpdir(), "keelbook-launch-gone");
  await expect(launch({ folder, durable: false }, join(folder, "server.log"))).rejects.toThrow(
    `${folder} is gone, or its disk is. Bring it back first: a start without it makes a new, empty database.`,
  );
});
