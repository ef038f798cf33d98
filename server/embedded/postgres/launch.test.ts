import { mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { launch } from "./launch.ts";

it.skipIf(process.platform === "win32")(
  "writes no log through a link, and gives nobody the file it leads to",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "keelbook-launch-"));
    const [file, precious] = [join(folder, "server.log"), join(folder, "precious")];
    try {
      await writeFile(precious, "precious");
      await symlink(precious, file);
      const started = launch({ folder: join(folder, "none"), port: 1, durable: false }, file);
      await expect(started.then(({ exited }) => exited)).rejects.toThrow(`${file} is a link`);
      expect((await stat(precious)).uid).toBe(process.getuid?.());
      expect(await readFile(precious, "utf8")).toBe("precious");
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
